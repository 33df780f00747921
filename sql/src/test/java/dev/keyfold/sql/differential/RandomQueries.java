package dev.keyfold.sql.differential;

import dev.keyfold.sql.differential.RandomExpressions.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Queries of all kinds over the tables of {@link RandomTables}. Not thread-safe. */
final class RandomQueries {
  private static final String[] JOINS = {"join", "join", "left join", "right join", "full join"};
  private static final String[] OPERATORS = {"union", "union all", "intersect", "except"};

  private final Random random;
  private final Dialect dialect;
  private final RandomExpressions make;

  RandomQueries(Random random, Dialect dialect, RandomExpressions make) {
    this.random = random;
    this.dialect = dialect;
    this.make = make;
  }

  Sql next() {
    make.values().clear();
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> filtered();
      case 3, 4 -> grouped();
      case 5, 6 -> joined();
      case 7 -> combined();
      case 8 -> nested();
      case 9 -> windowed();
      case 10 -> whole();
      default -> common();
    };
  }

  private Sql done(String text, boolean ordered) {
    return Sql.marked(text, make.values(), ordered);
  }

  private String where(List<Seen> scope, int depth) {
    return random.nextInt(5) == 0 ? "" : " where " + make.condition(scope, depth);
  }

  private String list(List<Seen> scope, int most, int depth) {
    List<String> items = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i >= 0; i--) {
      items.add(make.expression(scope, make.type(), depth));
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < items.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(items.get(i)).append(" as x").append(i);
    }
    return text.toString();
  }

  private String order(String prefix) {
    String[] orders = {
      "a",
      "a desc",
      "b",
      "b desc",
      "c nulls first",
      "c desc nulls last",
      "d desc nulls last",
      "s nulls first",
      "c nulls last",
      "s desc nulls first",
      "d nulls first"
    };
    StringBuilder text = new StringBuilder(" order by ");
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(prefix).append(orders[random.nextInt(orders.length)]).append(", ");
    }
    text.append(prefix).append("id").append(random.nextBoolean() ? " desc" : "");
    return text.toString();
  }

  private String limit() {
    if (random.nextBoolean()) {
      return "";
    }
    String limit = " limit " + random.nextInt(20);
    return random.nextBoolean() ? limit + " offset " + random.nextInt(10) : limit;
  }

  private Sql filtered() {
    List<Seen> scope = make.seen("");
    boolean distinct = random.nextInt(8) == 0;
    boolean ordered = !distinct && random.nextBoolean();
    String text =
        (distinct ? "select distinct " : "select ")
            + (random.nextInt(6) == 0 ? "*" : (distinct ? "" : "id as k, ") + list(scope, 3, 2))
            + " from "
            + RandomTables.name(random)
            + where(scope, 2)
            + (ordered ? order("") + limit() : "");
    return done(text, ordered);
  }

  private String aggregate(List<Seen> scope) {
    String distinct = random.nextInt(5) == 0 ? "distinct " : "";
    String of =
        switch (random.nextInt(8)) {
          case 0 -> "count(*)";
          case 1 -> "count(" + distinct + make.column(scope, make.type()) + ")";
          case 2 -> "sum(" + distinct + make.expression(scope, ValueType.INT, 1) + ")";
          case 3 -> "sum(" + make.expression(scope, ValueType.DEC, 1) + ")";
          case 4 -> "avg(" + make.expression(scope, ValueType.INT, 1) + ")";
          case 5 -> "min(" + make.expression(scope, make.type(), 1) + ")";
          case 6 -> "max(" + make.expression(scope, make.type(), 1) + ")";
          default -> "avg(" + make.column(scope, ValueType.DEC) + ")";
        };
    return random.nextInt(6) == 0 ? of + " filter (where " + make.condition(scope, 0) + ")" : of;
  }

  private Sql grouped() {
    List<Seen> scope = make.seen("");
    String[] groups = {"a", "b", "c", "s", "a, b", "c, a", "b, a", "d", "lower(s)", "a / 2"};
    String group = groups[random.nextInt(groups.length)];
    String by = group;
    if (dialect.hasGroupingSets() && random.nextInt(6) == 0) {
      group = "a, b";
      String[] sets = {"rollup (a, b)", "cube (a, b)", "grouping sets ((a, b), (a), ())"};
      by = sets[random.nextInt(sets.length)];
    }
    StringBuilder text = new StringBuilder("select " + group);
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(", ").append(aggregate(scope));
    }
    text.append(" from ").append(RandomTables.name(random)).append(where(scope, 1));
    text.append(" group by ").append(by);
    if (random.nextInt(3) == 0) {
      text.append(" having ").append(random.nextBoolean() ? "count(*) > 2" : "min(c) < 9");
    }
    return done(text.toString(), false);
  }

  /** One row for a whole table: what counts, and the ends of keys, can answer. */
  private Sql whole() {
    List<Seen> scope = make.seen("");
    String[] ends = {
      "min(a)", "max(a)", "min(c)", "max(c)", "count(*)", "max(id)", "min(s)", "max(d)", "count(c)"
    };
    String text =
        "select "
            + ends[random.nextInt(ends.length)]
            + (random.nextInt(3) == 0 ? ", " + aggregate(scope) : "")
            + " from "
            + RandomTables.name(random)
            + where(scope, 1);
    return done(text, false);
  }

  private Sql joined() {
    String[] on = {
      "x.a = y.a and x.b = y.b",
      "x.c = y.c",
      "x.id = y.id",
      "x.s = y.s",
      "x.a = y.c",
      "x.a = y.a and x.c > y.c",
      "x.c = y.id",
      "x.b = y.b and y.a = 3",
      "lower(x.s) = lower(y.s)",
      "x.c + 1 = y.id"
    };
    List<Seen> scope = new ArrayList<>(make.seen("x"));
    scope.addAll(make.seen("y"));
    String from =
        RandomTables.name(random)
            + " x "
            + JOINS[random.nextInt(JOINS.length)]
            + " "
            + RandomTables.name(random)
            + " y on "
            + on[random.nextInt(on.length)];
    String ids = "x.id, y.id";
    if (random.nextInt(3) == 0) {
      String kind = random.nextBoolean() ? " join " : " left join ";
      from +=
          kind + RandomTables.name(random) + " z on y.c = z." + (random.nextBoolean() ? "a" : "id");
      ids += ", z.id";
    }
    String where = where(scope, 1);
    return switch (random.nextInt(4)) {
      case 0 ->
          done("select x.a, count(*), max(y.c) from " + from + where + " group by x.a", false);
      case 1 ->
          done(
              "select x.id as k, y.s from "
                  + from.replaceFirst("(left|right|full) join", "join")
                  + where
                  + " order by x.a, x.id, y.id, y.s nulls first",
              false);
      default -> done("select " + ids + ", " + list(scope, 2, 1) + " from " + from + where, false);
    };
  }

  private Sql combined() {
    List<Seen> scope = make.seen("");
    String columns = random.nextBoolean() ? "a, c" : random.nextBoolean() ? "b, s" : "d, id";
    String text =
        "select %s from %s%s %s select %s from %s%s"
            .formatted(
                columns,
                RandomTables.name(random),
                where(scope, 1),
                OPERATORS[random.nextInt(OPERATORS.length)],
                columns,
                RandomTables.name(random),
                where(scope, 1));
    return done(text, false);
  }

  private Sql nested() {
    List<Seen> inner = make.seen("");
    List<Seen> outer =
        List.of(
            new Seen("v.k", ValueType.INT),
            new Seen("v.p", ValueType.INT),
            new Seen("v.q", ValueType.TEXT));
    String table =
        "(select id as k, %s as p, %s as q from %s%s)"
            .formatted(
                make.expression(inner, ValueType.INT, 1),
                make.expression(inner, ValueType.TEXT, 1),
                RandomTables.name(random),
                where(inner, 1));
    String scalar =
        "(select max(c) from %s y where y.a = v.p)".formatted(RandomTables.name(random));
    String text =
        "select v.k, v.p, v.q%s from %s v%s"
            .formatted(random.nextBoolean() ? ", " + scalar : "", table, where(outer, 1));
    return done(text, false);
  }

  private Sql windowed() {
    List<Seen> scope = make.seen("");
    String[] functions = {
      "row_number()",
      "rank()",
      "dense_rank()",
      "sum(c)",
      "count(*)",
      "max(d)",
      "lag(id)",
      "lead(c, 2)",
      "first_value(id)",
      "last_value(c)",
      "min(s)",
      "avg(c)"
    };
    String[] partitions = {"partition by a ", "partition by b ", "partition by c ", ""};
    String[] orders = {"id", "c nulls first, id", "a desc, id", "s nulls last, id"};
    String frame = random.nextInt(3) == 0 ? " rows between 2 preceding and current row" : "";
    String function = functions[random.nextInt(functions.length)];
    if (function.matches("(row_number|rank|dense_rank|lag|lead).*")) {
      frame = "";
    }
    String text =
        "select id, %s over (%sorder by %s%s) from %s%s"
            .formatted(
                function,
                partitions[random.nextInt(partitions.length)],
                orders[random.nextInt(orders.length)],
                frame,
                RandomTables.name(random),
                where(scope, 1));
    return done(text, false);
  }

  private Sql common() {
    List<Seen> scope = make.seen("");
    List<Seen> of = make.seen("x");
    String text =
        "with w as (select a, count(*) as n, max(c) as m from %s%s group by a) select x.id, w.n from %s x %s w on w.%s = x.%s%s"
            .formatted(
                RandomTables.name(random),
                where(scope, 1),
                RandomTables.name(random),
                random.nextBoolean() ? "join" : "left join",
                random.nextBoolean() ? "a" : "m",
                random.nextBoolean() ? "a" : "c",
                where(of, 1));
    return done(text, false);
  }
}
