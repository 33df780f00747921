package dev.keyfold.peers.foundationdb;

import com.apple.foundationdb.tuple.Tuple;
import dev.keyfold.codec.tuple.Versionstamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Our items as FoundationDB's, its items as ours, and both as text that tells all of them apart.
 */
final class Theirs {
  private Theirs() {}

  static Tuple tuple(List<?> items) {
    return Tuple.fromList(items.stream().map(Theirs::item).toList());
  }

  private static Object item(Object ours) {
    if (ours instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(inner -> items.add(item(inner)));
      return items;
    }
    if (ours instanceof Versionstamp stamp) {
      return stamp.isComplete()
          ? com.apple.foundationdb.tuple.Versionstamp.complete(
              stamp.transactionVersion(), stamp.userVersion())
          : com.apple.foundationdb.tuple.Versionstamp.incomplete(stamp.userVersion());
    }
    return ours;
  }

  /** A value with its class, a NaN with its bits, whoever it is from. */
  static String text(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Theirs::text).toList().toString();
    }
    if (value instanceof byte[] bytes) {
      return "bytes " + Arrays.toString(bytes);
    }
    if (value instanceof Float f) {
      return "float " + Integer.toHexString(Float.floatToRawIntBits(f));
    }
    if (value instanceof Double d) {
      return "double " + Long.toHexString(Double.doubleToRawLongBits(d));
    }
    if (value instanceof Versionstamp stamp) {
      return "stamp " + Arrays.toString(stamp.toBytes());
    }
    if (value instanceof com.apple.foundationdb.tuple.Versionstamp stamp) {
      return "stamp " + Arrays.toString(stamp.getBytes());
    }
    return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
  }
}
