package dev.keyfold.codec.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.Added;
import dev.keyfold.codec.Code;
import dev.keyfold.codec.Desc;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Nulls;
import dev.keyfold.codec.Nulls.Placement;
import dev.keyfold.codec.Scale;
import dev.keyfold.codec.Unsigned;
import dev.keyfold.codec.Width;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.codec.testing.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The generated class and the method handles of a record class do the same: same bytes, same
 * records, for whatever values. And both write what the schema's own values are.
 */
class RecordBindingsTest {
  private enum Status {
    @Code(7)
    NEW,
    @Code(3)
    PAID {
      @Override
      public String toString() {
        return "a constant with a body, and a text that is not its name";
      }
    },
    @Code(65_535)
    GONE
  }

  private record Point(int x, @Desc @Nulls(Placement.LAST) String label) {}

  private record Primitives(
      boolean flag,
      byte b,
      short s,
      int i,
      long l,
      float f,
      double d,
      @Unsigned byte ub,
      @Unsigned short us,
      @Unsigned int ui,
      @Unsigned long ul) {}

  private record Boxes(
      Boolean flag,
      Byte b,
      @Desc Short s,
      @Nulls(Placement.FIRST) Integer i,
      @Desc @Nulls(Placement.LAST) Long l,
      @Nulls(Placement.LAST) Float f,
      @Desc Double d,
      @Unsigned Byte ub,
      @Unsigned @Desc Short us,
      @Unsigned @Nulls(Placement.LAST) Integer ui,
      @Unsigned Long ul) {}

  @SuppressWarnings("ArrayRecordComponent")
  private record Objects(
      @Desc String text,
      @Width(4) @Nulls(Placement.FIRST) String narrow,
      byte[] bytes,
      @Width(2) @Desc byte[] fixed,
      @Nulls(Placement.LAST) UUID id,
      BigInteger big,
      @Nulls(Placement.LAST) BigDecimal decimal,
      @Scale(exact = true) BigDecimal exact,
      @Scale(value = 2, precision = 20) BigDecimal money,
      Instant nanos,
      @Scale(3) Instant millis,
      @Scale(6) @Desc @Nulls(Placement.FIRST) Instant micros,
      LocalDate day,
      LocalTime time,
      Status status,
      @Nulls(Placement.FIRST) @Desc Status other) {}

  private record Nested(
      Point point,
      @Nulls(Placement.FIRST) @Desc Point maybe,
      List<String> names,
      @Desc List<@Nulls(Placement.LAST) Point> points,
      List<List<@Unsigned Short>> unsigned,
      @Nulls(Placement.LAST) List<@Width(2) byte[]> pairs,
      List<Status> states,
      List<@Scale(value = 1, precision = 3) BigDecimal> tenths,
      @Added @Nulls(Placement.FIRST) Long later,
      @Added @Nulls(Placement.FIRST) Point latest) {}

  @Test
  void generatedAndReflectiveBindingsAgreeOnRandomRecords() {
    Seeds.each(
        random -> {
          for (Class<? extends Record> type :
              List.of(Primitives.class, Boxes.class, Objects.class, Nested.class, Point.class)) {
            RecordBinding generated = RecordBindings.generated(type);
            RecordBinding reflective = RecordBindings.reflective(type);
            assertThat(generated.getClass().isHidden()).isTrue();
            assertThat(RecordBindings.of(type).getClass().isHidden()).isTrue();
            KeySchema schema = RecordSchema.of(type);
            for (int i = 0; i < 300; i++) {
              check(schema, generated, reflective, random);
            }
          }
        });
  }

  private static void check(
      KeySchema schema, RecordBinding generated, RecordBinding reflective, Random random) {
    List<Object> values = RandomValues.next(schema, random);
    byte[] key = schema.encode(values.toArray());

    Object record = generated.read(schema.newReader().reset(key));
    Object same = reflective.read(schema.newReader().reset(key));

    // Written again, each by the other: records with arrays are not equal, but their bytes are.
    assertThat(written(schema, reflective, record)).as("%s %s", schema, record).isEqualTo(key);
    assertThat(written(schema, generated, same)).as("%s %s", schema, same).isEqualTo(key);
    assertThat(record.toString().replaceAll("@[0-9a-f]+", ""))
        .isEqualTo(same.toString().replaceAll("@[0-9a-f]+", ""));
  }

  private static byte[] written(KeySchema schema, RecordBinding binding, Object record) {
    KeyWriter writer = schema.newWriter();
    binding.write(writer, record);
    return writer.toBytes();
  }

  @Test
  void theSchemasAreThoseOfTheTexts() {
    assertThat(RecordSchema.of(Primitives.class))
        .hasToString(
            "flag bool, b int8, s int16, i int32, l int64, f float, d double,"
                + " ub uint8, us uint16, ui uint32, ul uint64");
    assertThat(RecordSchema.of(Boxes.class))
        .hasToString(
            "flag bool, b int8, s int16 desc, i int32 null first, l int64 desc null last,"
                + " f float null last, d double desc, ub uint8, us uint16 desc,"
                + " ui uint32 null last, ul uint64");
    assertThat(RecordSchema.of(Objects.class))
        .hasToString(
            "text string desc, narrow string(4) null first, bytes bytes, fixed bytes(2) desc,"
                + " id uuid null last, big integer, decimal decimal null last,"
                + " exact decimal(exact), money decimal(20,2), nanos timestamp(9),"
                + " millis timestamp, micros timestamp(6) desc null first, day date, time time,"
                + " status enum(NEW=7,PAID=3,GONE=65535),"
                + " other enum(NEW=7,PAID=3,GONE=65535) desc null first");
    String point = "tuple<x int32, label string desc null last>";
    assertThat(RecordSchema.of(Nested.class))
        .hasToString(
            ("point " + point + ", maybe " + point + " desc null first, names list<string>,")
                + (" points list<" + point + " null last> desc, unsigned list<list<uint16>>,")
                + " pairs list<bytes(2)> null last, states list<enum(NEW=7,PAID=3,GONE=65535)>,"
                + " tenths list<decimal(3,1)>, later int64 null first added,"
                + (" latest " + point + " null first added"));
    assertThat(KeySchema.parse(RecordSchema.of(Nested.class).toString()))
        .isEqualTo(RecordSchema.of(Nested.class));
  }

  @Test
  void everyScalarKindIsReachedByAComponent() {
    List<KeyType.Kind> reached =
        List.of(Primitives.class, Boxes.class, Objects.class, Nested.class).stream()
            .flatMap(type -> RecordSchema.of(type).fields().stream())
            .map(field -> field.type().kind())
            .toList();
    assertThat(reached).contains(KeyType.Kind.values());
  }
}
