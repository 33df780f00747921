package dev.keyfold.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Expressions with types that both databases agree on. Not thread-safe. */
final class RandomExpressions {
  /** A column that can be seen: with its alias, if it has one. */
  record Seen(String name, ValueType type) {}

  private static final String[] SIGNS = {"=", "<>", "<", "<=", ">", ">="};

  private final Random random;
  private final Dialect dialect;
  private final RandomTexts texts;
  private final List<RandomTables.Column> columns;
  private final List<Object> values = new ArrayList<>();

  RandomExpressions(Random random, Dialect dialect, List<RandomTables.Column> columns) {
    this.random = random;
    this.dialect = dialect;
    this.columns = columns;
    this.texts = new RandomTexts(random);
  }

  /** The values of the marks of the statement that is being made. */
  List<Object> values() {
    return values;
  }

  List<Seen> seen(String alias) {
    return columns.stream()
        .map(
            each ->
                new Seen(alias.isEmpty() ? each.name() : alias + "." + each.name(), each.type()))
        .toList();
  }

  ValueType type() {
    return switch (random.nextInt(dialect.hasDates() ? 8 : 7)) {
      case 0, 1, 2 -> ValueType.INT;
      case 3, 4 -> ValueType.DEC;
      case 5, 6 -> ValueType.TEXT;
      default -> ValueType.DATE;
    };
  }

  String column(List<Seen> scope, ValueType type) {
    List<Seen> fitting = scope.stream().filter(each -> each.type() == type).toList();
    return fitting.isEmpty() ? literal(type) : fitting.get(random.nextInt(fitting.size())).name();
  }

  String literal(ValueType type) {
    return switch (type) {
      case INT -> String.valueOf(random.nextInt(22));
      case DEC -> random.nextInt(25) + "." + random.nextInt(4) * 25;
      case TEXT -> texts.anyText();
      case DATE -> "date '2024-0%d-1%d'".formatted(1 + random.nextInt(9), random.nextInt(10));
    };
  }

  /** A literal, or a parameter where its type is known from the other side. */
  private String constant(ValueType type) {
    if (random.nextInt(4) == 0) {
      if (type == ValueType.INT) {
        return Sql.mark(values, (long) random.nextInt(22));
      }
      if (type == ValueType.TEXT) {
        String text = texts.anyText();
        return Sql.mark(values, text.substring(1, text.length() - 1).replace("''", "'"));
      }
    }
    return literal(type);
  }

  String expression(List<Seen> scope, ValueType type, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return random.nextInt(4) == 0 ? literal(type) : column(scope, type);
    }
    int next = depth - 1;
    String one = expression(scope, type, next);
    String other = expression(scope, type, next);
    String any =
        switch (random.nextInt(12)) {
          case 0 -> "coalesce(" + one + ", " + other + ")";
          case 1 -> "nullif(" + one + ", " + other + ")";
          case 2 ->
              "case when " + condition(scope, next) + " then " + one + " else " + other + " end";
          case 3 -> "case when " + condition(scope, next) + " then " + one + " end";
          default -> "";
        };
    return any.isEmpty() ? special(scope, type, one, other, next) : any;
  }

  /** What only this type has. */
  private String special(List<Seen> scope, ValueType type, String one, String other, int next) {
    return switch (type) {
      case INT ->
          switch (random.nextInt(6)) {
            case 0 -> "(" + one + " + " + other + ")";
            case 1 -> "(" + one + " - " + other + ")";
            case 2 -> "(" + one + " * " + random.nextInt(5) + ")";
            case 3 -> "abs(" + one + ")";
            case 4 -> "(" + one + " / " + (1 + random.nextInt(4)) + ")";
            default -> "length(" + expression(scope, ValueType.TEXT, next) + ")";
          };
      case DEC ->
          switch (random.nextInt(4)) {
            case 0 -> "(" + one + " + " + other + ")";
            case 1 -> "(" + one + " - " + expression(scope, ValueType.INT, next) + ")";
            case 2 -> "(" + one + " * " + literal(ValueType.DEC) + ")";
            default -> "abs(" + one + ")";
          };
      case TEXT ->
          switch (random.nextInt(6)) {
            case 0 -> "(" + one + " || " + other + ")";
            case 1 -> "upper(" + one + ")";
            case 2 -> "lower(" + one + ")";
            case 3 -> "substr(" + one + ", 1, " + (1 + random.nextInt(3)) + ")";
            case 4 -> "replace(" + one + ", '1', 'x')";
            default -> "trim(" + one + ")";
          };
      case DATE -> one;
    };
  }

  String condition(List<Seen> scope, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String left = condition(scope, depth - 1);
      String right = condition(scope, depth - 1);
      return switch (random.nextInt(6)) {
        case 0, 1, 2 -> "(" + left + " and " + right + ")";
        case 3, 4 -> "(" + left + " or " + right + ")";
        default -> "not (" + left + ")";
      };
    }
    return switch (random.nextInt(depth > 0 ? 12 : 9)) {
      case 0, 1, 2 -> compared(scope);
      case 3 -> listed(scope);
      case 4 -> ranged(scope);
      case 5 -> column(scope, type()) + (random.nextBoolean() ? " is null" : " is not null");
      case 6 ->
          column(scope, ValueType.TEXT)
              + (random.nextInt(4) == 0 ? " not" : "")
              + " like "
              + texts.pattern();
      case 7 -> {
        ValueType type = type();
        yield column(scope, type) + sign() + column(scope, type);
      }
      case 8 -> "lower(" + column(scope, ValueType.TEXT) + ") = " + texts.anyText();
      case 9 -> {
        ValueType type = type();
        yield expression(scope, type, 2) + sign() + expression(scope, type, 1);
      }
      case 10 -> {
        ValueType type = type();
        yield column(scope, type)
            + (random.nextBoolean() ? " is distinct from " : " is not distinct from ")
            + column(scope, type);
      }
      default -> subquery(scope);
    };
  }

  private String sign() {
    return " " + SIGNS[random.nextInt(SIGNS.length)] + " ";
  }

  /** What keys serve. */
  private String compared(List<Seen> scope) {
    ValueType type = type();
    String sign = random.nextInt(2) == 0 ? " = " : sign();
    return column(scope, type) + sign + constant(type);
  }

  private String listed(List<Seen> scope) {
    ValueType type = type();
    StringBuilder list = new StringBuilder(constant(type));
    for (int i = random.nextInt(4); i > 0; i--) {
      list.append(", ").append(constant(type));
    }
    return column(scope, type) + (random.nextInt(5) == 0 ? " not in (" : " in (") + list + ")";
  }

  private String ranged(List<Seen> scope) {
    ValueType type = type();
    String column = column(scope, type);
    if (random.nextBoolean()) {
      return column + " between " + constant(type) + " and " + constant(type);
    }
    return "(" + column + " < " + literal(type) + " or " + column + " >= " + literal(type) + ")";
  }

  private String subquery(List<Seen> scope) {
    String table = RandomTables.name(random);
    List<Seen> inner = seen("q");
    ValueType type = random.nextBoolean() ? ValueType.INT : ValueType.TEXT;
    String where = condition(inner, 1);
    return switch (random.nextInt(4)) {
      case 0 ->
          (random.nextBoolean() ? "" : "not ")
              + "exists (select 1 from %s q where %s = %s and %s)"
                  .formatted(table, column(inner, type), column(scope, type), where);
      case 1 ->
          "%s in (select %s from %s q where %s)"
              .formatted(column(scope, type), column(inner, type), table, where);
      case 2 -> {
        String column = column(inner, type);
        yield "%s not in (select %s from %s q where %s and %s is not null)"
            .formatted(column(scope, type), column, table, where, column);
      }
      default ->
          "%s %s (select %s(%s) from %s q where %s)"
              .formatted(
                  column(scope, ValueType.INT),
                  SIGNS[random.nextInt(SIGNS.length)],
                  random.nextBoolean() ? "max" : "min",
                  column(inner, ValueType.INT),
                  table,
                  random.nextBoolean()
                      ? where
                      : column(inner, type) + " = " + column(scope, type) + " and " + where);
    };
  }
}
