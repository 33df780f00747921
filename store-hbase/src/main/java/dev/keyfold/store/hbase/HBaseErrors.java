package dev.keyfold.store.hbase;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreUnavailableException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Locale;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Translates errors of the HBase client into the exceptions of the store contract, with what to do
 * about them. The original message is kept at the end, because it names the server and the region.
 */
final class HBaseErrors {
  private static final int MOST_WORDS = 1_000;

  private final HBaseAddress address;
  private final HBaseOptions options;

  HBaseErrors(HBaseAddress address, HBaseOptions options) {
    this.address = address;
    this.options = options;
  }

  StoreException reading(IOException e) {
    return translate("reading", "", e);
  }

  /** A write of one key: it was done or was not, and nobody here knows which. */
  StoreException writing(IOException e) {
    return translate(
        "writing", " The write may or may not have been applied; repeating it is safe.", e);
  }

  /** A batch: each of its keys was written or was not. */
  StoreException writingSeveral(IOException e) {
    return translate(
        "writing", " The batch may have been applied in part; repeating it completes it.", e);
  }

  /**
   * A compare-and-set without an answer. Asking again would compare with its own result, so only a
   * read can tell.
   */
  StoreException comparing(IOException e) {
    return translate(
        "writing", " The key may or may not have been replaced; read it again to find out.", e);
  }

  StoreException during(String what, IOException e) {
    return translate(what, "", e);
  }

  StoreException interrupted(String what) {
    Thread.currentThread().interrupt();
    return new StoreException(what + " " + address + ": the thread was interrupted");
  }

  private StoreException translate(String what, String state, IOException e) {
    Throwable cause = significant(e);
    String where = what + " " + address + ": ";
    String words = " HBase reported: " + words(cause);
    if (cause instanceof InterruptedIOException && Thread.interrupted()) {
      return interrupted(what);
    }
    if (cause instanceof TableNotFoundException) {
      return new StoreException(where + "the table does not exist." + words, e);
    }
    if (cause instanceof NamespaceNotFoundException) {
      return new StoreException(
          where
              + "the namespace does not exist; create it in the HBase shell with create_namespace,"
              + " or leave it out."
              + words,
          e);
    }
    if (cause instanceof TableNotEnabledException) {
      return new StoreUnavailableException(
          where + "the table is disabled; enable it in the HBase shell." + state + words, e);
    }
    if (cause instanceof AccessDeniedException) {
      return new StoreReadOnlyException(
          where + "this user lacks the permission; grant it in HBase." + words, e);
    }
    String name = cause.getClass().getSimpleName();
    if (name.contains("SpaceLimiting") || name.contains("QuotaExceeded")) {
      return new StoreFullException(where + "a quota is exhausted." + state + words, e);
    }
    if (has(cause, "size too large", "exceeds limit", "exceeds the limit")) {
      return new StoreLimitException(
          where + "a value is larger than the region servers accept; see option value-max." + words,
          e);
    }
    if (cause instanceof DoNotRetryIOException) {
      return new StoreException(where + "HBase rejected the request." + state + words, e);
    }
    return new StoreUnavailableException(
        where
            + "a region or the whole cluster did not answer within "
            + options.timeout().toMillis()
            + " ms. A region reopens on another server a few seconds after its server fails; try"
            + " again then, or raise timeout=."
            + state
            + words,
        e);
  }

  /** The cause that says most: inside the wrappers of retries. */
  private static Throwable significant(Throwable e) {
    Throwable found = e;
    for (Throwable next = e; next != null; next = next.getCause()) {
      if (next instanceof RetriesExhaustedWithDetailsException several
          && several.getNumExceptions() > 0) {
        return significant(several.getCause(0));
      }
      if (next instanceof RemoteException remote) {
        return remote.unwrapRemoteException();
      }
      if (next instanceof IOException) {
        found = next;
      }
      if (next.getCause() == next) {
        break;
      }
    }
    return found;
  }

  private static boolean has(Throwable e, String... any) {
    String lower = words(e).toLowerCase(Locale.ROOT);
    for (String one : any) {
      if (lower.contains(one)) {
        return true;
      }
    }
    return false;
  }

  /** A remote exception brings the server's whole stack; its first lines say what happened. */
  private static String words(Throwable e) {
    String text = String.valueOf(e).strip();
    int stack = text.indexOf("\n\tat ");
    text = stack < 0 ? text : text.substring(0, stack);
    return text.length() > MOST_WORDS ? text.substring(0, MOST_WORDS) + "…" : text;
  }
}
