package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Java records whose components are spread over several keys: some make a primary key, the others a
 * value, and some of either make further keys.
 *
 * <pre>{@code
 * record Order(String userId, Instant at, UUID id, String category, BigDecimal amount) {}
 *
 * RecordSplit<Order> split =
 *     RecordSplit.of(
 *         Order.class,
 *         List.of(
 *             List.of("userId", "at", "id"),   // part 0 and
 *             List.of("category", "amount"),   // part 1 are the whole record
 *             List.of("category", "at")));     // any number of others
 *
 * split.write(0, order, keyWriter.reset());
 * split.write(1, order, valueWriter.reset());
 * Order same = split.read(keyReader.reset(key), valueReader.reset(value));
 * }</pre>
 *
 * <p>Writers and readers are the caller's, and so are their schemas: one field for each component
 * of the part, in its order, of the type that {@link #fields} gives. Direction, nulls, shards and
 * format may be others than the annotations say. {@link KeyCodec} is the simple case of one key
 * with the schema of the annotations.
 *
 * <p>Immutable and thread-safe, and worth keeping: {@link #of} generates classes.
 */
public final class RecordSplit<R extends Record> {
  private final List<KeyField> fields;
  private final List<List<KeyField>> fieldsOfParts;
  private final RecordWriter[] writers;
  private final RecordReader reader;
  private final RecordValues values;

  private RecordSplit(Class<R> type, List<KeyField> fields, int[][] parts) {
    RecordComponents components = new RecordComponents(type);
    this.fields = fields;
    this.fieldsOfParts = new ArrayList<>();
    this.writers = new RecordWriter[parts.length];
    for (int i = 0; i < parts.length; i++) {
      List<KeyField> ofPart = new ArrayList<>();
      for (int component : parts[i]) {
        ofPart.add(fields.get(component));
      }
      fieldsOfParts.add(List.copyOf(ofPart));
      writers[i] = RecordBindings.writer(components, parts[i]);
    }
    this.reader =
        RecordBindings.reader(components, parts[0], parts.length > 1 ? parts[1] : new int[0]);
    this.values = new RecordValues(components);
  }

  /**
   * Spreads the components of a record class.
   *
   * @param parts names of components. The first two parts together have each component once; the
   *     second may be empty or missing, if all are in the first. A further part has any of them.
   */
  public static <R extends Record> RecordSplit<R> of(Class<R> type, List<List<String>> parts) {
    List<KeyField> fields = fields(type);
    Map<String, Integer> positions = new HashMap<>();
    fields.forEach(field -> positions.put(field.name(), positions.size()));
    int[][] components = new int[parts.size()][];
    for (int i = 0; i < components.length; i++) {
      components[i] = positions(type, fields, positions, parts.get(i), i);
    }
    checkWhole(type, fields, components);
    return new RecordSplit<>(type, fields, components);
  }

  private static int[] positions(
      Class<?> type,
      List<KeyField> fields,
      Map<String, Integer> positions,
      List<String> names,
      int part) {
    boolean[] seen = new boolean[fields.size()];
    int[] components = new int[names.size()];
    for (int i = 0; i < components.length; i++) {
      String name = names.get(i);
      Integer position = positions.get(name);
      if (position == null) {
        throw new KeySchemaException(
            name,
            -1,
            "no component of that name in " + type.getSimpleName(),
            "one of " + String.join(", ", fields.stream().map(KeyField::name).toList()));
      }
      if (seen[position]) {
        throw new KeySchemaException(
            name, -1, "the component twice in part " + part, "each at most once in a part");
      }
      seen[position] = true;
      components[i] = position;
    }
    return components;
  }

  private static void checkWhole(Class<?> type, List<KeyField> fields, int[][] parts) {
    if (parts.length == 0 || parts[0].length == 0) {
      throw new KeySchemaException(
          null,
          -1,
          "no component of " + type.getSimpleName() + " in part 0",
          "at least one: part 0 is the key of the record");
    }
    int[] times = new int[fields.size()];
    for (int i = 0; i < Math.min(2, parts.length); i++) {
      for (int component : parts[i]) {
        times[component]++;
      }
    }
    for (int i = 0; i < times.length; i++) {
      if (times[i] != 1) {
        throw new KeySchemaException(
            fields.get(i).name(),
            -1,
            "the component in " + (times[i] == 0 ? "neither" : "both") + " of the parts 0 and 1",
            "it in one of them: together they are the record");
      }
    }
  }

  /**
   * One field for each component of a record class, in the order of declaration, as the annotations
   * say. Unlike for a {@link KeyCodec}, {@link Added} components may be anywhere.
   */
  public static List<KeyField> fields(Class<? extends Record> type) {
    return List.copyOf(RecordSchema.fields(type));
  }

  /** The fields of this record class. */
  public List<KeyField> fields() {
    return fields;
  }

  /** The fields of a part, in its order. */
  public List<KeyField> fields(int part) {
    return fieldsOfParts.get(part);
  }

  /** Number of parts. */
  public int parts() {
    return writers.length;
  }

  /**
   * Puts the components of a part, in its order. The caller has reset the writer before, and
   * finishes the key afterwards.
   */
  public void write(int part, R record, KeyWriter writer) {
    writers[part].write(writer, record);
  }

  /**
   * The record whose parts 0 and 1 come next in two readers, each read strictly forward, the first
   * one first. The readers are positioned after these fields then; {@link KeyReader#finish()}
   * checks that nothing follows, which this method does not. The second reader may be null if part
   * 1 is empty.
   *
   * @throws KeyFormatException also if a component is primitive and its field null, or if the
   *     constructor of the record throws
   */
  @SuppressWarnings("unchecked")
  public R read(KeyReader first, @Nullable KeyReader second) {
    return (R) reader.read(first, second);
  }

  /**
   * A component as the object that {@link KeyReader#get()} would give for it and {@link
   * KeyWriter#put} takes: enum constants as their names, nested records as lists, a byte as an
   * Integer. Nothing is checked, and arrays are not copied.
   *
   * @param component its position in {@link #fields()}
   */
  public @Nullable Object get(R record, int component) {
    return values.get(record, component);
  }

  /**
   * The record of such objects, one for each component; any that {@link KeyWriter#put} takes will
   * do. Null is for every component that is not primitive.
   *
   * @throws KeyValueException if an object does not suit its component, or if the constructor of
   *     the record throws
   */
  @SuppressWarnings("unchecked")
  public R make(Object[] objects) {
    if (objects.length != fields.size()) {
      throw new KeyValueException(
          null,
          -1,
          Counted.of(objects.length, "value"),
          Counted.of(fields.size(), "value") + ", one for each component");
    }
    Object[] checked = new Object[objects.length];
    for (int i = 0; i < checked.length; i++) {
      if (objects[i] != null) {
        checked[i] = Values.coerce(fields.get(i), objects[i]);
      } else if (values.isPrimitive(i)) {
        throw new KeyValueException(fields.get(i).name(), -1, "null", values.whyNotNull(i));
      }
    }
    try {
      return (R) values.make(checked);
    } catch (RuntimeException e) {
      KeyValueException refused =
          new KeyValueException(null, -1, values.refused(e), RecordValues.ACCEPTED);
      refused.initCause(e);
      throw refused;
    }
  }
}
