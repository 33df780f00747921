package dev.keyfold.sql.statement;

import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.session.Access.Right;
import java.util.List;

/** The rights that a statement needs besides reading what its queries scan. Stateless. */
final class Needs {
  /**
   * A right to one object.
   *
   * @param name of the table, view or sequence; {@code *} for all
   */
  record Need(String name, Right right) {}

  private Needs() {}

  static List<Need> of(Statement statement) {
    if (statement instanceof Statement.Insert insert) {
      return one(insert.table(), Right.WRITE);
    }
    if (statement instanceof Statement.Update update) {
      return one(update.table(), Right.WRITE);
    }
    if (statement instanceof Statement.Delete delete) {
      return one(delete.table(), Right.WRITE);
    }
    if (statement instanceof Statement.Truncate truncate) {
      return all(truncate.tables(), Right.WRITE);
    }
    if (statement instanceof Statement.Copy copy) {
      Name table = copy.table();
      return table == null ? List.of() : one(table, copy.from() ? Right.WRITE : Right.READ);
    }
    if (statement instanceof Statement.CreateTable create) {
      return one(create.name(), Right.DEFINE);
    }
    if (statement instanceof Statement.CreateIndex create) {
      return one(create.table(), Right.DEFINE);
    }
    if (statement instanceof Statement.CreateView create) {
      return one(create.name(), Right.DEFINE);
    }
    if (statement instanceof Statement.CreateSequence create) {
      return one(create.name(), Right.DEFINE);
    }
    if (statement instanceof Statement.AlterTable alter) {
      return one(alter.table(), Right.DEFINE);
    }
    if (statement instanceof Statement.Analyze analyze) {
      return analyze.tables().isEmpty()
          ? List.of(new Need("*", Right.READ))
          : all(analyze.tables(), Right.READ);
    }
    if (statement instanceof Statement.Drop drop) {
      if (drop.kind() != Statement.Kind.INDEX) {
        return all(drop.names(), Right.DEFINE);
      }
      // An index without its table's name may belong to any table.
      Name on = drop.on();
      return on == null ? List.of(new Need("*", Right.DEFINE)) : one(on, Right.DEFINE);
    }
    return List.of();
  }

  private static List<Need> one(Name name, Right right) {
    return List.of(new Need(name.text(), right));
  }

  private static List<Need> all(List<Name> names, Right right) {
    return names.stream().map(name -> new Need(name.text(), right)).toList();
  }
}
