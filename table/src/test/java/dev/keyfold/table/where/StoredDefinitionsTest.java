package dev.keyfold.table.where;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Binder;
import dev.keyfold.table.expr.Binding;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random definitions survive print, parse, store and reopen, and are the same at a second start.
 */
class StoredDefinitionsTest {
  private static final int STORES = 12;
  private static final int TABLES = 4;

  @Test
  void anyDefinitionSurvivesStoreAndReopen() {
    AtomicInteger stored = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    Seeds.each(
        random -> {
          for (int i = 0; i < STORES; i++) {
            try (Store store = TestStores.open()) {
              for (int j = 0; j < TABLES; j++) {
                boolean kept = store(store, random, new RandomDefinition(random, j));
                var unused = (kept ? stored : refused).incrementAndGet();
              }
            }
          }
        });
    assertThat(stored.get()).as("refused " + refused).isGreaterThan(3 * refused.get());
  }

  private static Tables open(Store store) {
    return Tables.of(store, Functions.builtIn(), System::currentTimeMillis, TestStores.AT_ONCE);
  }

  /** False if it was refused, which must leave nothing behind. */
  private static boolean store(Store store, Random random, RandomDefinition definition) {
    Tables creating = open(store); // which notes the format of the catalog in a new store
    List<String> before = entries(store);
    Table<Row> table;
    try {
      table = creating.create(definition.inCode());
    } catch (TableException e) {
      assertThat(e).hasMessageContaining(definition.name);
      assertThat(entries(store)).isEqualTo(before);
      return false;
    }
    TableDef def = table.definition();
    assertThat(TableDef.parse(def.toString())).isEqualTo(def).hasToString(def.toString());
    put(table, random);
    assertSame(store, def);

    Tables tables = open(store);
    assertThat(tables.open(definition.inCode()).definition()).isEqualTo(def);
    assertThat(tables.open(definition.inText()).definition()).isEqualTo(def);
    assertThat(tables.open(definition.otherwise()).definition()).isEqualTo(def);
    put(tables.table(definition.name), random);

    TableDef altered = alter(tables, random, def);
    assertSame(store, altered);
    put(open(store).table(definition.name), random);
    CheckResult check = open(store).check(definition.name, false);
    assertThat(check.damaged()).as(check.toString()).isZero();
    // Conditions and functions decide which entries there are; nothing here is about their values.
    assertThat(check.indexes())
        .as(check.toString())
        .allMatch(index -> index.missing() == 0 && index.dangling() == 0);
    return true;
  }

  private static void assertSame(Store store, TableDef def) {
    Tables tables = open(store);
    assertThat(tables.table(def.name()).definition()).isEqualTo(def).hasToString(def.toString());
    assertThat(tables.list()).contains(def);
    assertThat(tables.damaged()).isEmpty();
  }

  /** Renames a field, which every index mentions somewhere, and changes what values hold. */
  private static TableDef alter(Tables tables, Random random, TableDef def) {
    FieldDef any = def.fields().get(random.nextInt(def.fields().size()));
    var alteration = tables.alter(def.name()).renameField(any.name(), "renamed");
    for (int i = random.nextInt(3); i > 0; i--) {
      alteration.addField("added" + i + " " + RandomTyped.type(random, 0) + " null");
    }
    if (random.nextBoolean() && def.primary().keyFormat().isNative()) {
      alteration.addKeyField("at_end string null");
    }
    TableDef altered = alteration.apply();
    for (FieldDef field : altered.fields()) {
      try {
        altered = tables.alter(def.name()).removeField(field.name()).apply();
      } catch (TableException needed) {
        assertThat(needed).hasMessageContaining("is refused");
      }
    }
    return random.nextBoolean()
        ? tables.alter(def.name()).addField("behind int32 null").apply()
        : altered;
  }

  private static void put(Table<Row> table, Random random) {
    TableDef def = table.definition();
    for (int i = 0; i < 3; i++) {
      Map<String, Object> values = new HashMap<>();
      for (FieldDef field : def.fields()) {
        boolean none = field.nullable() && random.nextInt(4) == 0;
        values.put(field.name(), none ? null : RandomTyped.value(field.type(), random));
      }
      try {
        table.put(Row.of(def, values));
      } catch (TableException | dev.keyfold.codec.KeyException unfit) {
        // a value without a result of a function, or one that a unique index has already
        assertThat(unfit).hasMessageNotContaining("damaged");
      }
    }
  }

  private static List<String> entries(Store store) {
    List<String> entries = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        entries.add(cursor.key() + " = " + cursor.value());
      }
    }
    return entries;
  }

  /** One table that can be declared in several ways. */
  private static final class RandomDefinition {
    private static final String[] NAMES = {
      "order", "by", "null", "desc", "x", "include", "unique", "where", "each", "Größe", "_1",
      "true", "escaped", "index", "名前", "n", "stored", "in", "last", "first", "int32"
    };

    private static final String[] FORMATS = {
      "native",
      "native:hash=md5",
      "delimited",
      "delimited:'",
      "delimited:::",
      "rowkey",
      "phoenix",
      "phoenix:varbinary",
      "tuple"
    };

    private final Random random;
    private final String name;
    private final List<KeyField> fields = new ArrayList<>();
    private final List<OrderItem> key = new ArrayList<>();
    private final List<IndexText> indexes = new ArrayList<>();
    private final List<Integer> shards = new ArrayList<>();
    private final Duration ttl;
    private final boolean versioned;
    private final String format;

    RandomDefinition(Random random, int number) {
      this.random = random;
      this.name = new String[] {"t", "t.-", "_", "Ünï", "\ud835\udc9c"}[random.nextInt(5)] + number;
      this.ttl = random.nextInt(3) > 0 ? null : Duration.ofSeconds(1_000_000 + random.nextInt(9));
      this.versioned = random.nextBoolean();
      List<String> names = new ArrayList<>(List.of(NAMES));
      Stream.generate(() -> word(random)).limit(NAMES.length).forEach(names::add);
      Collections.shuffle(names, random);
      for (int i = random.nextInt(6); i >= 0; i--) {
        KeyOrder order = random.nextBoolean() ? KeyOrder.ASC : KeyOrder.ASC_NULLS_FIRST;
        fields.add(new KeyField(names.remove(0), RandomTyped.type(random, 0), order));
      }
      for (KeyField field : fields.subList(0, 1 + random.nextInt(fields.size()))) {
        key.add(new OrderItem(Expression.field(field.name()), random.nextBoolean()));
      }
      this.format = format();
      for (int i = random.nextInt(4); i > 0; i--) {
        indexes.add(index(names.remove(0)));
        shards.add(random.nextInt(3));
      }
    }

    /** Often another than the native one, if it can carry the key. */
    private String format() {
      String name = FORMATS[random.nextInt(FORMATS.length)];
      KeySchema.Builder builder = KeySchema.builder().format(KeyFormats.named(name));
      for (int i = 0; i < key.size(); i++) {
        KeyField field = fields.get(i);
        boolean nullable = field.order().isNullable();
        builder.field(
            field.name(), field.type(), KeyOrder.of(key.get(i).descending(), nullable, false));
      }
      try {
        builder.build();
        return name;
      } catch (KeySchemaException refused) {
        return "native:hash=murmur3";
      }
    }

    /** Any letters and digits that a name may have, of whatever script. */
    private static String word(Random random) {
      StringBuilder word = new StringBuilder();
      while (word.length() < 4) {
        char c = (char) random.nextInt(random.nextBoolean() ? 0x250 : 0x10000);
        if (Character.isLetter(c) || (!word.isEmpty() && Character.isDigit(c))) {
          word.append(c);
        }
      }
      return word.toString();
    }

    private KeyField anyField() {
      return fields.get(random.nextInt(fields.size()));
    }

    private IndexText index(String name) {
      List<OrderItem> parts = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        Expression part = expression(anyField(), true);
        boolean second = parts.stream().anyMatch(p -> p.expression().isEach() && part.isEach());
        if (!second && parts.stream().noneMatch(p -> p.expression().equals(part))) {
          parts.add(new OrderItem(part, random.nextBoolean()));
        }
      }
      List<String> include =
          random.nextBoolean()
              ? List.of()
              : fields.stream().map(KeyField::name).filter(f -> random.nextBoolean()).toList();
      List<Condition> conditions = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        conditions.add(condition(anyField()));
      }
      return new IndexText(name, parts, include, random.nextInt(4) == 0, new Where(conditions));
    }

    private Expression expression(KeyField field, boolean part) {
      List<Expression> possible = new ArrayList<>();
      possible.add(Expression.field(field.name()));
      if (part && field.type().kind() == KeyType.Kind.LIST) {
        possible.add(Expression.each(field.name()));
      }
      for (String function : Functions.builtIn().names()) {
        for (List<Object> arguments : List.<List<Object>>of(List.of(), List.of(3), List.of(2.5))) {
          Expression expression = new Expression(function, field.name(), arguments);
          try {
            assertThat(bound(expression, field).name()).isEqualTo(field.name());
            possible.add(expression);
          } catch (WhereException unfit) {
            assertThat(unfit.found()).isNotEmpty();
          }
        }
      }
      return possible.get(random.nextInt(possible.size()));
    }

    private static KeyField bound(Expression expression, KeyField field) {
      return new Binder(List.of(field), Functions.builtIn()).bind(expression).field();
    }

    private Condition condition(KeyField field) {
      Expression expression = expression(field, false);
      KeyType type = bound(expression, field).type();
      String of = expression.toString();
      List<Object> values = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        values.add(RandomTyped.value(type, random));
      }
      Object one = RandomTyped.value(type, random);
      Object two = RandomTyped.value(type, random);
      return switch (random.nextInt(13)) {
        case 0 -> Conditions.ne(of, one);
        case 1 -> Conditions.lt(of, one);
        case 2 -> Conditions.le(of, one);
        case 3 -> Conditions.gt(of, one);
        case 4 -> Conditions.ge(of, one);
        case 5 -> Conditions.between(of, one, two);
        case 6 -> Conditions.in(of, values);
        case 7 -> Conditions.notIn(of, values);
        case 8 -> Conditions.isNull(of);
        case 9 -> Conditions.isNotNull(of);
        case 10 -> beginning(of, one);
        case 11 -> element(of, type, one);
        default -> Conditions.eq(of, one);
      };
    }

    private static Condition beginning(String of, Object value) {
      return value instanceof String text
          ? Conditions.startsWith(of, text)
          : value instanceof byte[] bytes
              ? Conditions.startsWith(of, bytes)
              : Conditions.ge(of, value);
    }

    private Condition element(String of, KeyType type, Object value) {
      return type.kind() == KeyType.Kind.LIST
          ? Conditions.contains(of, RandomTyped.value(type.fields().get(0).type(), random))
          : Conditions.le(of, value);
    }

    private TableBuilder start(List<KeyField> list) {
      TableBuilder builder =
          new TableBuilder(name)
              .fields(String.join(", ", list.stream().map(KeyField::toString).toList()))
              .key(OrderItem.print(key));
      builder.format(format);
      if (ttl != null) {
        builder.timeToLive(ttl);
      }
      return versioned ? builder.versioned() : builder;
    }

    /** With the objects that a program has. */
    TableBuilder inCode() {
      TableBuilder builder = start(fields);
      for (int i = 0; i < indexes.size(); i++) {
        IndexText index = indexes.get(i);
        int count = shards.get(i);
        builder.index(
            index.name(),
            of -> {
              for (OrderItem part : index.parts()) {
                String text = part.expression().toString();
                var unused = part.descending() ? of.desc(text) : of.asc(text);
              }
              of.include(index.include().toArray(String[]::new));
              of.where(index.where().conditions().toArray(Condition[]::new));
              if (index.unique()) {
                of.unique();
              }
              of.shards(count);
            });
      }
      return builder;
    }

    /** With what a person would type for the same. */
    TableBuilder inText() {
      TableBuilder builder = start(fields);
      for (int i = 0; i < indexes.size(); i++) {
        IndexText text = written(indexes.get(i));
        int count = shards.get(i);
        if (random.nextBoolean()) {
          builder.index(new IndexDeclaration(text, count, count == 0 ? 0 : 1).toString());
        } else {
          builder.index(text.toString(), count, 1);
        }
      }
      return builder;
    }

    /** The same in another order. */
    TableBuilder otherwise() {
      List<KeyField> shuffled = new ArrayList<>(fields);
      Collections.shuffle(shuffled, random);
      TableBuilder builder = start(shuffled);
      for (int i = 0; i < indexes.size(); i++) {
        IndexText index = written(indexes.get(i));
        List<String> include = new ArrayList<>(index.include());
        Collections.shuffle(include, random);
        List<Condition> conditions = new ArrayList<>();
        index.where().conditions().forEach(condition -> conditions.addAll(split(condition)));
        Collections.shuffle(conditions, random);
        builder.index(
            new IndexText(
                    index.name(), index.parts(), include, index.unique(), new Where(conditions))
                .toString(),
            shards.get(i),
            1);
      }
      return builder;
    }

    /** Other conditions that ask the same. */
    private List<Condition> split(Condition condition) {
      Expression of = condition.expression();
      List<Literal> values = new ArrayList<>(condition.values());
      return switch (condition.operator()) {
        case EQ ->
            List.of(
                condition,
                new Condition(
                    of, Condition.Operator.IN, List.of(values.get(0), values.get(0)), -1));
        case BETWEEN ->
            List.of(
                new Condition(of, Condition.Operator.LE, values.subList(1, 2), -1),
                new Condition(of, Condition.Operator.GE, values.subList(0, 1), -1));
        case IN -> {
          Collections.shuffle(values, random);
          yield List.of(new Condition(of, Condition.Operator.IN, values, -1));
        }
        case NOT_IN ->
            values.isEmpty()
                ? List.of(Conditions.isNotNull(of.toString()))
                : values.stream()
                    .map(v -> new Condition(of, Condition.Operator.NE, List.of(v), -1))
                    .toList();
        default -> List.of(condition);
      };
    }

    private IndexText written(IndexText index) {
      List<Condition> conditions = new ArrayList<>();
      for (Condition condition : index.where().conditions()) {
        KeyField field =
            fields.stream().filter(f -> f.name().equals(condition.field())).findFirst().get();
        KeyField result = bound(condition.expression(), field);
        conditions.add(Binding.written(result, condition));
      }
      return new IndexText(
          index.name(), index.parts(), index.include(), index.unique(), new Where(conditions));
    }
  }
}
