package dev.keyfold.codec.compound;

import static dev.keyfold.codec.compound.CompoundFormat.KEY;
import static dev.keyfold.codec.compound.CompoundFormat.KIND;
import static dev.keyfold.codec.compound.CompoundFormat.SUB;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes compound keys. The colon is written with the kind and the NUL with the key, so that the
 * bytes so far are exactly what all keys with these leading fields begin with.
 */
final class CompoundWriter extends KeyWriter {
  private final boolean escaped;
  private final boolean positions;

  /** The kind of the row; means nothing before the first field is written. */
  private Prefix kind = Prefix.T;

  CompoundWriter(KeySchema schema, boolean escaped) {
    super(schema);
    this.escaped = escaped;
    this.positions = schema.field(SUB).type().equals(KeyType.DOUBLE);
  }

  private KeyValueException refused(int field, String found, String expected) {
    return new KeyValueException(schema.field(field).name(), pos, found, expected);
  }

  @Override
  protected void encodeString(int field, String value) {
    if (field == KIND) {
      writeKind(value);
      return;
    }
    int length = value.length();
    if (length > Limits.KEY_BYTES) {
      checkLength(schema.field(field).name(), length);
    }
    ensure(length + 1);
    if (field == KEY ? writePlainKey(value, length) : kind.hasSub && writePlain(value, length)) {
      close(field, pos + length);
      return;
    }
    int unpaired = Utf8.indexOfUnpaired(value);
    if (unpaired >= 0) {
      throw refused(
          field, "an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    byte[] content = value.getBytes(StandardCharsets.UTF_8);
    encodeBytes(field, content, 0, content.length);
  }

  /** Writes a sub-key as if it were ASCII, and says whether it is. */
  private boolean writePlain(String value, int length) {
    byte[] out = buf;
    int p = pos;
    int other = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      other |= c;
      out[p + i] = (byte) c;
    }
    return (other & ~0x7F) == 0;
  }

  /** Writes a key as if it were ASCII without NUL and %, and says whether it is. */
  private boolean writePlainKey(String value, int length) {
    byte[] out = buf;
    int p = pos;
    int percents = 0;
    int other = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      other |= c | (c - 1);
      percents |= (c ^ '%') - 1;
      out[p + i] = (byte) c;
    }
    return (other & ~0x7F) == 0 && (percents >= 0 || !escaped);
  }

  private void writeKind(String value) {
    Prefix found = Prefix.ofKind(value);
    if (found == null) {
      throw refused(
          KIND, "the kind '" + Values.brief(value) + "'", "one of H, S, Z, L, T, LM and PM");
    }
    String mismatch = CompoundFormat.mismatch(positions, found);
    if (mismatch != null) {
      throw refused(KIND, "the kind " + found, mismatch);
    }
    kind = found;
    ensure(found.length);
    found.write(buf, pos);
    pos += found.length;
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    checkLength(schema.field(field).name(), length);
    if (field == SUB) {
      checkHasSub("a value");
      ensure(length);
      System.arraycopy(value, offset, buf, pos, length);
      pos += length;
      return;
    }
    ensure(CompoundKeyText.room(length) + 1);
    int end = CompoundKeyText.write(escaped, value, offset, offset + length, buf, pos);
    if (end < 0) {
      throw refused(
          field,
          "a NUL at byte " + (~end - offset),
          "none: unescaped, it could not be told from the separator; compound escapes it");
    }
    close(field, end);
  }

  private void close(int field, int p) {
    if (field == KEY && kind.hasSub) {
      buf[p] = 0;
      pos = p + 1;
    } else {
      pos = p;
    }
  }

  private void checkHasSub(String found) {
    if (!kind.hasSub) {
      throw refused(SUB, found, "null: rows of the kind " + kind + " have no sub-key");
    }
  }

  @Override
  protected void encodeDouble(int field, double value) {
    checkHasSub(Double.toString(value));
    ensure(ListPosition.BYTES);
    ListPosition.write(schema.field(field).name(), pos, value, buf, pos);
    pos += ListPosition.BYTES;
  }

  /** Whatever the schema says: it is the kind that decides. */
  @Override
  protected boolean takesNull(int field) {
    return field == SUB;
  }

  @Override
  protected void encodeNull(int field) {
    if (kind.hasSub) {
      throw refused(field, "null", "a value: rows of the kind " + kind + " have a sub-key");
    }
  }

  // ---- bounds

  @Override
  protected void chooseShard(int shard) {
    throw new IllegalStateException("compound has no shards");
  }

  /** Whether the bytes so far are a whole key, after which no other row of it can follow. */
  private boolean isWhole() {
    return written() > SUB || (written() > KEY && !kind.hasSub);
  }

  @Override
  protected byte[] prefixStart() {
    return Arrays.copyOf(buf, pos);
  }

  @Override
  protected byte @Nullable [] prefixEnd() {
    return isWhole() ? Arrays.copyOf(prefixStart(), pos + 1) : Bytes.successor(buf, pos);
  }

  @Override
  protected void checkOrdered(int field) {
    if (field == KEY && escaped) {
      throw refused(
          KEY,
          "a range",
          "an equality or a beginning: escaped keys do not sort like keys (NUL is %00)");
    }
  }

  @Override
  protected byte @Nullable [] presentStart() {
    checkOrdered(written());
    return isWhole() ? null : prefixStart(); // without sub-key, none of them is not null
  }

  @Override
  protected byte @Nullable [] presentEnd() {
    return prefixEnd();
  }

  @Override
  protected KeyRange beginningWith(byte[] content) {
    if (isWhole()) {
      return KeyRange.of(prefixStart(), prefixStart());
    }
    if (written() != KEY) {
      byte[] bound = Arrays.copyOf(buf, pos + content.length);
      System.arraycopy(content, 0, bound, pos, content.length);
      return KeyRange.prefix(bound);
    }
    byte[] bound = Arrays.copyOf(buf, pos + CompoundKeyText.room(content.length));
    int end = CompoundKeyText.write(escaped, content, 0, content.length, bound, pos);
    return end < 0
        ? KeyRange.of(prefixStart(), prefixStart()) // no key has a NUL
        : KeyRange.prefix(Arrays.copyOf(bound, end));
  }
}
