package dev.keyfold.pg.message;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message that a client sends. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public sealed interface FrontendMessage {
  /** Begins a connection: user, database, settings. */
  record Startup(int major, int minor, Map<String, String> parameters) implements FrontendMessage {}

  /** Asks for TLS. */
  record SslRequest() implements FrontendMessage {}

  /** Asks for GSSAPI encryption. */
  record GssRequest() implements FrontendMessage {}

  /** Asks to end what another connection runs. */
  record Cancel(int process, int secret) implements FrontendMessage {}

  /** A password, or a step of SASL: what it is depends on what was asked for. */
  record Password(byte[] body) implements FrontendMessage {}

  /** Statements as text. */
  record Query(String sql) implements FrontendMessage {}

  /** Prepares a statement; the types may be fewer than its parameters, 0 for unknown. */
  record Parse(String name, String sql, int[] types) implements FrontendMessage {}

  /**
   * Makes a portal of a statement: values for its parameters.
   *
   * @param formats of the values: none for text, one for all, or one for each; 1 is binary
   * @param values null for NULL
   * @param resultFormats the same for the columns
   */
  record Bind(
      String portal,
      String statement,
      short[] formats,
      List<byte @Nullable []> values,
      short[] resultFormats)
      implements FrontendMessage {}

  /** What a name is of: a statement or a portal. */
  enum Kind {
    STATEMENT,
    PORTAL
  }

  /** Asks for the columns of a statement or portal. */
  record Describe(Kind kind, String name) implements FrontendMessage {}

  /** Runs a portal; 0 rows are all. */
  record Execute(String portal, int rows) implements FrontendMessage {}

  /** Forgets a statement or portal. */
  record Close(Kind kind, String name) implements FrontendMessage {}

  /** Ends a series of extended messages. */
  record Sync() implements FrontendMessage {}

  /** Asks for what is answered so far. */
  record Flush() implements FrontendMessage {}

  /** Data of COPY FROM STDIN. */
  record CopyData(byte[] data) implements FrontendMessage {}

  /** The end of the data. */
  record CopyDone() implements FrontendMessage {}

  /** Gives up a COPY. */
  record CopyFail(String reason) implements FrontendMessage {}

  /** A call of a function by its number, which nobody sends. */
  record FunctionCall() implements FrontendMessage {}

  /** Ends the connection. */
  record Terminate() implements FrontendMessage {}

  /** A message of the Keyfold protocol. */
  record Session(char type, byte[] body) implements FrontendMessage {}

  /** About how many bytes it holds. */
  default int size() {
    if (this instanceof Query query) {
      return query.sql.length();
    }
    if (this instanceof Parse parse) {
      return parse.sql.length();
    }
    if (this instanceof CopyData copy) {
      return copy.data.length;
    }
    if (this instanceof Bind bind) {
      int sum = 0;
      for (byte[] value : bind.values) {
        sum += value == null ? 0 : value.length;
      }
      return sum;
    }
    return 0;
  }
}
