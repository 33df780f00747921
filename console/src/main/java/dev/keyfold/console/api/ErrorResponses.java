package dev.keyfold.console.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.errors.WrongTypeException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps exceptions of the modules below to HTTP responses with their messages. */
public final class ErrorResponses {
  private ErrorResponses() {}

  /** The answer; null if the failure is the server's own. */
  public static @Nullable HttpException answer(RuntimeException e) {
    String message = HttpException.messageOf(e);
    if (e instanceof ScanRefusedException refusal) {
      String advice = refusal.advice();
      return new HttpException(
          422, message, Map.of("refused", true, "advice", advice == null ? "" : advice));
    }
    if (e instanceof DuplicateKeyException
        || e instanceof ConflictException
        || e instanceof WrongTypeException) {
      return new HttpException(409, message);
    }
    if (e instanceof TableException
        || e instanceof KeyException
        || e instanceof StructuresException
        || e instanceof StoreLimitException) {
      return new HttpException(400, message);
    }
    return e instanceof StoreException ? new HttpException(503, message) : null;
  }
}
