package dev.keyfold.console.http;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoint of a request. The method that registers an endpoint determines the required
 * right, so that none can be forgotten: {@link #get} to read, {@link #ask} to read with a request
 * body, {@link #change} to write.
 */
public final class Router {
  /**
   * An address.
   *
   * @param endpoint answers
   * @param needed the right that it takes
   * @param json whether it takes a JSON body
   */
  record Route(Endpoint endpoint, Request.Rights needed, boolean json) {
    /** Throws the error for the caller unless the request is permitted. */
    void check(Request asked) {
      if (json && !asked.header("content-type").startsWith("application/json")) {
        throw new HttpException(
            415,
            "found the content type '"
                + asked.header("content-type")
                + "', expected application/json");
      }
      Request.Caller caller = asked.caller();
      if (needed == Request.Rights.NOTHING) {
        return;
      }
      if (caller.user() == null) {
        throw new HttpException(401, "this needs a login", Map.of("login", true));
      }
      if (caller.rights().compareTo(needed) < 0) {
        throw new HttpException(403, refusal(caller, needed));
      }
    }
  }

  /**
   * The threads that respond: those that are never busy, those for probes, or those for everything
   * else.
   */
  public enum Lane {
    ALIVE,
    PROBE,
    WORK
  }

  private final Map<String, Route> routes = new HashMap<>();
  private final Map<String, Lane> lanes = new HashMap<>();

  /** Has an address answered apart from the rest, so that it is answered while they are busy. */
  public void apart(String path, Lane lane) {
    lanes.put(path, lane);
  }

  Lane lane(String path) {
    return lanes.getOrDefault(path, Lane.WORK);
  }

  /** Reads. */
  public void get(String path, Endpoint endpoint) {
    routes.put("GET " + path, new Route(endpoint, Request.Rights.READ, false));
  }

  /** Reads, with a JSON body. */
  public void ask(String path, Endpoint endpoint) {
    routes.put("POST " + path, new Route(endpoint, Request.Rights.READ, true));
  }

  /** Changes something, with a JSON body. */
  public void change(String path, Endpoint endpoint) {
    routes.put("POST " + path, new Route(endpoint, Request.Rights.WRITE, true));
  }

  /** Reads structures; the endpoint asks for the right to each name. */
  public void getNames(String path, Endpoint endpoint) {
    routes.put("GET " + path, new Route(endpoint, Request.Rights.NAMES, false));
  }

  /** Changes a structure; the endpoint asks for the right to its name. */
  public void changeName(String path, Endpoint endpoint) {
    routes.put("POST " + path, new Route(endpoint, Request.Rights.NAMES, true));
  }

  /** Requires no right. */
  public void open(String method, String path, Endpoint endpoint) {
    routes.put(
        method + " " + path, new Route(endpoint, Request.Rights.NOTHING, method.equals("POST")));
  }

  /** Null if no endpoint matches. */
  @Nullable Route find(Request request) {
    return routes.get(request.method() + " " + request.path());
  }

  boolean knows(String path) {
    return routes.containsKey("GET " + path) || routes.containsKey("POST " + path);
  }

  private static String refusal(Request.Caller caller, Request.Rights needed) {
    return switch (caller.rights()) {
      case READ -> "user " + caller.user() + " has read access only";
      case NAMES ->
          "user "
              + caller.user()
              + " has access to some names only ("
              + caller.names().patterns()
              + "): tables, raw keys, load and metrics need the right to all keys (~*)";
      default ->
          "user "
              + caller.user()
              + " has no "
              + (needed == Request.Rights.WRITE ? "write" : "read")
              + " access: reading needs the commands scan, type and get and a key pattern; grant"
              + " them with ACL SETUSER";
    };
  }
}
