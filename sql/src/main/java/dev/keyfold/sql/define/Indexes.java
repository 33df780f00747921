package dev.keyfold.sql.define;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.KeyPart;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.Where;
import dev.keyfold.table.where.WhereException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CREATE INDEX and DROP INDEX. */
public final class Indexes {
  private final Workshop shop;

  public Indexes(Workshop shop) {
    this.shop = shop;
  }

  public void create(Statement.CreateIndex statement) {
    Target target = shop.target(statement.table());
    String name = statement.name() == null ? name(target, statement) : statement.name();
    if (target.def().index(name) != null) {
      if (statement.ifNotExists()) {
        return;
      }
      throw SqlErrors.at(
          SqlStates.DUPLICATE_TABLE,
          "the table " + target.def().name() + " has an index " + name,
          statement.table().at(),
          "Drop it first, or write CREATE INDEX IF NOT EXISTS.");
    }
    CreateTables.checkName(new Name("", name, statement.table().at()), "index");
    if (statement.name() != null) {
      String there = holder(name);
      if (there != null) {
        if (statement.ifNotExists()) {
          return;
        }
        throw SqlErrors.at(
            SqlStates.DUPLICATE_TABLE,
            there + " has the name " + name + ", which an index shares with all others",
            statement.table().at(),
            "Choose another name, such as " + target.def().name() + "_" + name + ".");
      }
    }
    for (KeyPart part : statement.parts()) {
      var unused =
          target.indexOf(new Name("", Expression.parsePart(part.expression()).field(), part.at()));
    }
    for (String column : statement.include()) {
      var unused = target.indexOf(new Name("", column, statement.table().at()));
    }
    TableOptions options =
        TableOptions.of(statement.options(), List.of("shards", "shard_by"), statement.table().at());
    String text =
        name
            + ": "
            + CreateTables.text(statement.parts())
            + (statement.include().isEmpty()
                ? ""
                : " include " + String.join(", ", statement.include()))
            + (statement.unique() ? " unique" : "")
            + condition(statement.where());
    build(target, name, text, options.shards(), options.shards() == 0 ? 0 : options.shardBy());
  }

  /** Builds it; what was begun is removed if it cannot be finished. */
  public void build(Target target, String name, String text, int shards, int by) {
    String table = target.def().name();
    try {
      shop.tables().createIndex(table, text, shards, by);
    } catch (RuntimeException failure) {
      TableDef now = shop.tables().table(table).definition();
      if (now.index(name) != null && target.def().index(name) == null) {
        try {
          shop.tables().dropIndex(table, name);
        } catch (RuntimeException second) {
          failure.addSuppressed(second);
        }
      }
      throw failure;
    }
  }

  private String name(Target target, Statement.CreateIndex statement) {
    String base =
        target.def().name()
            + statement.parts().stream()
                .map(part -> "_" + Expression.parsePart(part.expression()).field())
                .collect(Collectors.joining())
            + "_idx";
    String name = base;
    for (int i = 1; holder(name) != null; i++) {
      name = base + i;
    }
    return name;
  }

  /** What has the name, if anything: as in PostgreSQL, indexes and tables share one name space. */
  private @Nullable String holder(String name) {
    if (shop.tables().has(name)) {
      return "a table";
    }
    if (shop.catalog().object(name) != null) {
      return "a view or sequence";
    }
    for (TableDef def : shop.tables().list()) {
      if (def.index(name) != null) {
        return "an index of table " + def.name();
      }
    }
    return null;
  }

  /** The condition of a partial index, in the form that tables keep. */
  private static String condition(@Nullable Fragment where) {
    if (where == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    List<Boolean> kept = new ArrayList<>();
    SqlToken before = null;
    for (SqlToken token : where.tokens()) {
      if (token.isSign("(")) {
        boolean list = before != null && before.isName() && !before.isWord("and");
        kept.add(list);
        text.append(list ? "(" : "");
      } else if (token.isSign(")")) {
        boolean list = kept.isEmpty() || kept.remove(kept.size() - 1);
        text.append(list ? ")" : "");
      } else {
        text.append(' ').append(written(token));
      }
      before = token;
    }
    try {
      return " where " + Where.parse(text.toString());
    } catch (WhereException e) {
      throw SqlErrors.at(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "the condition of a partial index: "
              + e.getMessage()
              + "; expected comparisons of columns with literals, joined by AND",
          where.start());
    }
  }

  private static String written(SqlToken token) {
    return switch (token.kind()) {
      case STRING -> "'" + token.text().replace("'", "''") + "'";
      case BYTES -> "x'" + token.text() + "'";
      default -> token.text();
    };
  }

  public void drop(Name index, @Nullable Name on, boolean ifExists) {
    List<String> tables = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (TableDef def : shop.tables().list()) {
      if (on == null || def.name().equals(on.text())) {
        def.indexes().stream().map(IndexDef::name).forEach(names::add);
        if (def.index(index.text()) != null) {
          tables.add(def.name());
        }
      }
    }
    if (tables.isEmpty()) {
      if (ifExists) {
        return;
      }
      throw SqlErrors.at(
          SqlStates.UNDEFINED_OBJECT,
          "found the index '" + index.text() + "', expected one that exists",
          index.at(),
          Nearest.hint(index.text(), names));
    }
    if (tables.size() > 1) {
      throw SqlErrors.at(
          "42P09",
          "several tables have an index " + index.text() + ": " + String.join(", ", tables),
          index.at(),
          "Write DROP INDEX " + index.text() + " ON " + tables.get(0) + ".");
    }
    Target target = shop.target(new Name("", tables.get(0), index.at()));
    if (target.facts().uniques().contains(index.text())) {
      throw SqlErrors.at(
          "2BP01",
          "the index " + index.text() + " belongs to a constraint of table " + tables.get(0),
          index.at(),
          "ALTER TABLE " + tables.get(0) + " DROP CONSTRAINT " + index.text() + ".");
    }
    shop.tables().dropIndex(tables.get(0), index.text());
  }
}
