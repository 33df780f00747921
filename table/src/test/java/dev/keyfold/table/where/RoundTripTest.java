package dev.keyfold.table.where;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.where.Condition.Operator;
import dev.keyfold.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What prints reads back as itself, and so does what a person might have typed instead. */
class RoundTripTest {
  private static final int ROUNDS = 1_500;
  private static final String[] NAMES = {
    "a",
    "B",
    "order",
    "by",
    "limit",
    "and",
    "in",
    "not",
    "null",
    "is",
    "like",
    "desc",
    "asc",
    "x",
    "include",
    "unique",
    "where",
    "each",
    "contains",
    "between",
    "select",
    "where",
    "Größe",
    "_1",
    "true",
    "or"
  };
  private static final String[] FUNCTIONS = {"lower", "order", "in", "x", "not", "_f1", "limit"};
  private static final Operator[] OPERATORS = Operator.values();

  @Test
  void queriesReadBack() {
    Set<Operator> seen = EnumSet.noneOf(Operator.class);
    Seeds.each(
        random -> {
          for (int i = 0; i < ROUNDS; i++) {
            Where where = where(random, 0);
            where.conditions().forEach(condition -> seen.add(condition.operator()));
            assertThat(Where.parse(where.toString())).isEqualTo(where);
            assertThat(Where.parse(new Typist(random).type(where))).isEqualTo(where);
            List<OrderItem> orderBy = new ArrayList<>();
            for (int j = random.nextInt(3); j > 0; j--) {
              orderBy.add(new OrderItem(expression(random), random.nextBoolean()));
            }
            OptionalLong limit =
                random.nextBoolean() ? OptionalLong.of(random.nextInt(9)) : OptionalLong.empty();
            Set<String> select =
                random.nextBoolean() ? Set.of() : distinct(random, () -> name(random));
            QueryText query = new QueryText(List.copyOf(select), where, orderBy, limit);
            assertThat(QueryText.parse(query.toString())).isEqualTo(query);
            assertThat(QueryText.parse(query.toString())).hasToString(query.toString());
            assertThat(QueryText.parse(new Typist(random).type(query))).isEqualTo(query);
          }
        });
    assertThat(seen).containsExactlyInAnyOrder(OPERATORS);
  }

  @Test
  void declarationsReadBack() {
    Seeds.each(
        random -> {
          for (int i = 0; i < ROUNDS; i++) {
            IndexText index = index(random);
            assertThat(IndexText.parse(index.toString())).isEqualTo(index);
            assertThat(IndexText.parse(index.toString())).hasToString(index.toString());
            assertThat(IndexText.parse(new Typist(random).type(index))).isEqualTo(index);
            KeyText key =
                new KeyText(
                    distinct(random, () -> Expression.field(name(random))).stream()
                        .map(expression -> new OrderItem(expression, random.nextBoolean()))
                        .toList());
            assertThat(KeyText.parse(key.toString())).isEqualTo(key);
          }
        });
  }

  private static IndexText index(Random random) {
    Set<Expression> parts = distinct(random, () -> expression(random));
    if (random.nextInt(3) == 0) {
      parts.add(Expression.each(name(random)));
    }
    Set<String> include = random.nextBoolean() ? Set.of() : distinct(random, () -> name(random));
    return new IndexText(
        name(random),
        parts.stream().map(part -> new OrderItem(part, random.nextBoolean())).toList(),
        List.copyOf(include),
        random.nextBoolean(),
        random.nextBoolean() ? Where.ALL : where(random, 1));
  }

  private static <T> Set<T> distinct(Random random, Supplier<T> next) {
    Set<T> values = new LinkedHashSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      values.add(next.get());
    }
    return values;
  }

  private static String name(Random random) {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private static Where where(Random random, int atLeast) {
    List<Condition> conditions = new ArrayList<>();
    for (int i = atLeast + random.nextInt(3); i > 0; i--) {
      conditions.add(condition(random));
    }
    return new Where(conditions);
  }

  private static Expression expression(Random random) {
    if (random.nextInt(3) > 0) {
      return Expression.field(name(random));
    }
    List<Object> arguments = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      arguments.add(value(random, 0));
    }
    String function = FUNCTIONS[random.nextInt(FUNCTIONS.length)];
    return new Expression(function, name(random), arguments);
  }

  private static Condition condition(Random random) {
    Operator operator = OPERATORS[random.nextInt(OPERATORS.length)];
    int count =
        switch (operator) {
          case IS_NULL, IS_NOT_NULL -> 0;
          case BETWEEN -> 2;
          case IN, NOT_IN -> random.nextInt(4);
          default -> 1;
        };
    List<Literal> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean text = operator == Operator.STARTS_WITH;
      values.add(Literal.written(-1, text ? RandomTyped.text(random) : value(random, 0)));
    }
    return new Condition(expression(random), operator, values, -1);
  }

  /** A value as literals hold it. */
  private static Object value(Random random, int depth) {
    return switch (random.nextInt(depth < 3 ? 8 : 7)) {
      case 0 -> random.nextBoolean();
      case 1 -> RandomTyped.whole(random);
      case 2 -> new BigInteger(random.nextInt(200), random).negate();
      case 3 -> RandomTyped.decimal(random).scaleByPowerOfTen(random.nextInt(60) - 30);
      case 4 -> -0.0;
      case 5 -> new Literal.Hex(random.nextBoolean() ? "" : "00Ff");
      case 6 -> RandomTyped.text(random);
      default -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          list.add(random.nextInt(4) == 0 ? null : value(random, depth + 1));
        }
        yield list;
      }
    };
  }

  /** Writes as people do: any case, any space, whatever spelling there is. */
  private record Typist(Random random) {
    String type(QueryText query) {
      String text = type(query.where());
      if (!query.select().isEmpty()) {
        String selected = word("select") + space() + String.join(comma(), query.select());
        text = selected + (query.where().isEmpty() ? "" : space() + word("where") + space() + text);
      }
      if (!query.orderBy().isEmpty()) {
        text += space() + word("order") + space() + word("by") + space() + items(query.orderBy());
      }
      if (query.limit().isPresent()) {
        text += space() + word("limit") + space() + "0" + query.limit().getAsLong();
      }
      return text;
    }

    String type(IndexText index) {
      String text = index.name() + gap() + ":" + gap() + items(index.parts());
      String unique = index.unique() ? space() + word("unique") : "";
      String include =
          index.include().isEmpty()
              ? ""
              : space() + word("include") + space() + String.join(comma(), index.include());
      text += random.nextBoolean() ? unique + include : include + unique;
      return index.isPartial()
          ? text + space() + word("where") + space() + type(index.where())
          : text;
    }

    String type(Where where) {
      return where.conditions().stream()
          .map(this::type)
          .collect(Collectors.joining(space() + word("and") + space(), gap(), gap()));
    }

    private String type(Condition condition) {
      List<Literal> values = condition.values();
      String start = type(condition.expression()) + space();
      return switch (condition.operator()) {
        case NE -> start + (random.nextBoolean() ? "<>" : "!=") + gap() + values.get(0);
        case BETWEEN ->
            start
                + (word("between") + space() + values.get(0) + space())
                + (word("and") + space() + values.get(1));
        case IN, NOT_IN ->
            start
                + (condition.operator() == Operator.IN ? "" : word("not") + space())
                + (word("in") + gap() + "(")
                + values.stream().map(Literal::toString).collect(Collectors.joining(comma()))
                + (gap() + ")");
        case IS_NULL, IS_NOT_NULL ->
            start
                + (word("is") + space())
                + (condition.operator() == Operator.IS_NULL ? "" : word("not") + space())
                + word("null");
        case STARTS_WITH -> start + word("like") + gap() + LikePattern.print(values.get(0));
        case CONTAINS -> start + word("contains") + space() + values.get(0);
        default -> start + condition.operator().symbol() + gap() + values.get(0);
      };
    }

    private String type(Expression expression) {
      String text = expression.toString();
      return expression.isField()
          ? text
          : word(expression.function()) + gap() + text.substring(expression.function().length());
    }

    private String items(List<OrderItem> items) {
      return items.stream()
          .map(
              item ->
                  type(item.expression())
                      + (item.descending()
                          ? space() + word("desc")
                          : random.nextBoolean() ? space() + word("asc") : ""))
          .collect(Collectors.joining(comma()));
    }

    private String word(String word) {
      return random.nextBoolean() ? word : word.toUpperCase(java.util.Locale.ROOT);
    }

    private String comma() {
      return gap() + "," + gap();
    }

    private String space() {
      return random.nextBoolean() ? " " : " \n\t";
    }

    private String gap() {
      return random.nextBoolean() ? "" : space();
    }
  }
}
