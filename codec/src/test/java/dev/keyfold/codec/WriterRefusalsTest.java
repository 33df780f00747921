package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A put that throws leaves the writer as it was: the key continues as if nothing had happened. */
class WriterRefusalsTest {
  private static final Object NO_VALUE = new Object();

  @Test
  void refusedPutsLeaveNothingBehind() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 200; i++) {
            KeySchema schema = RandomSchemas.next(random);
            KeyWriter writer = schema.newWriter();
            for (List<Object> record : RandomValues.records(schema, random, 5)) {
              for (int field = 0; field < schema.size(); field++) {
                refuseEverything(writer, schema.field(field));
                writer.put(record.get(field));
              }
              refuse(() -> writer.put(1), writer);
              refuse(writer::putNull, writer);
              assertThat(writer.toBytes()).isEqualTo(schema.encode(record.toArray()));
            }
          }
        });
  }

  private static void refuseEverything(KeyWriter writer, KeyField field) {
    for (Object bad : bad(field)) {
      refuse(() -> writer.put(bad), writer);
      if (bad instanceof String text && field.type().kind() == KeyType.Kind.STRING) {
        refuse(() -> writer.putString(text), writer);
      }
      if (bad instanceof Instant instant) {
        refuse(() -> writer.putInstant(instant), writer);
      }
    }
    if (!field.order().isNullable()) {
      refuse(writer::putNull, writer);
      refuse(() -> writer.putString(null), writer);
      refuse(() -> writer.putBytes(null), writer);
      refuse(() -> writer.putUuid(null), writer);
      refuse(() -> writer.putInstant(null), writer);
    }
    if (!field.added()) {
      refuse(writer::toBytes, writer);
      refuse(writer::finish, writer);
    }
  }

  /** Values that are refused early, in the middle and at the end of writing them. */
  private static List<Object> bad(KeyField field) {
    List<Object> bad = new ArrayList<>(List.of(NO_VALUE, Thread.State.NEW));
    switch (field.type().kind()) {
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 ->
          bad.add(BigInteger.ONE.shiftLeft(64));
      case INTEGER -> bad.add(BigInteger.ONE.shiftLeft(2_040));
      case DECIMAL_SCALED -> bad.add(BigDecimal.ONE.movePointLeft(601));
      case DECIMAL, DECIMAL_EXACT -> bad.add(1.5);
      case STRING -> bad.addAll(List.of("plain, then \uD800", "\u0000\u00E9\uDC00"));
      case FIXED_BYTES -> bad.add(new byte[field.type().size() + 1]);
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS ->
          bad.addAll(List.of(Instant.MAX, Instant.ofEpochSecond(1, 1)));
      case ENUM -> bad.addAll(List.of("NOBODY", 70_000));
      case LIST -> elements(bad, field.type().fields().get(0));
      case TUPLE -> bad.add(new Object[field.type().fields().size() + 1]);
      default -> bad.add(List.of());
    }
    return bad;
  }

  /** A list that is good up to its last element. */
  private static void elements(List<Object> bad, KeyField element) {
    if (element.type().kind() == KeyType.Kind.STRING) {
      bad.add(List.of("a", "\u0001", "\uD800"));
    }
    bad.add(Arrays.asList(NO_VALUE, null));
  }

  private static void refuse(Runnable put, KeyWriter writer) {
    int length = writer.length();
    String written = writer.toString();
    assertThatThrownBy(put::run).isInstanceOf(KeyValueException.class);
    assertThat(writer.length()).isEqualTo(length);
    assertThat(writer.toString()).isEqualTo(written);
  }

  @Test
  void aKeyThatIsTooLongIsDroppedAndTheWriterStartsAnew() {
    for (int shards : new int[] {0, 7}) {
      KeySchema schema = KeySchema.parse("a int8, b bytes").withShards(shards);
      KeyWriter writer = schema.newWriter();
      byte[] zeros = new byte[Limits.KEY_BYTES / 2]; // two bytes each, and a terminator
      assertThatThrownBy(() -> writer.putLong(1).putBytes(zeros).toBytes())
          .isInstanceOf(KeyValueException.class)
          .hasMessageContaining("at most " + Limits.KEY_BYTES);

      assertThat(writer.putLong(1).putBytes(new byte[1]).toBytes())
          .isEqualTo(schema.encode(1, new byte[1]));
    }
  }

  @Test
  void theBufferIsGoodUntilTheNextChangeAndResetDropsAKey() {
    KeySchema schema = KeySchema.parse("a string, b string");
    KeyWriter writer = schema.newWriter();

    writer.putString("dropped").reset().putString("x").putString("y");
    assertThat(writer.length()).isEqualTo(4);
    assertThat(writer).hasToString("78007900");
    assertThat(Arrays.copyOf(writer.buffer(), writer.finish())).containsExactly(0x78, 0, 0x79, 0);
    assertThat(writer.reset().length()).isZero();
  }
}
