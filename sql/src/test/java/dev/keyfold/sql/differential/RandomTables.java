package dev.keyfold.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Tables with all kinds of keys and indexes, and their rows. */
final class RandomTables {
  record Column(String name, ValueType type, boolean nullable) {}

  static final List<Column> COLUMNS =
      List.of(
          new Column("id", ValueType.INT, false),
          new Column("a", ValueType.INT, false),
          new Column("b", ValueType.TEXT, false),
          new Column("c", ValueType.INT, true),
          new Column("d", ValueType.DEC, true),
          new Column("s", ValueType.TEXT, true),
          new Column("e", ValueType.DATE, true));

  /** How many tables there are: t0, t1 and so on. */
  static final int COUNT = 3;

  private static final String[] KEYS = {
    "a, b, id", "a desc, b, id", "b, a desc, id", "id", "id", "c_key"
  };

  private static final String[] INDEXES = {
    "(c, a)",
    "(s, id) include (d)",
    "(d desc, c)",
    "(a, b desc)",
    "(c desc, s)",
    "(a) include (c, d)",
    "(lower(s))",
    "(upper(b), a)",
    "(c) where a > 3",
    "(s, c) where c is not null",
    "(b, id desc) include (c, d, s)",
    "unique (id)"
  };

  private final Random random;
  private final Dialect dialect;
  private final RandomTexts texts;
  private int next;

  RandomTables(Random random, Dialect dialect) {
    this.random = random;
    this.dialect = dialect;
    this.texts = new RandomTexts(random);
  }

  List<Column> columns() {
    return dialect.hasDates() ? COLUMNS : COLUMNS.subList(0, COLUMNS.size() - 1);
  }

  static String name(Random random) {
    return "t" + random.nextInt(COUNT);
  }

  /** Creates all tables in both, with the same rows. */
  void create(Database own, Database oracle) {
    for (int i = 0; i < COUNT; i++) {
      String table = "t" + i;
      String key = KEYS[random.nextInt(KEYS.length)];
      boolean hidden = key.equals("c_key"); // no primary key at all
      StringBuilder columns = new StringBuilder();
      for (Column column : columns()) {
        columns.append(columns.isEmpty() ? "" : ", ").append(column.name()).append(' ');
        columns.append(type(column)).append(column.nullable() ? "" : " not null");
      }
      String primary = hidden ? "" : ", primary key (%s)".formatted(key);
      String shards = !hidden && random.nextInt(6) == 0 ? " with (shards = 4)" : "";
      own.setUp("create table " + table + " (" + columns + primary + ")" + shards);
      oracle.setUp("create table " + table + " (" + columns + primary.replace(" desc", "") + ")");
      for (int j = 0; j < INDEXES.length; j++) {
        if (random.nextInt(3) == 0) {
          boolean unique = INDEXES[j].startsWith("unique");
          String index =
              (unique ? "create unique index " : "create index ")
                  + (table + "_" + j)
                  + " on "
                  + table
                  + " "
                  + INDEXES[j].replace("unique ", "");
          own.setUp(index);
          if (unique) {
            oracle.setUp(index);
          }
        }
      }
      fill(table, own, oracle);
    }
  }

  private static String type(Column column) {
    return switch (column.type()) {
      case INT -> column.name().equals("a") ? "integer" : "bigint";
      case DEC -> "numeric(10,2)";
      case TEXT -> "text";
      case DATE -> "date";
    };
  }

  private void fill(String table, Database own, Database oracle) {
    int rows = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(120);
    for (int done = 0; done < rows; ) {
      StringBuilder values = new StringBuilder();
      for (int i = 0; i < 40 && done < rows; i++, done++) {
        values.append(i == 0 ? "" : ", ").append(row());
      }
      String insert = "insert into " + table + " values " + values;
      own.setUp(insert);
      oracle.setUp(insert);
    }
  }

  /** Values for all columns, with an id that was not there. */
  String row() {
    List<String> values = new ArrayList<>();
    values.add(String.valueOf(next++));
    for (Column column : columns().subList(1, columns().size())) {
      values.add(value(column));
    }
    return "(" + String.join(", ", values) + ")";
  }

  private String value(Column column) {
    if (column.nullable() && random.nextInt(4) == 0) {
      return "null";
    }
    return switch (column.type()) {
      case INT ->
          String.valueOf(column.name().equals("a") ? random.nextInt(10) : random.nextInt(20));
      case DEC -> decimal();
      case TEXT -> column.name().equals("b") ? texts.shortText() : texts.anyText();
      case DATE -> "date '2024-0%d-1%d'".formatted(1 + random.nextInt(9), random.nextInt(10));
    };
  }

  private String decimal() {
    return random.nextInt(25) + "." + random.nextInt(4) * 25 + (random.nextInt(4) == 0 ? "0" : "");
  }
}
