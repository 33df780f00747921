package dev.keyfold.codec.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The generated class and the method handles of a record class do the same: same bytes, same
 * records, for whatever values. And both write what the schema's own values are.
 */
class RecordBindingsTest {
  @Test
  void generatedAndReflectiveBindingsAgreeOnRandomRecords() {
    Seeds.each(
        random -> {
          for (Class<? extends Record> type : Records.ALL) {
            KeySchema schema = RecordSchema.of(type);
            RecordComponents components = new RecordComponents(type);
            int[] all = IntStream.range(0, components.size()).toArray();
            Split split = new Split(components, List.of(all, new int[0]));
            for (int i = 0; i < 100; i++) {
              split.check(List.of(schema), RandomValues.next(schema, random));
            }
          }
        });
  }

  @Test
  void componentsSpreadOverSchemasOfAnyOrderComeBack() {
    Seeds.each(
        random -> {
          for (Class<? extends Record> type : Records.ALL) {
            RecordComponents components = new RecordComponents(type);
            List<KeyField> fields = RecordSchema.fields(type);
            for (int i = 0; i < 5; i++) {
              List<int[]> parts = parts(fields.size(), random);
              Split split = new Split(components, parts);
              for (int j = 0; j < 20; j++) {
                List<KeySchema> schemas = schemas(fields, parts, random);
                split.check(schemas, values(type, fields, schemas, random));
              }
            }
          }
        });
  }

  /** All components shuffled and cut in two, and two parts of some of them. */
  private static List<int[]> parts(int size, Random random) {
    List<Integer> shuffled = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    List<int[]> parts = new ArrayList<>();
    Collections.shuffle(shuffled, random);
    int cut = 1 + random.nextInt(size);
    parts.add(ints(shuffled.subList(0, cut)));
    parts.add(ints(shuffled.subList(cut, size)));
    for (int i = 0; i < 2; i++) {
      Collections.shuffle(shuffled, random);
      parts.add(ints(shuffled.subList(0, 1 + random.nextInt(size))));
    }
    return parts;
  }

  private static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Schemas of the parts with directions, nulls, shards and added fields as it happens. */
  private static List<KeySchema> schemas(List<KeyField> fields, List<int[]> parts, Random random) {
    List<KeySchema> schemas = new ArrayList<>();
    for (int[] part : parts) {
      KeySchema.Builder builder = KeySchema.builder();
      int added = part.length - random.nextInt(3);
      for (int i = 0; i < part.length; i++) {
        KeyField field = fields.get(part[i]);
        KeyOrder order =
            KeyOrder.of(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
        if (i > 0 && i >= added) {
          builder.addedField(field.name(), field.type(), KeyOrder.ASC_NULLS_FIRST);
        } else {
          builder.field(field.name(), field.type(), order);
        }
      }
      if (part.length > 0) {
        schemas.add(random.nextBoolean() ? builder.build() : builder.shards(16, 1).build());
      }
    }
    return schemas;
  }

  /** A value for each component; null only where all schemas and the class of it can take one. */
  private static List<Object> values(
      Class<?> type, List<KeyField> fields, List<KeySchema> schemas, Random random) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).name();
      boolean nullable =
          !type.getRecordComponents()[i].getType().isPrimitive()
              && schemas.stream()
                  .flatMap(schema -> schema.fields().stream())
                  .allMatch(field -> !field.name().equals(name) || field.order().isNullable());
      values.add(
          nullable && random.nextInt(3) == 0
              ? null
              : RandomValues.next(fields.get(i).type(), random));
    }
    return values;
  }

  /** Both kinds of writers and readers for the same parts. */
  private static final class Split {
    private final List<int[]> parts;
    private final List<List<RecordWriter>> writers = new ArrayList<>();
    private final List<RecordReader> readers;
    private final boolean hasSecond;
    private final RecordValues recordValues;

    Split(RecordComponents components, List<int[]> parts) {
      this.parts = parts.stream().filter(part -> part.length > 0).toList();
      for (int[] part : this.parts) {
        RecordWriter writer = RecordBindings.writer(components, part);
        assertThat(writer.getClass().isHidden()).isTrue();
        writers.add(List.of(writer, RecordBindings.reflectiveWriter(components, part)));
      }
      RecordReader reader = RecordBindings.reader(components, parts.get(0), parts.get(1));
      assertThat(reader.getClass().isHidden()).isTrue();
      this.readers =
          List.of(reader, RecordBindings.reflectiveReader(components, parts.get(0), parts.get(1)));
      this.hasSecond = parts.get(1).length > 0;
      this.recordValues = new RecordValues(components);
    }

    void check(List<KeySchema> schemas, List<Object> values) {
      List<byte[]> keys = new ArrayList<>();
      for (int i = 0; i < schemas.size(); i++) {
        keys.add(schemas.get(i).encode(IntStream.of(parts.get(i)).mapToObj(values::get).toArray()));
      }
      Object made = recordValues.make(values.toArray());
      checkSame(schemas, keys, values, made);
      for (RecordReader reader : readers) {
        KeyReader first = schemas.get(0).newReader().reset(keys.get(0));
        KeyReader second = hasSecond ? schemas.get(1).newReader().reset(keys.get(1)) : null;
        Object record = reader.read(first, second);
        first.finish();
        if (second != null) {
          second.finish();
        }
        checkSame(schemas, keys, values, record);
      }
    }

    /** Records with arrays are not equal, but the bytes written from them are. */
    private void checkSame(
        List<KeySchema> schemas, List<byte[]> keys, List<Object> values, Object record) {
      for (int i = 0; i < schemas.size(); i++) {
        for (RecordWriter writer : writers.get(i)) {
          KeyWriter out = schemas.get(i).newWriter();
          writer.write(out, record);
          assertThat(out.toBytes()).as("%s %s", schemas.get(i), record).isEqualTo(keys.get(i));
        }
      }
      for (int i = 0; i < values.size(); i++) {
        assertThat(comparable(recordValues.get(record, i))).isEqualTo(comparable(values.get(i)));
      }
    }

    private static Object comparable(Object value) {
      if (value instanceof List<?> list) {
        return list.stream().map(Split::comparable).toList();
      }
      if (value instanceof BigDecimal decimal) {
        // The bytes have been compared; trailing zeros are all that may differ.
        return "a decimal with sign " + decimal.signum();
      }
      return value instanceof byte[] bytes
          ? Bytes.toHex(bytes)
          : value + " " + (value == null ? "" : value.getClass());
    }
  }

  @Test
  void bothReadersSayTheSameOfANullForAPrimitive() {
    RecordComponents components = new RecordComponents(Records.Point.class);
    int[] first = {1};
    int[] second = {0};
    KeySchema key = KeySchema.parse("label string null");
    KeySchema value = KeySchema.parse("x int32 null");

    for (RecordReader reader :
        List.of(
            RecordBindings.reader(components, first, second),
            RecordBindings.reflectiveReader(components, first, second))) {
      assertThatThrownBy(
              () ->
                  reader.read(
                      key.newReader().reset(key.encode((Object) null)),
                      value.newReader().reset(value.encode((Object) null))))
          .isInstanceOf(KeyFormatException.class)
          .hasMessage(
              "field x at offset 0: found null, expected a value: Point.x is int,"
                  + " which cannot be null; declare it Integer to read nulls");
    }
  }

  @Test
  void theSchemasAreThoseOfTheTexts() {
    assertThat(RecordSchema.of(Records.primitives()))
        .hasToString(
            "flag bool, b int8, s int16, i int32, l int64, f float, d double,"
                + " ub uint8, us uint16, ui uint32, ul uint64");
    assertThat(RecordSchema.of(Records.Boxes.class))
        .hasToString(
            "flag bool, b int8, s int16 desc, i int32 null first, l int64 desc null last,"
                + " f float null last, d double desc, ub uint8, us uint16 desc,"
                + " ui uint32 null last, ul uint64");
    assertThat(RecordSchema.of(Records.Objects.class))
        .hasToString(
            "text string desc, narrow string(4) null first, bytes bytes, fixed bytes(2) desc,"
                + " id uuid null last, big integer, decimal decimal null last,"
                + " exact decimal(exact), money decimal(20,2), nanos timestamp(9),"
                + " millis timestamp, micros timestamp(6) desc null first, day date, time time,"
                + " status enum(NEW=7,PAID=3,GONE=65535),"
                + " other enum(NEW=7,PAID=3,GONE=65535) desc null first");
    String point = "tuple<x int32, label string desc null last>";
    assertThat(RecordSchema.of(Records.Nested.class))
        .hasToString(
            ("point " + point + ", maybe " + point + " desc null first, names list<string>,")
                + (" points list<" + point + " null last> desc, unsigned list<list<uint16>>,")
                + " pairs list<bytes(2)> null last, states list<enum(NEW=7,PAID=3,GONE=65535)>,"
                + " tenths list<decimal(3,1)>, later int64 null first added,"
                + (" latest " + point + " null first added"));
    assertThat(KeySchema.parse(RecordSchema.of(Records.Nested.class).toString()))
        .isEqualTo(RecordSchema.of(Records.Nested.class));
  }

  @Test
  void everyScalarKindIsReachedByAComponent() {
    List<KeyType.Kind> reached =
        Records.ALL.stream()
            .flatMap(type -> RecordSchema.of(type).fields().stream())
            .map(field -> field.type().kind())
            .toList();
    assertThat(reached).contains(KeyType.Kind.values());
  }
}
