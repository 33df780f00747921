package dev.keyfold.codec.tuple;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.List;

/** Any bytes are a key that encodes to themselves again, or raise the one exception. */
class TupleFuzzTest {
  private static final List<KeySchema> SCHEMAS =
      List.of(
          schema("s string, n int64, id uuid"),
          schema("a bool, b int8, c int16, d int32, e uint8, f uint16, g uint32, h uint64"),
          schema("i integer null first, f float, d double, s string(3), b bytes, c bytes(2)"),
          schema("l list<string null first> null first, m list<list<int64>>"),
          schema("t tuple<x integer, y list<bytes null first>, z tuple<w double null first>>"),
          schema("u list<tuple<k string, v uint64 null first>>, n string null first"));

  private static KeySchema schema(String text) {
    return KeySchema.parse(text, KeyFormats.TUPLE);
  }

  /** The first byte chooses the schema. */
  @FuzzTest
  void keys(byte[] input) {
    if (input.length == 0) {
      return;
    }
    KeySchema schema = SCHEMAS.get((input[0] & 0xFF) % SCHEMAS.size());
    byte[] key = Arrays.copyOfRange(input, 1, input.length);
    KeyFormatException refused = null;
    try {
      same(schema + "", key, schema.encode(schema.decode(key).toArray()));
    } catch (KeyFormatException e) {
      refused = e;
    }
    try {
      same(
          "typed",
          key,
          schema.encode(TupleRecords.readTyped(schema, schema.newReader().reset(key))));
    } catch (KeyFormatException e) {
      if (refused == null) {
        throw new AssertionError(schema + " " + Bytes.toHex(key), e);
      }
    }
    KeyExplanation explanation = new KeyExplainer(schema).explain(key);
    if ((explanation.error() == null) != (refused == null)) {
      throw new AssertionError(schema + " " + Bytes.toHex(key) + ": " + refused);
    }
    int end = 0;
    for (KeyPart part : explanation.parts()) {
      if (part.offset() != end) {
        throw new AssertionError(Bytes.toHex(key) + ": " + explanation.parts());
      }
      end = part.end();
    }
    if (end != key.length) {
      throw new AssertionError(Bytes.toHex(key) + ": " + explanation.parts());
    }
  }

  @FuzzTest
  void tuples(byte[] input) {
    try {
      same("tuple", input, Tuples.pack(Tuples.unpack(input)));
    } catch (KeyFormatException e) {
      // refused
    }
    try {
      byte[] again = Tuples.packWithVersionstamp(Tuples.unpackWithVersionstamp(input));
      same("tuple with a versionstamp to come", input, again);
    } catch (KeyFormatException e) {
      // refused
    }
  }

  private static void same(String what, byte[] bytes, byte[] again) {
    if (!Arrays.equals(bytes, again)) {
      throw new AssertionError(what + ": " + Bytes.toHex(bytes) + " " + Bytes.toHex(again));
    }
  }
}
