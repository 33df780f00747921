package dev.keyfold.codec.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.record.Nulls.Placement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records spread over several keys, from the side of the program that declares them. */
class RecordSplitTest {
  private static final UUID ID = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");
  private static final Instant AT = Instant.ofEpochMilli(1_737_100_800_000L);
  private static final List<List<String>> PARTS =
      List.of(
          List.of("userId", "at", "id"), List.of("category", "amount"), List.of("category", "at"));
  private static final RecordSplit<Order> SPLIT = RecordSplit.of(Order.class, PARTS);
  private static final Order ORDER = new Order("U001", AT, ID, "BOOK", new BigDecimal("12.5"));

  private record Order(String userId, Instant at, UUID id, String category, BigDecimal amount) {}

  enum State {
    @Code(3)
    NEW,
    @Code(1)
    PAID {}
  }

  record Point(byte x, @Nulls(Placement.LAST) State state) {}

  record Mixed(
      int id,
      byte small,
      @Unsigned short port,
      @Unsigned long bits,
      State state,
      Point point,
      List<Point> points,
      boolean flag,
      Double share) {}

  record Counted(String name, int count, long total) {
    Counted {
      if (count < 0) {
        throw new IllegalStateException("count is negative");
      }
    }
  }

  private static byte[] written(
      RecordSplit<? extends Record> split, int part, Record record, KeySchema schema) {
    KeyWriter writer = schema.newWriter();
    @SuppressWarnings("unchecked")
    RecordSplit<Record> any = (RecordSplit<Record>) split;
    any.write(part, record, writer);
    return writer.toBytes();
  }

  @Test
  void thePartsAreKeysOfTheCallersSchemas() {
    KeySchema key =
        KeySchema.parse("userId string, at timestamp(9) desc, id uuid").withShards(256, 1);
    KeySchema value = KeySchema.parse("category string null, amount decimal null first added");
    KeySchema index = KeySchema.parse("category string desc null last, at timestamp(9)");

    byte[] keyBytes = written(SPLIT, 0, ORDER, key);
    byte[] valueBytes = written(SPLIT, 1, ORDER, value);

    assertThat(keyBytes).isEqualTo(key.encode("U001", AT, ID));
    assertThat(valueBytes).isEqualTo(value.encode("BOOK", new BigDecimal("12.5")));
    assertThat(written(SPLIT, 2, ORDER, index)).isEqualTo(index.encode("BOOK", AT));
    KeyReader keyReader = key.newReader().reset(keyBytes);
    KeyReader valueReader = value.newReader().reset(valueBytes);
    assertThat(SPLIT.read(keyReader, valueReader)).isEqualTo(ORDER);
    keyReader.finish();
    valueReader.finish();
  }

  @Test
  void anAddedFieldThatIsNotThereIsNull() {
    KeySchema key = KeySchema.parse("userId string, at timestamp(9), id uuid");
    KeySchema value = KeySchema.parse("category string, amount decimal null first added");
    Order without = new Order("U001", AT, ID, "BOOK", null);

    assertThat(written(SPLIT, 1, without, value))
        .isEqualTo(KeySchema.parse("category string").encode("BOOK"));
    assertThat(
            SPLIT.read(
                key.newReader().reset(key.encode("U001", AT, ID)),
                value.newReader().reset(KeySchema.parse("category string").encode("BOOK"))))
        .isEqualTo(without);
  }

  @Test
  void allComponentsMayBeInTheKey() {
    record Pair(int a, String b) {}
    Pair pair = new Pair(1, "x");
    KeySchema schema = KeySchema.parse("b string, a int32");

    for (List<List<String>> parts :
        List.of(List.of(List.of("b", "a")), List.of(List.of("b", "a"), List.<String>of()))) {
      RecordSplit<Pair> split = RecordSplit.of(Pair.class, parts);
      byte[] key = written(split, 0, pair, schema);
      assertThat(key).isEqualTo(schema.encode("x", 1));
      assertThat(split.read(schema.newReader().reset(key), null)).isEqualTo(pair);
      assertThat(split.parts()).isEqualTo(parts.size());
    }
  }

  @Test
  void fieldsAreThoseOfTheAnnotations() {
    record Annotated(
        @Added @Nulls(Placement.FIRST) Integer later,
        @Desc @Scale(3) Instant at,
        @Width(4) String code) {}

    List<KeyField> fields = RecordSplit.fields(Annotated.class);
    RecordSplit<Annotated> split =
        RecordSplit.of(Annotated.class, List.of(List.of("code"), List.of("at", "later")));

    assertThat(fields.toString())
        .isEqualTo("[later int32 null first added, at timestamp desc, code string(4)]");
    assertThat(split.fields()).isEqualTo(fields);
    assertThat(split.fields(0)).containsExactly(fields.get(2));
    assertThat(split.fields(1)).containsExactly(fields.get(1), fields.get(0));
  }

  @Test
  void objectsAreThoseThatReadersGive() {
    Point point = new Point((byte) -1, State.PAID);
    Mixed mixed =
        new Mixed(
            7,
            (byte) -2,
            (short) -1,
            -1L,
            State.NEW,
            point,
            List.of(point, new Point((byte) 3, null)),
            true,
            null);
    Object[] objects = {
      7,
      -2,
      65_535,
      new BigInteger("18446744073709551615"),
      "NEW",
      List.of(-1, "PAID"),
      List.of(List.of(-1, "PAID"), Arrays.asList(3, null)),
      true,
      null
    };
    RecordSplit<Mixed> split =
        RecordSplit.of(
            Mixed.class,
            List.of(
                List.of("id"),
                List.of("share", "flag", "points", "point", "state", "bits", "port", "small")));

    for (int i = 0; i < objects.length; i++) {
      assertThat(split.get(mixed, i)).isEqualTo(objects[i]);
    }
    assertThat(split.make(objects)).isEqualTo(mixed);
    // Whatever a writer takes will do.
    objects[1] = -2L;
    objects[4] = State.NEW;
    assertThat(split.make(objects)).isEqualTo(mixed);
  }

  @Test
  void aNullForAPrimitiveNamesTheFieldAndTheWayOut() {
    RecordSplit<Counted> split =
        RecordSplit.of(Counted.class, List.of(List.of("name", "count"), List.of("total")));
    KeySchema key = KeySchema.parse("name string, count int32 null");
    KeySchema value = KeySchema.parse("total int64 null first");

    assertThatThrownBy(
            () ->
                split.read(
                    key.newReader().reset(key.encode("x", null)),
                    value.newReader().reset(value.encode(1L))))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(
            "field count at offset 2: found null, expected a value: Counted.count is int,"
                + " which cannot be null; declare it Integer to read nulls");
    assertThatThrownBy(
            () ->
                split.read(
                    key.newReader().reset(key.encode("x", 1)),
                    value.newReader().reset(value.encode((Object) null))))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(
            "field total at offset 0: found null, expected a value: Counted.total is long,"
                + " which cannot be null; declare it Long to read nulls");
    assertThatThrownBy(() -> split.make(new Object[] {"x", null, 1L}))
        .isInstanceOf(KeyValueException.class)
        .hasMessage(
            "field count: found null, expected a value: Counted.count is int,"
                + " which cannot be null; declare it Integer to read nulls");
    assertThat(split.make(new Object[] {null, 1, 1L})).isEqualTo(new Counted(null, 1, 1L));
  }

  @Test
  void whatTheConstructorRefusesIsMalformedOrAWrongValue() {
    RecordSplit<Counted> split =
        RecordSplit.of(Counted.class, List.of(List.of("name", "count"), List.of("total")));
    KeySchema key = KeySchema.parse("name string, count int32");
    KeySchema value = KeySchema.parse("total int64");
    String message =
        "found values that Counted refuses: count is negative, expected a record it accepts";

    assertThatThrownBy(
            () ->
                split.read(
                    key.newReader().reset(key.encode("x", -1)),
                    value.newReader().reset(value.encode(1))))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(message)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> split.make(new Object[] {"x", -1, 1}))
        .isInstanceOf(KeyValueException.class)
        .hasMessage(message)
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void mistakesOfTheCallerPassAsTheyAre() {
    KeySchema key = KeySchema.parse("userId string, at timestamp(9), id uuid");
    KeySchema other = KeySchema.parse("userId string, at int64, id uuid");
    KeyReader reader = key.newReader().reset(key.encode("u", AT, ID));

    assertThatThrownBy(() -> SPLIT.read(reader, null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> SPLIT.read(other.newReader().reset(other.encode("u", 1, ID)), null))
        .isInstanceOf(KeyValueException.class)
        .hasMessage("field at: found getInstant, expected a getter for int64, or get()");
    assertThatThrownBy(() -> SPLIT.write(0, ORDER, other.newWriter()))
        .isInstanceOf(KeyValueException.class)
        .hasMessageStartingWith("field at at offset 5: found 2025-01-17T08:00:00Z (Instant)");
    assertThatThrownBy(() -> SPLIT.make(new Object[] {"u", AT}))
        .isInstanceOf(KeyValueException.class)
        .hasMessage("found 2 values, expected 5 values, one for each component");
    assertThatThrownBy(() -> SPLIT.make(new Object[] {"u", 5, ID, "c", null}))
        .isInstanceOf(KeyValueException.class)
        .hasMessage(
            "field at: found 5 (Integer), expected a value for timestamp(9), such as Instant");
  }

  @Test
  void damagedBytesAreMalformed() {
    KeySchema key = KeySchema.parse("userId string, at timestamp(9), id uuid");
    KeySchema value = KeySchema.parse("category string, amount decimal");
    byte[] bytes = key.encode("u", AT, ID);

    assertThatThrownBy(
            () ->
                SPLIT.read(
                    key.newReader().reset(bytes, 0, bytes.length - 1),
                    value.newReader().reset(value.encode("c", BigDecimal.ONE))))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageStartingWith("field id at offset 14: found 15 bytes");
  }

  private static void refused(String message, List<List<String>> parts) {
    assertThat(catchThrowable(() -> RecordSplit.of(Counted.class, parts)))
        .isInstanceOf(KeySchemaException.class)
        .hasMessage(message);
  }

  @Test
  void partsThatAreNotTheRecordAreRefused() {
    refused(
        "field size: found no component of that name in Counted,"
            + " expected one of name, count, total",
        List.of(List.of("name", "size"), List.of()));
    refused(
        "field name: found the component twice in part 2, expected each at most once in a part",
        List.of(List.of("name"), List.of("count", "total"), List.of("name", "count", "name")));
    refused(
        "field total: found the component in neither of the parts 0 and 1,"
            + " expected it in one of them: together they are the record",
        List.of(List.of("name"), List.of("count"), List.of("total")));
    refused(
        "field count: found the component in both of the parts 0 and 1,"
            + " expected it in one of them: together they are the record",
        List.of(List.of("name", "count"), List.of("total", "count")));
    String none =
        "found no component of Counted in part 0,"
            + " expected at least one: part 0 is the key of the record";
    refused(none, List.of());
    refused(none, List.of(List.of(), List.of("name", "count", "total")));
  }
}
