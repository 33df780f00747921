package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The key range of a prefix condition on a field: exactly the keys whose field begins with the
 * content. A prefix without such a range is rejected.
 */
final class FieldPrefixes {
  private FieldPrefixes() {}

  /** Null if no value can begin with the content. */
  static @Nullable KeyRange range(
      DelimitedLayout layout, KeyField field, int index, byte[] head, byte[] content) {
    int length = content.length;
    if (!layout.doubles(index) && layout.indexOfDelimiter(content, 0, length) >= 0) {
      return null;
    }
    boolean endsInZero = length > 0 && content[length - 1] == 0;
    int width = layout.widths[index];
    if (endsInZero && width == 0 && index != layout.last && layout.delimiterBytes == 2) {
      throw new KeyValueException(
          field.name(),
          -1,
          "a prefix that ends in 00",
          "another end: the delimiter 0001 after a shorter value begins so, too");
    }
    byte[] bytes = Arrays.copyOf(head, head.length + Math.max(2 * length, width));
    int end = layout.writeDoubled(content, 0, length, bytes, head.length);
    KeyRange beginning = KeyRange.prefix(Arrays.copyOf(bytes, end));
    if (width == 0) {
      return beginning;
    }
    if (end - head.length > width) {
      return null;
    }
    // The shorter value whose padding looks like the end of the content is the lowest of them.
    byte[] padded = Arrays.copyOf(bytes, head.length + width);
    byte[] after = endsInZero ? Bytes.successor(padded) : null;
    return after == null ? beginning : KeyRange.of(after, beginning.end());
  }
}
