package dev.keyfold.cli.entry;

import dev.keyfold.cli.key.HexText;
import dev.keyfold.cli.key.JsonArrays;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The notation of keys on the command line and in the output; output is valid input. A text that is
 * no key is a {@link BadInputException} or a {@link dev.keyfold.codec.KeyException}.
 */
interface KeyNotation {
  /** A whole key. */
  byte[] key(String text) throws IOException;

  /** The ranges of the keys that begin like this, in key order. */
  List<KeyRange> prefix(String text) throws IOException;

  /** Where keys that begin like this start. */
  byte[] bound(String text) throws IOException;

  /** The key as text or as a list of values, as JSON takes them. */
  Object write(byte[] key);

  /** Text with escapes; see {@link EscapedText}. */
  KeyNotation TEXT =
      new Plain() {
        @Override
        public byte[] key(String text) {
          return EscapedText.read(text);
        }

        @Override
        public Object write(byte[] key) {
          return EscapedText.write(key);
        }
      };

  /** Hexadecimal digits. */
  KeyNotation HEX =
      new Plain() {
        @Override
        public byte[] key(String text) {
          return HexText.parse(text);
        }

        @Override
        public Object write(byte[] key) {
          return Bytes.toHex(key);
        }
      };

  /** A notation of bytes: a part of a key is written like a key. */
  abstract class Plain implements KeyNotation {
    @Override
    public List<KeyRange> prefix(String text) throws IOException {
      return List.of(KeyRange.prefix(key(text)));
    }

    @Override
    public byte[] bound(String text) throws IOException {
      return key(text);
    }
  }

  /** JSON arrays of the values of a key, or of its leading fields. Not thread-safe. */
  final class Fields implements KeyNotation {
    private final KeySchema schema;
    private final KeyReader reader;

    Fields(KeySchema schema) {
      this.schema = schema;
      this.reader = schema.newReader();
    }

    @Override
    public byte[] key(String text) throws IOException {
      return schema.encode(JsonArrays.whole(schema, text).toArray());
    }

    @Override
    public List<KeyRange> prefix(String text) throws IOException {
      List<Object> values = JsonArrays.leading(schema, text);
      KeySelection selection = schema.select();
      for (int i = 0; i < values.size(); i++) {
        selection.eq(schema.field(i).name(), values.get(i));
      }
      return selection.ranges();
    }

    @Override
    public byte[] bound(String text) throws IOException {
      if (schema.shards() > 0) {
        throw new BadInputException(
            "found a schema with shards, expected one without: a range of values is in every shard;"
                + " use --prefix");
      }
      return prefix(text).get(0).start();
    }

    @Override
    public Object write(byte[] key) {
      Object[] values = reader.reset(key, 0, key.length).getAll();
      for (int i = 0; i < values.length; i++) {
        values[i] = ValueText.write(schema.field(i).type(), values[i]);
      }
      return Arrays.asList(values);
    }
  }
}
