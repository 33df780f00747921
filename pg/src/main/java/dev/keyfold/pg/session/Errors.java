package dev.keyfold.pg.session;

import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.message.BackendWriter.Severity;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.port.SafeLog;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps exceptions to error messages of the protocol. Stateless. */
public final class Errors {
  private static final System.Logger LOG = System.getLogger(Errors.class.getName());

  private Errors() {}

  /** Any failure as an error of SQL; what nobody expected is logged. */
  public static SqlStateException of(Throwable failure) {
    if (failure instanceof SqlStateException known) {
      return known;
    }
    if (failure instanceof ProtocolException protocol) {
      return new SqlStateException("08P01", String.valueOf(protocol.getMessage()));
    }
    if (failure instanceof OutOfMemoryError) {
      return new SqlStateException(
          SqlStates.OUT_OF_MEMORY,
          "the statement needs more memory than the server has: " + failure.getMessage(),
          "Let it handle shorter texts or fewer rows, or give the server a larger heap: -Xmx.");
    }
    if (failure instanceof StoreException store) {
      return new SqlStateException(
          store instanceof StoreFullException ? "53100" : SqlStates.IO_ERROR,
          String.valueOf(store.getMessage()),
          0,
          null,
          store);
    }
    if (failure instanceof StackOverflowError) {
      return new SqlStateException(
          "54001", "the statement is nested too deeply", "Split it into several statements.");
    }
    SafeLog.log(LOG, System.Logger.Level.ERROR, "a statement failed unexpectedly", failure);
    return new SqlStateException(
        SqlStates.INTERNAL_ERROR,
        "internal error: " + failure,
        "The log of the server has the details; please report them.");
  }

  /** To the client whose unfinished messages are the largest when memory for them runs out. */
  public static SqlStateException tooMuchInput() {
    return new SqlStateException(
        SqlStates.OUT_OF_MEMORY,
        "the unfinished messages of all clients take too much memory, and this connection holds"
            + " most of it",
        "Send shorter messages, or give the server a larger heap: -Xmx.");
  }

  /** Writes it. */
  public static void write(BackendWriter out, Severity severity, SqlStateException error) {
    Map<Character, String> parts = new LinkedHashMap<>();
    String hint = error.hint();
    if (hint != null) {
      parts.put('H', hint);
    }
    if (error.position() > 0) {
      parts.put('P', Integer.toString(error.position()));
    }
    out.report(severity, error.sqlState(), String.valueOf(error.getMessage()), parts);
  }
}
