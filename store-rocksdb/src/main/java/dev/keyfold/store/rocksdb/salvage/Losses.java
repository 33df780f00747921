package dev.keyfold.store.rocksdb.salvage;

import dev.keyfold.store.SalvageReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what could not be read. */
final class Losses {
  private static final byte[] FIRST = {};

  private final List<SalvageReport.Loss> all = new ArrayList<>();
  private final List<SalvageReport.Loss> open = new ArrayList<>();

  /** Any key may be affected. */
  void anywhere(String file, String why) {
    add(file, why, FIRST, null);
  }

  /** Keys from one on to before another one; null for no end. */
  void add(String file, String why, byte @Nullable [] from, byte @Nullable [] to) {
    SalvageReport.Loss loss = new SalvageReport.Loss(file, why, from == null ? FIRST : from, to);
    all.add(loss);
    open.add(loss);
  }

  /** Whether a key may be affected by what was lost so far; asked for keys in rising order. */
  boolean cover(byte[] key) {
    open.removeIf(loss -> loss.to() != null && Arrays.compareUnsigned(loss.to(), key) <= 0);
    for (SalvageReport.Loss loss : open) {
      if (Arrays.compareUnsigned(loss.from(), key) <= 0) {
        return true;
      }
    }
    return false;
  }

  List<SalvageReport.Loss> all() {
    return all;
  }
}
