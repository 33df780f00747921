package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields of delimited keys: a delimiter follows each but the last. */
final class DelimitedGrammar extends Grammar {
  private static final int LONGEST_PADDED = 128;

  private final byte[] delimiter;

  DelimitedGrammar(KeyFormat format, String delimiter) {
    super(format, null);
    this.delimiter = Bytes.parseHex(delimiter);
  }

  int delimiterBytes() {
    return delimiter.length;
  }

  @Override
  List<Option> options(byte[][] keys, int[] offsets) {
    List<Option> options = new ArrayList<>();
    add(options, KeyType.STRING, KeyOrder.ASC, 16);
    add(options, KeyType.INT64, KeyOrder.ASC, 18);
    add(options, KeyType.TIMESTAMP, KeyOrder.ASC, 18);
    add(options, KeyType.UUID, KeyOrder.ASC, 18);
    add(options, KeyType.BYTES, KeyOrder.ASC, 36);
    for (int width = 2; width <= LONGEST_PADDED; width++) {
      if (mayBePadded(keys, offsets, width)) {
        add(options, KeyType.string(width), KeyOrder.ASC, 18);
      }
    }
    return options;
  }

  /** Whether all keys have a boundary there, and at least one ends in a zero byte before it. */
  private boolean mayBePadded(byte[][] keys, int[] offsets, int width) {
    boolean padded = false;
    for (int i = 0; i < keys.length; i++) {
      int end = offsets[i] + width;
      if (end > keys[i].length || (end < keys[i].length && !isDelimiter(keys[i], end))) {
        return false;
      }
      padded |= keys[i][end - 1] == 0;
    }
    return padded;
  }

  private boolean isDelimiter(byte[] key, int at) {
    return at + delimiter.length <= key.length
        && Arrays.equals(key, at, at + delimiter.length, delimiter, 0, delimiter.length);
  }

  private int next(byte[] key, int from) {
    for (int i = from; i + delimiter.length <= key.length; i++) {
      if (isDelimiter(key, i)) {
        return i;
      }
    }
    return NO;
  }

  @Override
  int read(Option option, byte[] key, int offset, boolean last, @Nullable Object[] values, int at) {
    int width = width(option.type);
    int end = width > 0 ? offset + width : next(key, offset);
    if (last) {
      if (width == 0 && end != NO) {
        return doubled(option, key, offset, values, at);
      }
      if (width > 0 && end != key.length) {
        return NO;
      }
      return content(option, key, offset, key.length, values, at) ? key.length : NO;
    }
    if (end == NO || end > key.length || !isDelimiter(key, end)) {
      return NO;
    }
    return content(option, key, offset, end, values, at) ? end + delimiter.length : NO;
  }

  /** The rest with its delimiters doubled, which the only field without a fixed width may have. */
  private int doubled(Option option, byte[] key, int offset, @Nullable Object[] values, int at) {
    byte[] rest = new byte[key.length - offset];
    int length = 0;
    for (int i = offset; i < key.length; i++) {
      rest[length++] = key[i];
      if (isDelimiter(key, i)) {
        if (!isDelimiter(key, i + delimiter.length)) {
          return NO;
        }
        for (int k = 1; k < delimiter.length; k++) {
          rest[length++] = delimiter[k];
        }
        i += 2 * delimiter.length - 1;
      }
    }
    return content(option, rest, 0, length, values, at) ? key.length : NO;
  }

  private static int width(KeyType type) {
    return switch (type.kind()) {
      case STRING -> type.size();
      case BYTES -> 0;
      case UUID -> 16;
      default -> 8;
    };
  }

  private boolean content(
      Option option, byte[] key, int from, int to, @Nullable Object[] values, int at) {
    Kind kind = option.type.kind();
    if (kind == Kind.BYTES) {
      values[at] = Arrays.copyOfRange(key, from, to);
      return true;
    }
    if (kind == Kind.STRING && option.type.size() == 0) {
      if (Utf8.indexOfMalformed(key, from, to) >= 0) {
        return false;
      }
      values[at] = new String(key, from, to - from, StandardCharsets.UTF_8);
      return true;
    }
    try {
      KeyReader reader = option.last.reset(key, from, to - from);
      values[at] = reader.get();
      return reader.offset() == to - from;
    } catch (dev.keyfold.codec.KeyException e) {
      return false;
    }
  }
}
