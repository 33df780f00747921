package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Binder;
import dev.keyfold.table.expr.Binding;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.KeyLayout.Part;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.Where;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The byte layout of a table's keys and values, compiled from its definition. Immutable, but for a
 * view that is kept for reuse; made again whenever the definition changes.
 */
public final class TableLayout {
  /** Id of an index that is tried out; no stored one comes near it. */
  public static final int IMAGINED = 1 << 27;

  private final TableDef def;
  private final Binder binder;
  private final KeyLayout primary;
  private final @Nullable KeyLayout next;
  private final List<Term> own;
  private final Map<Integer, RowShape> shapes = new HashMap<>();
  private final List<IndexLayout> indexes = new ArrayList<>();
  private final AtomicReference<RowView> spare = new AtomicReference<>();

  /** Fields of the primary key whose values come back in another form; each as a key alone. */
  private final Map<Integer, KeySchema> changedByKey = new HashMap<>();

  private TableLayout(TableDef declared, Functions functions) {
    this.binder =
        new Binder(
            declared.fields().stream().map(field -> field.keyField(false)).toList(), functions);
    this.def = writtenSource(declared.withIndexes(indexes -> indexes.replaceAll(this::written)));
    this.primary = primary(def.primary().keyId(), def.shards(), def.shardBy());
    PrimaryDef.Next beside = def.primary().next();
    this.next = beside == null ? null : primary(beside.id(), beside.shards(), beside.shardBy());
    this.own = bindOwn();
    for (Part part : primary.parts()) {
      FieldDef field = def.fields().get(part.source());
      if (field.isChangedByKeys()) {
        changedByKey.put(
            part.source(), KeySchema.builder().field(field.name(), field.type()).build());
      }
    }
    def.layouts().forEach((number, fields) -> shapes.put(number, recordShape(number, fields)));
    def.indexes().forEach(index -> indexes.add(layout(index)));
  }

  /** Compiles; throws {@link TableException} if the parts do not fit together. */
  public static TableLayout of(TableDef def, Functions functions) {
    return new TableLayout(def, functions);
  }

  /** The definition, with all conditions as texts write them: what the catalog can keep. */
  public TableDef def() {
    return def;
  }

  /** Only here are the types known that values of a program get their meaning from. */
  private IndexDef written(IndexDef index) {
    Where where = index.text().where();
    return isWritten(where) ? index : index.withCondition(written(where));
  }

  private static boolean isWritten(Where where) {
    return where.conditions().stream().allMatch(Condition::isWritten);
  }

  private Where written(Where where) {
    if (isWritten(where)) {
      return where;
    }
    return new Where(
        where.conditions().stream()
            .map(of -> Binding.written(binder.bind(of.expression()).field(), of))
            .toList());
  }

  private TableDef writtenSource(TableDef declared) {
    SourceDef source = declared.source();
    return source == null
        ? declared
        : declared.writtenIn(
            declared.primary().format(),
            new SourceDef(
                source.url(), source.values(), written(source.where()), source.skipping()));
  }

  /** The conditions of a view on its entries: one value for each of the key's first fields. */
  private List<Term> bindOwn() {
    SourceDef source = def.source();
    if (source == null) {
      return List.of();
    }
    List<Term> terms = source.where().conditions().stream().map(binder::bind).toList();
    for (int i = 0; i < terms.size(); i++) {
      Term term = terms.get(i);
      int part = term.expression().isPlain() ? primary.positionOf(term.expression().source()) : -1;
      boolean leading = part >= 0 && part < terms.size();
      boolean again =
          terms.subList(0, i).stream().anyMatch(o -> o.expression().equals(term.expression()));
      if (!leading || again || term.kind() != Term.Kind.IN || term.values().size() != 1) {
        throw new TableException(
            "view "
                + def.name()
                + " has the condition "
                + term
                + "; expected one value for each of the first fields of the key ("
                + def.key()
                + "), such as "
                + def.key().fields().get(0)
                + " = 'x'");
      }
    }
    return terms;
  }

  /**
   * Of a view with a condition, the terms that every one of its rows fulfils: equality on the first
   * fields of the key.
   */
  public List<Term> own() {
    return own;
  }

  /** Resolves names and values of conditions on this table. */
  public Binder binder() {
    return binder;
  }

  /** A view of this table's rows, one that was given back if there is one. */
  public RowView takeView() {
    RowView view = spare.getAndSet(null);
    return view == null ? new RowView(this) : view;
  }

  /** Keeps the view for the next one who takes; the caller does not use it any more. */
  public void giveBack(RowView view) {
    spare.set(view);
  }

  public KeyLayout primary() {
    return primary;
  }

  /** The keys of all records; of a view with a condition, of its entries alone. */
  public KeyRange everything() {
    if (own.isEmpty()) {
      return primary.everything();
    }
    KeySelection selection = primary.select();
    for (Term term : own) {
      selection.eq(term.expression().text(), term.values().get(0));
    }
    List<KeyRange> ranges = primary.storeRanges(selection);
    return ranges.isEmpty()
        ? KeyRange.of(new byte[0], new byte[0])
        : KeyRange.of(ranges.get(0).start(), ranges.get(ranges.size() - 1).end());
  }

  /** The primary key with other shards that is written beside it; null if none exists. */
  public @Nullable KeyLayout next() {
    return next;
  }

  public List<IndexLayout> indexes() {
    return indexes;
  }

  /** An index that does not exist, as it would be: to see what queries it would serve. */
  public IndexLayout imagined(IndexText text) {
    return layout(new IndexDef(IMAGINED, IndexState.READABLE, text, 0, 0));
  }

  /** The index with that id, null if none exists. */
  public @Nullable IndexLayout index(int id) {
    return indexes.stream().filter(index -> index.def().id() == id).findFirst().orElse(null);
  }

  /** Where the fields of a record of that layout lie. */
  public RowShape recordShape(int layout) {
    return Objects.requireNonNull(shapes.get(layout));
  }

  /** The same of a number that comes from the store; null if the definition has no such layout. */
  @Nullable RowShape findShape(int layout) {
    return shapes.get(layout);
  }

  Set<Integer> knownLayouts() {
    return shapes.keySet();
  }

  /** The layout that records are written with. */
  public ValueLayout value() {
    return Objects.requireNonNull(
        recordShape(def.layout()).value(), "records have a value layout, if one without fields");
  }

  private RowShape recordShape(int number, List<TableDef.StoredField> stored) {
    List<FieldDef> fields = new ArrayList<>();
    int[] sources = new int[stored.size()];
    for (int i = 0; i < sources.length; i++) {
      FieldDef field = stored.get(i).field();
      fields.add(field);
      sources[i] = positionOf(field.id());
    }
    ValueLayout value = new ValueLayout(number, fields, sources);
    return new RowShape(def.fields().size(), primary, value, field -> true);
  }

  private int positionOf(int fieldId) {
    for (int i = 0; i < def.fields().size(); i++) {
      if (def.fields().get(i).id() == fieldId) {
        return i;
      }
    }
    return -1;
  }

  private KeyLayout primary(int id, int shards, int shardBy) {
    List<Part> parts = new ArrayList<>();
    int old = def.key().parts().size() - def.primary().added();
    KeyFormat format = def.primary().keyFormat();
    for (OrderItem part : def.key().parts()) {
      FieldExpression expression = binder.bind(part.expression());
      KeyField field = def.fields().get(expression.source()).keyField(part.descending());
      // Other formats than the native one have null first in both directions, if at all.
      KeyOrder order =
          format.isNative()
              ? field.order()
              : KeyOrder.of(part.descending(), field.order().isNullable(), false);
      boolean added = parts.size() >= old;
      parts.add(new Part(expression, new KeyField(field.name(), field.type(), order, added)));
    }
    byte[] prefix = def.source() == null ? KeySpace.prefix(id) : new byte[0];
    return new KeyLayout("primary", id, prefix, schema(parts, format, shards, shardBy), parts);
  }

  private static KeySchema schema(List<Part> parts, KeyFormat format, int shards, int shardBy) {
    KeySchema.Builder schema = KeySchema.builder().format(format);
    for (Part part : parts) {
      KeyField field = part.field();
      if (field.added()) {
        schema.addedField(field.name(), field.type(), field.order());
      } else {
        schema.field(field.name(), field.type(), field.order());
      }
    }
    KeySchema built = schema.build();
    return shards == 0 ? built : built.withShards(shards, shardBy);
  }

  private IndexLayout layout(IndexDef index) {
    List<Part> parts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (OrderItem part : index.text().parts()) {
      parts.add(part(part, names));
    }
    int[] places = new int[primary.parts().size()];
    for (int i = 0; i < places.length; i++) {
      Part own = primary.parts().get(i);
      places[i] = find(parts, own.source());
      if (places[i] < 0) {
        KeyField field =
            new KeyField(
                unused(own.field().name(), names),
                FieldDef.nativeType(own.field().type()),
                nativeOrder(own.field().order()),
                own.field().added());
        places[i] = parts.size();
        parts.add(new Part(own.expression(), field));
      }
    }
    if (index.text().unique()
        && index.shards() > 0
        && index.shardBy() > index.text().parts().size()) {
      throw new TableException(
          "index "
              + index.name()
              + " is unique, and its shard is taken of "
              + index.shardBy()
              + " parts: expected at most the "
              + index.text().parts().size()
              + " declared ones, so that equal values lie together");
    }
    KeyLayout key =
        new KeyLayout(
            index.name(),
            index.id(),
            KeySpace.prefix(index.id()),
            schema(parts, KeyFormats.NATIVE, index.shards(), index.shardBy()),
            parts);
    ValueLayout include = include(index);
    List<Term> condition = index.text().where().conditions().stream().map(binder::bind).toList();
    RowShape shape = new RowShape(def.fields().size(), key, include, this::isWholeInIndex);
    return new IndexLayout(index, key, include, shape, condition, places);
  }

  /** Whether the key of an index has what the record has: not of decimals, 2.50 is 2.5 there. */
  private boolean isWholeInIndex(int field) {
    return !def.fields().get(field).isChangedByKeys() || primary.positionOf(field) >= 0;
  }

  /**
   * A row that is written as it will be read: its fields as the primary key gives them back, where
   * 1.00 is 1. Whatever is derived from a row, such as the entries of indexes, is derived from
   * this, so that the stored record gives the same.
   */
  public RowAccess asStored(RowAccess row) {
    if (changedByKey.isEmpty()) {
      return row;
    }
    return field -> {
      Object value = row.get(field);
      KeySchema key = changedByKey.get(field);
      return value == null || key == null ? value : key.decode(key.encode(value)).get(0);
    };
  }

  private Part part(OrderItem part, Set<String> names) {
    FieldExpression expression = binder.bind(part.expression());
    KeyField of = expression.field();
    boolean nullable = of.order().isNullable();
    KeyField field =
        new KeyField(
            unused(
                expression.isPlain()
                    ? expression.text()
                    : expression.text().replaceAll("[^\\p{L}\\p{Nd}_]+", "_").replaceAll("_+$", ""),
                names),
            FieldDef.nativeType(of.type()),
            KeyOrder.of(part.descending(), nullable, nullable && part.descending()));
    return new Part(expression, field);
  }

  /** As tables have it: null is the smallest value. The primary key may be in another format. */
  private static KeyOrder nativeOrder(KeyOrder order) {
    boolean last = order.isNullable() && order.isDescending();
    return KeyOrder.of(order.isDescending(), order.isNullable(), last);
  }

  private static String unused(String name, Set<String> names) {
    String free = name;
    for (int i = 2; !names.add(free); i++) {
      free = name + "_" + i;
    }
    return free;
  }

  private static int find(List<Part> parts, int source) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).isPlain() && parts.get(i).source() == source) {
        return i;
      }
    }
    return -1;
  }

  private @Nullable ValueLayout include(IndexDef index) {
    List<String> names = index.text().include();
    if (names.isEmpty()) {
      return null;
    }
    List<FieldDef> fields = new ArrayList<>();
    int[] sources = new int[names.size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = def.indexOf(names.get(i));
      if (sources[i] < 0) {
        throw new TableException(
            "index "
                + index.name()
                + " includes '"
                + names.get(i)
                + "', which is no field of table "
                + def.name());
      }
      fields.add(def.fields().get(sources[i]));
    }
    return new ValueLayout(0, fields, sources);
  }
}
