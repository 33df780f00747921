package dev.keyfold.table.schema;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an index may be used for. */
public enum IndexState {
  /** Neither written nor read: a build failed, or it is about to be dropped. */
  DISABLED,

  /** Kept up to date by writes, while the rows that were there before are added; not read. */
  WRITE_ONLY,

  /** Complete. */
  READABLE;

  /** Whether writes must keep it up to date. */
  public boolean isWritten() {
    return this != DISABLED;
  }

  /** As it stands in the catalog; these words never change. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The state of a word, null if none exists. */
  static @Nullable IndexState of(String word) {
    for (IndexState state : values()) {
      if (state.word().equals(word)) {
        return state;
      }
    }
    return null;
  }
}
