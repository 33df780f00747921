package dev.keyfold.table.errors;

import org.jspecify.annotations.Nullable;

/**
 * The query would need a full table scan. Nothing was read. The advice is the declaration of an
 * index that would serve it.
 */
public final class ScanRefusedException extends TableException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String advice;

  public ScanRefusedException(String message, @Nullable String advice) {
    super(message);
    this.advice = advice;
  }

  /** The index that would serve the query, as it is declared: {@code by_status: status, at}. */
  public @Nullable String advice() {
    return advice;
  }
}
