package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes one tuple without a schema: the class of an item decides its code. */
final class TuplePacker {
  private byte[] buf;
  private int pos;
  private int stampAt = -1;

  TuplePacker(byte[] prefix) {
    Tuples.checkLength(prefix.length);
    buf = Arrays.copyOf(prefix, prefix.length + 64);
    pos = prefix.length;
  }

  /** Where the transaction version of the incomplete versionstamp is; -1 if none exists. */
  int stampAt() {
    return stampAt;
  }

  /** What was written, with some zero bytes after it. */
  byte[] bytes(int more) {
    Tuples.checkLength(pos);
    return Arrays.copyOf(buf, pos + more);
  }

  void items(List<?> items) {
    for (int i = 0; i < items.size(); i++) {
      item("[" + i + "]", 0, items.get(i));
    }
  }

  private void nested(String path, int depth, List<?> items) {
    if (depth > Limits.NESTING) {
      throw refused(path, "lists nested " + depth + " deep", "at most " + Limits.NESTING);
    }
    ensure(1);
    buf[pos++] = Codes.NESTED;
    for (int i = 0; i < items.size(); i++) {
      item(path + "[" + i + "]", depth, items.get(i));
    }
    ensure(1);
    buf[pos++] = Codes.END;
  }

  private void item(String path, int depth, @Nullable Object value) {
    ensure(Items.SCALAR_ROOM);
    if (value == null) {
      buf[pos++] = Codes.NULL;
      if (depth > 0) {
        buf[pos++] = Codes.NOT_THE_END;
      }
    } else if (value instanceof String text) {
      string(path, text);
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      pos = Items.writeLong(buf, pos, ((Number) value).longValue());
    } else if (value instanceof byte[] bytes) {
      room(path, bytes.length, Items.contentRoom(Math.min(bytes.length, Limits.KEY_BYTES)));
      pos = Items.writeBytes(buf, pos, bytes, 0, bytes.length);
    } else if (value instanceof BigInteger integer) {
      integer(path, integer);
    } else if (value instanceof Boolean bool) {
      pos = Items.writeBoolean(buf, pos, bool);
    } else if (value instanceof Float number) {
      pos = Items.writeFloat(buf, pos, number);
    } else if (value instanceof Double number) {
      pos = Items.writeDouble(buf, pos, number);
    } else if (value instanceof UUID uuid) {
      pos =
          Items.writeUuid(buf, pos, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    } else if (value instanceof Versionstamp stamp) {
      stamp(path, stamp);
    } else if (value instanceof List<?> list) {
      nested(path, depth + 1, list);
    } else {
      throw unknown(path, value);
    }
  }

  private void string(String path, String text) {
    room(path, text.length(), Items.textRoom(Math.min(text.length(), Limits.KEY_BYTES)));
    int end = Items.writeString(buf, pos, text);
    if (end < 0) {
      throw refused(path, "an unpaired surrogate at character " + ~end, "text that UTF-8 can hold");
    }
    pos = end;
  }

  private void integer(String path, BigInteger value) {
    int bytes = Items.bytesOf(value);
    if (bytes > Limits.INTEGER_BYTES) {
      throw refused(path, "an integer of " + bytes + " bytes", "at most " + Limits.INTEGER_BYTES);
    }
    ensure(Items.room(value));
    pos = Items.writeInteger(buf, pos, value);
  }

  private void stamp(String path, Versionstamp stamp) {
    buf[pos] = Codes.VERSIONSTAMP;
    if (!stamp.isComplete()) {
      if (stampAt >= 0) {
        throw refused(
            path, "a second incomplete versionstamp", "one: the database completes one place");
      }
      stampAt = pos + 1;
    }
    System.arraycopy(stamp.toBytes(), 0, buf, pos + 1, Versionstamp.BYTES);
    pos += 1 + Versionstamp.BYTES;
  }

  private KeyValueException unknown(String path, Object value) {
    String found = Values.brief(value) + " (" + value.getClass().getSimpleName() + ")";
    return value instanceof BigDecimal
        ? refused(path, found, "no decimal: the tuple layer has no code for one")
        : refused(
            path,
            found,
            "null, byte[], String, an integer, Float, Double, Boolean, UUID, Versionstamp or List");
  }

  private KeyValueException refused(String path, String found, String expected) {
    return new KeyValueException(path, pos, found, expected);
  }

  private void room(String path, int length, int bytes) {
    if (length > Limits.KEY_BYTES) {
      throw refused(path, "a value of length " + length, "at most " + Limits.KEY_BYTES);
    }
    ensure(bytes);
  }

  private void ensure(int bytes) {
    if (buf.length - pos < bytes) {
      Tuples.checkLength(pos);
      buf = Arrays.copyOf(buf, Math.max(2 * buf.length, pos + bytes));
    }
  }
}
