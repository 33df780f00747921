package dev.keyfold.store.testkit;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** A scan and, if not null, the key to leap to after its second entry. */
final class ModelScan {
  private static final int BEFORE_LEAP = 2;

  private final Scan scan;
  private final byte @Nullable [] leap;

  ModelScan(Scan scan, byte @Nullable [] leap) {
    this.scan = scan;
    this.leap = leap;
  }

  /** The scan alone. */
  Scan scan() {
    return scan;
  }

  /** What the scan must give, from a sorted map. */
  List<Map.Entry<byte[], byte[]>> answer(NavigableMap<byte[], byte[]> map) {
    List<Map.Entry<byte[], byte[]>> answer = new ArrayList<>();
    NavigableMap<byte[], byte[]> inRange = directed(StoreModel.sub(map, scan.range()));
    long first = leap == null ? scan.limit() : Math.min(scan.limit(), BEFORE_LEAP);
    inRange.entrySet().stream().limit(first).forEach(answer::add);
    if (leap != null) {
      inRange.entrySet().stream()
          .filter(entry -> atOrBehind(leap, entry.getKey()))
          .limit(scan.limit() - answer.size())
          .forEach(answer::add);
    }
    return answer;
  }

  private NavigableMap<byte[], byte[]> directed(NavigableMap<byte[], byte[]> map) {
    return scan.reversed() ? map.descendingMap() : map;
  }

  private boolean atOrBehind(byte[] leap, byte[] key) {
    int order = Bytes.compare(key, leap);
    return scan.reversed() ? order <= 0 : order >= 0;
  }

  /** What is wrong with the reader's answer; null if nothing is. */
  @Nullable String difference(Reader reader, List<Map.Entry<byte[], byte[]>> answer) {
    int at = 0;
    try (Cursor cursor = reader.scan(scan)) {
      byte[] target = leap; // null when it has leapt
      for (int step = 0; ; step++) {
        if (step == BEFORE_LEAP && target != null) {
          cursor.seek(target);
          target = null;
        }
        if (!cursor.next()) {
          if (target == null) {
            break;
          }
          cursor.seek(target);
          target = null;
          if (!cursor.next()) {
            break;
          }
        }
        if (at >= answer.size()) {
          return "entry " + at + " is " + cursor.key() + ", expected the end";
        }
        Map.Entry<byte[], byte[]> expected = answer.get(at++);
        if (cursor.key().compareTo(expected.getKey()) != 0) {
          return "entry "
              + (at - 1)
              + " is "
              + cursor.key()
              + ", expected "
              + Bytes.toHex(expected.getKey());
        }
        if (cursor.value().compareTo(expected.getValue()) != 0) {
          return "the value of " + cursor.key() + " is another one";
        }
      }
    }
    return at == answer.size()
        ? null
        : "the end after " + at + " entries, expected " + answer.size();
  }

  /** Notes for the model what a transaction has read with this scan. */
  void noteReads(NavigableMap<byte[], byte[]> map, ModelTransaction transaction) {
    if (scan.limit() == 0) {
      return;
    }
    NavigableMap<byte[], byte[]> inRange = directed(StoreModel.sub(map, scan.range()));
    long first = leap == null ? scan.limit() : Math.min(scan.limit(), BEFORE_LEAP);
    List<byte[]> before = inRange.keySet().stream().limit(first).toList();
    note(transaction, null, before, first);
    if (leap != null && scan.limit() > before.size()) {
      long rest = scan.limit() - before.size();
      List<byte[]> after =
          inRange.keySet().stream().filter(key -> atOrBehind(leap, key)).limit(rest).toList();
      note(transaction, leap, after, rest);
    }
  }

  /** From a point, through the keys seen, to the last of them; to the end if they ran out. */
  private void note(
      ModelTransaction transaction, byte @Nullable [] from, List<byte[]> seen, long most) {
    byte[] reached = seen.size() == most ? seen.get(seen.size() - 1) : null;
    byte[] low = scan.reversed() ? reached : from;
    byte[] high = scan.reversed() ? from : reached;
    KeyRange part =
        KeyRange.of(low == null ? new byte[0] : low, high == null ? null : Bytes.next(high));
    KeyRange read = scan.range().intersect(part);
    if (!read.isEmpty()) {
      transaction.readRange(read);
    }
  }

  @Override
  public String toString() {
    return scan + (leap == null ? "" : " leaping to " + Bytes.toHex(leap));
  }
}
