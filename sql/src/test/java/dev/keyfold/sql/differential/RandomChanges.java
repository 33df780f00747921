package dev.keyfold.sql.differential;

import dev.keyfold.sql.differential.RandomExpressions.Seen;
import java.util.List;
import java.util.Random;

/** Statements that change rows, of which some fail. Not thread-safe. */
final class RandomChanges {
  private final Random random;
  private final RandomTables tables;
  private final RandomExpressions make;
  private int shift = 1_000;

  RandomChanges(Random random, RandomTables tables, RandomExpressions make) {
    this.random = random;
    this.tables = tables;
    this.make = make;
  }

  Sql next() {
    make.values().clear();
    String text =
        switch (random.nextInt(8)) {
          case 0, 1 -> insert();
          case 2 -> insertSelected();
          case 3, 4, 5 -> update();
          default -> delete();
        };
    return Sql.marked(text, make.values(), false);
  }

  private String returning() {
    return random.nextInt(3) == 0 ? " returning id, a, c, s" : "";
  }

  private String insert() {
    StringBuilder text = new StringBuilder("insert into " + RandomTables.name(random) + " values ");
    for (int i = random.nextInt(4); i >= 0; i--) {
      String row = tables.row();
      text.append(random.nextInt(15) == 0 ? row.replaceFirst("\\(\\d+", "(null") : row);
      text.append(i == 0 ? "" : ", ");
    }
    if (random.nextInt(4) == 0) {
      text.append(" on conflict do nothing");
    }
    return text.append(returning()).toString();
  }

  /** Ids that nobody had: which row wins would depend on the order. */
  private String insertSelected() {
    List<Seen> scope = make.seen("");
    shift += 1_000;
    return "insert into %s (id, a, b, c, s) select id + %d, a, b, %s, s from %s where %s and id < 1000%s"
        .formatted(
            RandomTables.name(random),
            shift,
            make.expression(scope, ValueType.INT, 1),
            RandomTables.name(random),
            make.condition(scope, 1),
            returning());
  }

  private String update() {
    List<Seen> scope = make.seen("");
    String set =
        switch (random.nextInt(6)) {
          case 0 -> "c = " + make.expression(scope, ValueType.INT, 2);
          case 1 -> "s = " + make.expression(scope, ValueType.TEXT, 2);
          case 2 -> "c = null, d = " + make.literal(ValueType.DEC);
          case 3 -> "d = d + " + make.literal(ValueType.DEC);
          case 4 -> "c = a, s = b";
          default -> "c = (select max(q.c) from " + RandomTables.name(random) + " q where q.a = 3)";
        };
    return "update "
        + RandomTables.name(random)
        + " set "
        + set
        + " where "
        + make.condition(scope, 1)
        + returning();
  }

  /** Few rows, so that something is left. */
  private String delete() {
    List<Seen> scope = make.seen("");
    return "delete from %s where %s and a = %d%s"
        .formatted(
            RandomTables.name(random), make.condition(scope, 1), random.nextInt(10), returning());
  }
}
