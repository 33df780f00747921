package dev.keyfold.codec.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.PublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records as keys, from the side of the program that declares them. */
class RecordCodecTest {
  private static final UUID ID = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");
  private static final Instant AT = Instant.ofEpochMilli(1_737_100_800_000L);

  private record PrivateKey(String userId, @Desc @Scale(3) Instant at, UUID id) {}

  record Refusing(int number, String text) {
    Refusing {
      if (number < 0) {
        throw new IllegalStateException("number is negative");
      }
      Objects.requireNonNull(text, "text");
    }
  }

  record Inner(int a, long b) {
    Inner {
      if (a > b) {
        throw new ArithmeticException("a > b");
      }
    }
  }

  record Outer(List<Inner> inners) {}

  @Test
  void privatePublicAndLocalRecordsGiveTheBytesOfTheTextSchema() {
    record LocalKey(String userId, @Desc @Scale(3) Instant at, UUID id) {}
    KeySchema schema = KeySchema.parse("userId string, at timestamp desc, id uuid");
    byte[] key = schema.encode("USR_12345", AT, ID);

    checkBothWays(KeyCodec.of(LocalKey.class), new LocalKey("USR_12345", AT, ID), schema, key);
    checkBothWays(KeyCodec.of(PrivateKey.class), new PrivateKey("USR_12345", AT, ID), schema, key);
    checkBothWays(KeyCodec.of(PublicKey.class), new PublicKey("USR_12345", AT, ID), schema, key);
    checkBothWays(
        KeyCodec.of(PublicKey.Inside.class),
        new PublicKey.Inside("USR_12345", AT, ID),
        schema,
        key);
  }

  private static <R extends Record> void checkBothWays(
      KeyCodec<R> codec, R record, KeySchema schema, byte[] key) {
    assertThat(codec.schema()).isEqualTo(schema);
    assertThat(codec.encode(record)).isEqualTo(key);
    assertThat(codec.decode(key)).isEqualTo(record);

    KeyWriter writer = codec.schema().newWriter();
    codec.write(record, writer);
    assertThat(writer.toBytes()).isEqualTo(key);
    assertThat(codec.read(codec.schema().newReader().reset(key))).isEqualTo(record);
  }

  @Test
  void shardsAndFormatAreThoseOfTheSchema() {
    KeyCodec<PrivateKey> codec = KeyCodec.of(PrivateKey.class);
    PrivateKey record = new PrivateKey("USR_12345", AT, ID);

    for (KeyCodec<PrivateKey> sharded :
        List.of(
            codec.withShards(256), codec.withShards(256, 2), codec.withFormat(KeyFormats.NATIVE))) {
      byte[] key = sharded.schema().encode("USR_12345", AT, ID);
      assertThat(sharded.encode(record)).isEqualTo(key);
      assertThat(sharded.decode(key)).isEqualTo(record);
    }
    assertThat(codec.withShards(256).schema().shards()).isEqualTo(256);
    assertThat(codec.withShards(256, 2).schema().shardBy()).isEqualTo(2);
  }

  @Test
  void aConstructorThatThrowsMakesTheKeyMalformed() {
    KeyCodec<Refusing> codec = KeyCodec.of(Refusing.class);
    byte[] key = codec.schema().encode(-1, "x");

    assertThatThrownBy(() -> codec.decode(key))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(
            "found values that Refusing refuses: number is negative, expected a record it accepts")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aConstructorOfANestedRecordThatThrowsMakesTheKeyMalformed() {
    KeyCodec<Outer> codec = KeyCodec.of(Outer.class);
    byte[] key = codec.schema().encode(List.of(List.of(1, 2), List.of(2, 1)));

    assertThatThrownBy(() -> codec.decode(key))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("a > b")
        .hasCauseInstanceOf(ArithmeticException.class);
  }

  @Test
  void whatFollowsTheRecordIsRefused() {
    KeyCodec<Refusing> codec = KeyCodec.of(Refusing.class);

    assertThatThrownBy(() -> codec.decode(Bytes.parseHex("80000001610000")))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("at offset 6: found 1 more bytes, expected the end of the key after 2 fields");
    assertThatThrownBy(() -> codec.decode(Bytes.parseHex("8000")))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageStartingWith("field number at offset 0: found 2 bytes up to the end");
  }

  @Test
  void aNullComponentThatMayNotBeNullIsRefused() {
    KeyCodec<PrivateKey> codec = KeyCodec.of(PrivateKey.class);

    assertThatThrownBy(() -> codec.encode(new PrivateKey("u", null, ID)))
        .isInstanceOf(KeyValueException.class)
        .hasMessage(
            "field at at offset 2: found null, expected a value: the field is not nullable");
    assertThat(codec.decode(codec.encode(new PrivateKey("u", AT, ID))).userId()).isEqualTo("u");
  }

  @Test
  void addedComponentsReadKeysThatWereWrittenBeforeThem() {
    record Before(String name) {}
    record After(String name, @Added @Nulls(Nulls.Placement.FIRST) Integer rank) {}
    byte[] old = KeyCodec.of(Before.class).encode(new Before("x"));

    assertThat(KeyCodec.of(After.class).decode(old)).isEqualTo(new After("x", null));
    assertThat(KeyCodec.of(After.class).encode(new After("x", null))).isEqualTo(old);
    assertThat(Bytes.toHex(KeyCodec.of(After.class).encode(new After("x", 1))))
        .isEqualTo("78000280000001");
  }
}
