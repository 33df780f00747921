package dev.keyfold.codec.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.testing.CompiledRecord;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Record classes of other class loaders, and those as wide as the class file format lets be. */
class RecordLoadersTest {
  private static final ClassLoader OURS = RecordLoadersTest.class.getClassLoader();

  @Test
  void aLoaderThatSeesTheLibraryGetsAGeneratedClass() {
    Class<? extends Record> type = order(OURS);

    assertThat(type.getClassLoader()).isNotSameAs(OURS);
    assertThat(hidden(type)).isTrue();
    checkRoundTrips(type, 2);
  }

  @Test
  void aLoaderThatDoesNotSeeTheLibraryIsServedThroughMethodHandles() {
    Class<? extends Record> type = order(null);

    assertThat(hidden(type)).isFalse();
    checkRoundTrips(type, 2);
  }

  @Test
  void theWidestRecordsNeedWideLocals() {
    // A constructor has 255 locals at most, and its object is one of them.
    Class<? extends Record> narrow = wide("Narrow", 254, i -> "int");
    Class<? extends Record> twice = wide("Twice", 127, i -> i % 2 == 0 ? "long" : "double");
    Class<? extends Record> mixed = wide("Mixed", 169, i -> i % 2 == 0 ? "double" : "String");

    for (Class<? extends Record> type : List.of(narrow, twice, mixed)) {
      assertThat(hidden(type)).isTrue();
      checkRoundTrips(type, type.getRecordComponents().length / 3);
    }
  }

  private static Class<? extends Record> order(ClassLoader parent) {
    // An enum needs @Code, which not every loader sees.
    boolean coded = parent != null;
    String source =
        "record Order(String user, long at, double amount, List<Inside> inside"
            + (coded ? ", State state) {" : ") {")
            + " record Inside(int x, String y) {}"
            + (coded ? " enum State { @dev.keyfold.codec.record.Code(4) NEW }" : "")
            + "}";
    source = "import java.util.List; " + source;
    return CompiledRecord.of("Order", source, parent);
  }

  private static Class<? extends Record> wide(String name, int size, IntFunction<String> type) {
    String components =
        IntStream.range(0, size)
            .mapToObj(i -> type.apply(i) + " c" + i)
            .collect(Collectors.joining(", "));
    return CompiledRecord.of(name, "record " + name + "(" + components + ") {}", OURS);
  }

  private static boolean hidden(Class<? extends Record> type) {
    RecordComponents components = new RecordComponents(type);
    int[] all = IntStream.range(0, components.size()).toArray();
    boolean writer = RecordBindings.writer(components, all).getClass().isHidden();
    boolean reader = RecordBindings.reader(components, all, new int[0]).getClass().isHidden();
    assertThat(writer).isEqualTo(reader);
    return reader;
  }

  /** One part against KeyCodec; two parts, the components backwards, against the schemas. */
  private static <R extends Record> void checkRoundTrips(Class<R> type, int cut) {
    KeyCodec<R> codec = KeyCodec.of(type);
    List<String> names = codec.schema().fields().stream().map(field -> field.name()).toList();
    List<String> backwards =
        IntStream.range(0, names.size()).mapToObj(i -> names.get(names.size() - 1 - i)).toList();
    RecordSplit<R> split =
        RecordSplit.of(
            type,
            List.of(backwards.subList(0, cut), backwards.subList(cut, backwards.size()), names));
    Seeds.each(
        random -> {
          for (int i = 0; i < 20; i++) {
            Object[] values = RandomValues.next(codec.schema(), random).toArray();
            byte[] whole = codec.schema().encode(values);
            R record = codec.decode(whole);

            assertThat(split.make(values)).isEqualTo(record);
            assertThat(codec.encode(record)).isEqualTo(whole);
            assertThat(written(split, 2, record)).isEqualTo(whole);
            byte[] key = written(split, 0, record);
            byte[] value = written(split, 1, record);
            R same =
                split.read(
                    schema(split, 0).newReader().reset(key),
                    schema(split, 1).newReader().reset(value));
            assertThat(same).isEqualTo(record);
          }
        });
  }

  private static <R extends Record> byte[] written(RecordSplit<R> split, int part, R record) {
    var writer = schema(split, part).newWriter();
    split.write(part, record, writer);
    return writer.toBytes();
  }

  private static KeySchema schema(RecordSplit<?> split, int part) {
    KeySchema.Builder builder = KeySchema.builder();
    split.fields(part).forEach(field -> builder.field(field.name(), field.type(), field.order()));
    return builder.build();
  }
}
