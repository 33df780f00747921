package dev.keyfold.codec.compound;

import static dev.keyfold.codec.compound.CompoundFormat.KEY;
import static dev.keyfold.codec.compound.CompoundFormat.KIND;
import static dev.keyfold.codec.compound.CompoundFormat.SUB;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads compound keys. Only what {@link CompoundWriter} writes is accepted, so that bytes which
 * decode encode to the same bytes again.
 */
final class CompoundReader extends KeyReader {
  private final boolean escaped;
  private final boolean positions;

  CompoundReader(KeySchema schema, boolean escaped) {
    super(schema);
    this.escaped = escaped;
    this.positions = schema.field(SUB).type().equals(KeyType.DOUBLE);
  }

  private RuntimeException bad(int field, int at, String found, String expected) {
    return malformed(schema.field(field).name(), at, found, expected);
  }

  /** The kind, found again from the first bytes wherever the reader is. */
  private Prefix kind() {
    Prefix kind = Prefix.of(buf, start, end);
    if (kind == null || !kind.written) {
      throw bad(KIND, start, "no kind", "H:, S:, Z:, L:, T:, LM: or PM: at the start");
    }
    String mismatch = CompoundFormat.mismatch(positions, kind);
    if (mismatch != null) {
      throw bad(KIND, start, "the kind " + kind, mismatch);
    }
    return kind;
  }

  /** Where the key part at pos ends: at a NUL if a sub-key follows, else at the end. */
  private int keyEnd(Prefix kind) {
    int stop = CompoundKeyText.end(buf, pos, end);
    if (kind.hasSub && stop == end) {
      throw bad(KEY, end, "the end of the key", "a NUL and a sub-key after " + kind + ":");
    }
    if (!kind.hasSub && stop < end) {
      throw bad(KEY, stop, "a NUL", "the end of the key: " + kind + ": has no sub-key");
    }
    return stop;
  }

  @Override
  protected void skipFields(int from, int to) {
    for (int i = from; i < to; i++) {
      Prefix kind = kind();
      switch (i) {
        case KIND -> pos = start + kind.length;
        case KEY -> pos = keyEnd(kind) + (kind.hasSub ? 1 : 0);
        default -> pos = end;
      }
    }
  }

  @Override
  protected boolean decodeIsNull(int field) {
    return field == SUB && !kind().hasSub;
  }

  @Override
  protected @Nullable String decodeString(int field) {
    if (field == KIND) {
      Prefix kind = kind();
      pos = start + kind.length;
      return kind.name();
    }
    int from = pos;
    byte[] content = decodeBytes(field);
    if (content == null) {
      return null;
    }
    int wrong = Utf8.indexOfMalformed(content, 0, content.length);
    if (wrong >= 0) {
      throw bad(
          field,
          from,
          "the byte " + Bytes.toHex(content[wrong]) + " at position " + wrong + " of the text",
          "UTF-8");
    }
    return new String(content, StandardCharsets.UTF_8);
  }

  @Override
  protected byte @Nullable [] decodeBytes(int field) {
    Prefix kind = kind();
    if (field == SUB) {
      if (!kind.hasSub) {
        return null;
      }
      int from = pos;
      pos = end;
      return copy(from, end);
    }
    int stop = keyEnd(kind);
    byte[] out = new byte[stop - pos];
    int length = CompoundKeyText.read(escaped, buf, pos, stop, out);
    if (length < 0) {
      throw bad(
          KEY,
          ~length,
          "% not followed by 25 or 00",
          "%25 for a percent sign or %00 for a NUL; keys of the older revision:"
              + " compound:unescaped");
    }
    pos = stop + (kind.hasSub ? 1 : 0);
    return length == out.length ? out : Arrays.copyOf(out, length);
  }

  @Override
  protected double decodeDouble(int field) {
    if (decodeIsNull(field)) {
      throw new KeyValueException(
          schema.field(field).name(), -1, "null", "a value; ask isNull() first, or use get()");
    }
    if (end - pos != ListPosition.BYTES || !ListPosition.isValid(buf, pos)) {
      throw bad(field, pos, "no position in " + (end - pos) + " bytes", ListPosition.WHAT);
    }
    double value = ListPosition.readDouble(buf, pos);
    if (!ListPosition.isExact(buf, pos, value)) {
      throw bad(
          field,
          pos,
          "the position " + ListPosition.text(buf, pos),
          "one that a double has; CompoundKeys and ListPosition read it exactly");
    }
    pos = end;
    return value;
  }
}
