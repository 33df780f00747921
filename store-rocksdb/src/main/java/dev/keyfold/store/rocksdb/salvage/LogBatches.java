package dev.keyfold.store.rocksdb.salvage;

import java.util.ArrayList;
import java.util.List;

/**
 * The write batches in a log.
 *
 * <pre>
 *   sequence of the first (8) │ count (4) │ kind │ key │ value, or end of a range │ …
 * </pre>
 */
final class LogBatches {
  private static final int LOG_DATA = 3;
  private static final int NOTHING = 13;

  private LogBatches() {}

  static List<SalvagedEntry> entries(byte[] record) throws BadFileException {
    Input input = new Input(record);
    long sequence = input.fixed64();
    int count = input.fixed32();
    List<SalvagedEntry> entries = new ArrayList<>();
    while (input.hasMore()) {
      int kind = input.one();
      if (kind == SalvagedEntry.PUT) {
        entries.add(new SalvagedEntry(input.text(), sequence++, kind, input.text()));
      } else if (kind == SalvagedEntry.RANGE_DELETE) {
        entries.add(new SalvagedEntry(input.text(), sequence++, kind, input.text()));
      } else if (kind == SalvagedEntry.DELETE || kind == SalvagedEntry.SINGLE_DELETE) {
        entries.add(new SalvagedEntry(input.text(), sequence++, kind, new byte[0]));
      } else if (kind == LOG_DATA) {
        input.text();
      } else if (kind != NOTHING) {
        throw new BadFileException("found a write of the unknown kind " + kind);
      }
    }
    if (entries.size() != count) {
      throw new BadFileException("found " + entries.size() + " writes, expected " + count);
    }
    return entries;
  }
}
