package dev.keyfold.console.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request.
 *
 * @param method in capitals
 * @param path decoded, without the query
 * @param query the first value of each name
 * @param headers by lower-case name, as the client sent them
 * @param origin facts about the connection, which the client cannot forge
 * @param body complete
 * @param caller the authenticated caller; anonymous before {@link AccessControl} has checked it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Request(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    Origin origin,
    byte[] body,
    Caller caller) {
  /**
   * Facts about the connection.
   *
   * @param network the client's address in hexadecimal, or the network if one host owns it; empty
   *     if unknown
   * @param secure whether it uses TLS
   */
  public record Origin(String network, boolean secure) {}

  /**
   * The caller.
   *
   * @param user the name of a user; null if anonymous
   * @param rights of the user over HTTP
   * @param names the user's rights to structures
   * @param session the session; null without one
   */
  public record Caller(
      @Nullable String user, Rights rights, NameRights names, @Nullable String session) {
    static final Caller NOBODY = new Caller(null, Rights.NOTHING, NameRights.NONE, null);

    /** Refuses what the ACL does not let the user do to a name. */
    public void check(String command, byte[] name, String shown, boolean write) {
      if (!names.may(command, name, write)) {
        throw refusal(command, shown, write);
      }
    }

    /** The error for a name that the user may not run the command on. */
    public HttpException refusal(String command, String shown, boolean write) {
      return new HttpException(
          403,
          rights == Rights.READ && write
              ? "user " + user + " has read access only; " + why(command, shown)
              : "user " + user + " has no access: " + why(command, shown));
    }

    private String why(String command, String shown) {
      return "this needs the command "
          + command
          + " on '"
          + shown
          + "', and the key patterns of the user are "
          + names.patterns();
    }
  }

  /** The rights of a user over HTTP: none, single names by ACL, read, write. */
  public enum Rights {
    NOTHING,
    NAMES,
    READ,
    WRITE
  }

  Request by(Caller who) {
    return new Request(method, path, query, headers, origin, body, who);
  }

  Request with(byte[] all) {
    return new Request(method, path, query, headers, origin, all, caller);
  }

  /** A header, empty if it is missing. */
  public String header(String lowerCaseName) {
    return headers.getOrDefault(lowerCaseName, "");
  }

  /** A parameter of the address; throws if it is missing. */
  public String need(String name) {
    String value = query.get(name);
    if (value == null) {
      throw new HttpException(400, "the parameter '" + name + "' is missing");
    }
    return value;
  }

  /** A parameter of the address, or else. */
  public String get(String name, String otherwise) {
    return query.getOrDefault(name, otherwise);
  }

  /** A number of the address within bounds. */
  public int number(String name, int otherwise, int least, int most) {
    String text = query.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new HttpException(
        400,
        "the parameter '"
            + name
            + "' is '"
            + text
            + "', expected a number from "
            + least
            + " to "
            + most);
  }

  /** The body as a JSON object. */
  public Fields json() {
    return Fields.of(body);
  }
}
