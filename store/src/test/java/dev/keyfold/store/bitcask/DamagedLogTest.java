package dev.keyfold.store.bitcask;

import static dev.keyfold.testkit.FerricLogWriter.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.FerricLogWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small log, damaged in every place: every intact record is found, and nothing else. */
class DamagedLogTest {
  @TempDir Path data;

  /** One write, and its bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Written(String key, String value, byte[] bytes) {}

  private static List<Written> small() {
    List<Written> records = new ArrayList<>();
    // Of the same size, so that a damaged size can lead to the beginning of another record.
    for (String key : List.of("aa", "bb", "aa", "cc", "bb", "dd")) {
      String value = "value " + records.size() + " of " + key;
      records.add(new Written(key, value, FerricLogWriter.record(5, 0, bytes(key), bytes(value))));
      if (records.size() == 4) {
        records.add(new Written("aa", null, FerricLogWriter.tombstone(5, bytes("aa"))));
      }
    }
    records.add(
        new Written(
            "ee",
            "x".repeat(70),
            FerricLogWriter.record(5, 0, bytes("ee"), bytes("x".repeat(70)))));
    records.add(new Written("e", "", FerricLogWriter.record(5, 1L << 40, bytes("e"), bytes(""))));
    return records;
  }

  private static byte[] join(List<Written> records) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    records.forEach(record -> all.writeBytes(record.bytes()));
    return all.toByteArray();
  }

  /** What the records without those of the given numbers leave. */
  private static Map<String, String> without(List<Written> records, int from, int to) {
    Map<String, String> entries = new HashMap<>();
    for (int i = 0; i < records.size(); i++) {
      if (i >= from && i < to) {
        continue;
      }
      Written record = records.get(i);
      if (record.value() == null) {
        entries.remove(record.key());
      } else {
        entries.put(record.key(), record.value());
      }
    }
    return entries;
  }

  private static int indexAt(List<Written> records, int offset) {
    int index = 0;
    for (int end = records.get(0).bytes().length; end <= offset; ) {
      end += records.get(++index).bytes().length;
    }
    return index;
  }

  private void check(byte[] log, Map<String, String> expected, String what) throws IOException {
    check(log, expected, what, true);
  }

  private void check(byte[] log, Map<String, String> expected, String what, boolean damaged)
      throws IOException {
    Path file = new FerricLogWriter(data).log(0, 0);
    Files.createDirectories(file.getParent());
    Files.write(file, log);
    try (BitcaskStore store = Contents.open(data)) {
      assertThat(Contents.of(store)).as(what).isEqualTo(expected);
      BitcaskReport report = store.report();
      assertThat(report.damaged() + report.tornTails()).as(what).isEqualTo(damaged ? 1 : 0);
    }
  }

  @Test
  void everyByteChanged() throws IOException {
    List<Written> records = small();
    byte[] log = join(records);
    for (int at = 0; at < log.length; at++) {
      int index = indexAt(records, at);
      for (int mask : new int[] {0x01, 0x40, 0x80, 0xFF}) {
        byte[] damaged = log.clone();
        damaged[at] ^= (byte) mask;
        check(damaged, without(records, index, index + 1), at + " xor " + mask);
      }
    }
  }

  /** Within records: at a boundary it can be taken from either, if both bytes are the same. */
  @Test
  void everyByteRemoved() throws IOException {
    List<Written> records = small();
    byte[] log = join(records);
    for (int at = 0; at < log.length - 1; at++) {
      int index = indexAt(records, at);
      if (index == indexAt(records, at + 1)) {
        byte[] less = Arrays.copyOf(log, log.length - 1);
        System.arraycopy(log, at + 1, less, at, less.length - at);
        check(less, without(records, index, index + 1), "without " + at);
      }
    }
  }

  @Test
  void everyLengthOfATornTail() throws IOException {
    List<Written> records = small();
    byte[] log = join(records);
    for (int length = 1; length < log.length; length++) {
      int index = indexAt(records, length);
      boolean atBoundary = length == join(records.subList(0, index)).length;
      check(
          Arrays.copyOf(log, length),
          without(records, index, records.size()),
          "the first " + length,
          !atBoundary);
    }
  }

  @Test
  void aTailOfZerosIsTold() throws IOException {
    List<Written> records = small();
    byte[] log = join(records);
    check(Arrays.copyOf(log, log.length + 5_000), without(records, 0, 0), "zeros");
  }

  @Test
  void severalDamagedRecordsInARow() throws IOException {
    List<Written> records = small();
    byte[] log = join(records);
    for (int first = 0; first < records.size(); first++) {
      for (int last = first; last < records.size(); last++) {
        byte[] damaged = log.clone();
        for (int i = first; i <= last; i++) {
          damaged[join(records.subList(0, i)).length + 26] ^= 1; // in the key
        }
        check(damaged, without(records, first, last + 1), first + " to " + last);
      }
    }
  }

  /** A copy of a log in a value does not come to life when the record around it is damaged. */
  @Test
  void aRecordWithinAValueStaysAValue() throws IOException {
    byte[] inner = FerricLogWriter.record(5, 0, bytes("phantom"), bytes("boo"));
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.writeBytes(bytes("before"));
    value.writeBytes(inner);
    value.writeBytes(inner);
    value.writeBytes(bytes("after"));
    byte[] outer = FerricLogWriter.record(5, 0, bytes("outer"), value.toByteArray());
    List<Written> records =
        List.of(
            new Written("first", "1", FerricLogWriter.record(5, 0, bytes("first"), bytes("1"))),
            new Written("outer", null, outer),
            new Written("last", "2", FerricLogWriter.record(5, 0, bytes("last"), bytes("2"))));
    byte[] log = join(records);
    int start = records.get(0).bytes().length;
    for (int at = start; at < start + outer.length; at++) {
      if (at < start + 20 || at >= start + 26) { // not in the sizes
        byte[] damaged = log.clone();
        damaged[at] ^= 0x10;
        check(damaged, Map.of("first", "1", "last", "2"), "damaged at " + at);
        byte[] alone = Arrays.copyOf(damaged, start + outer.length);
        check(alone, Map.of("first", "1"), "the last one, damaged at " + at);
      }
    }
  }

  @Test
  void largeRecordsAreReadInParts() throws IOException {
    String large = "0123456789".repeat(300_000);
    List<Written> records = new ArrayList<>();
    for (String key : List.of("a", "b", "c")) {
      records.add(new Written(key, large, FerricLogWriter.record(5, 0, bytes(key), bytes(large))));
      records.add(
          new Written(key + "2", "s", FerricLogWriter.record(5, 0, bytes(key + "2"), bytes("s"))));
    }
    byte[] log = join(records);
    check(log, without(records, 0, 0), "intact", false);
    byte[] damaged = log.clone();
    damaged[log.length / 2] ^= 1;
    int index = indexAt(records, log.length / 2);
    check(damaged, without(records, index, index + 1), "damaged in the middle");
  }
}
