package dev.keyfold.store.rocksdb.salvage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A manifest: the list of changes to the files of the store, one record each. */
final class Manifest {
  private static final int COMPARATOR = 1;
  private static final int LOG_NUMBER = 2;
  private static final int COMPACT_CURSOR = 5;
  private static final int DELETED_FILE = 6;
  private static final int NEW_FILE = 103;
  private static final int FAMILY_NAME = 201;
  private static final int FAMILY_DROP = 202;
  private static final int BLOB_ADDED = 400;
  private static final int BLOB_GARBAGE = 401;
  private static final int MAY_BE_SKIPPED = 1 << 13;
  private static final int LOG_ADDED = 8199;
  private static final int LOGS_REMOVED = 8200;

  /**
   * A file of entries that belongs to the store.
   *
   * @param smallest its first key
   * @param largest its last key
   * @param sequence that all its entries have; -1 if they have several. A table that was ingested
   *     does not hold it itself
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Table(long number, int level, byte[] smallest, byte[] largest, long sequence) {}

  private final Map<Long, Table> tables = new TreeMap<>();
  private final TreeMap<Long, Long> logs = new TreeMap<>();
  private final TreeSet<Long> sequences = new TreeSet<>();
  private long firstLog;
  private @Nullable String damage;

  static Manifest read(Path path) throws IOException {
    Manifest manifest = new Manifest();
    LogRecords records = LogRecords.read(path);
    if (!records.damages().isEmpty()) {
      manifest.damage = records.damages().get(0);
    }
    try {
      for (byte[] record : records.records()) {
        manifest.edit(new Input(record));
      }
    } catch (BadFileException e) {
      manifest.damage = e.getMessage();
    }
    if (records.records().isEmpty() && manifest.damage == null) {
      manifest.damage = "it is empty";
    }
    return manifest;
  }

  /** Why what it says is not to be relied on; null if it is. */
  @Nullable String damage() {
    return damage;
  }

  Map<Long, Table> tables() {
    return tables;
  }

  /** Older logs are in tables already. */
  long firstLog() {
    return firstLog;
  }

  /** How many of the numbers, from the first to before the last, are those of whole tables. */
  int sequences(long from, long to) {
    return sequences.subSet(from, to).size();
  }

  /** Logs that were closed, and how long they are at least. */
  Map<Long, Long> logs() {
    return logs;
  }

  private void edit(Input input) throws BadFileException {
    while (input.hasMore()) {
      int tag = input.small();
      switch (tag) {
        case COMPARATOR, FAMILY_NAME -> input.text();
        case LOG_NUMBER -> firstLog = input.varint();
        case COMPACT_CURSOR -> {
          input.varint();
          input.text();
        }
        case DELETED_FILE -> {
          input.varint();
          tables.remove(input.varint());
        }
        case NEW_FILE -> newFile(input);
        case FAMILY_DROP -> {}
        case BLOB_ADDED -> {
          skip(input, 3, 2);
          skipFields(input, 0);
        }
        case BLOB_GARBAGE -> {
          skip(input, 3, 0);
          skipFields(input, 0);
        }
        case LOG_ADDED -> logAdded(new Input(input.text()));
        case LOGS_REMOVED -> logs.headMap(new Input(input.text()).varint()).clear();
        default -> other(tag, input);
      }
    }
  }

  private static void other(int tag, Input input) throws BadFileException {
    if ((tag & MAY_BE_SKIPPED) != 0) {
      input.text();
    } else if (tag == 3
        || tag == 4
        || tag == 9
        || tag == 10
        || tag == 200
        || tag == 203
        || tag == 300) {
      input.varint(); // a number that does not matter here
    } else {
      throw new BadFileException("found a change of the unknown kind " + tag);
    }
  }

  private void newFile(Input input) throws BadFileException {
    int level = input.small();
    long number = input.varint();
    input.varint();
    byte[] smallest = SalvagedEntry.userKey(input.text());
    byte[] largest = SalvagedEntry.userKey(input.text());
    long first = input.varint();
    long last = input.varint();
    skipFields(input, 1);
    long sequence = first == last ? last : -1;
    if (sequence > 0) {
      sequences.add(sequence);
    }
    tables.put(number, new Table(number, level, smallest, largest, sequence));
  }

  private void logAdded(Input input) throws BadFileException {
    long number = input.varint();
    long size = 0;
    for (int tag = input.small(); tag != 1; tag = input.small()) {
      if (tag != 2) {
        throw new BadFileException("found a note on a log of the unknown kind " + tag);
      }
      size = input.varint();
    }
    logs.put(number, size);
  }

  private static void skip(Input input, int numbers, int texts) throws BadFileException {
    for (int i = 0; i < numbers; i++) {
      input.varint();
    }
    for (int i = 0; i < texts; i++) {
      input.text();
    }
  }

  private static void skipFields(Input input, int end) throws BadFileException {
    for (int tag = input.small(); tag != end; tag = input.small()) {
      input.text();
    }
  }
}
