package dev.keyfold.pg.catalog;

import dev.keyfold.codec.bytes.XxHash64;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.catalog.ColumnFacts;
import dev.keyfold.sql.catalog.SequenceFacts;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.OrderItem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * All tables, indexes, views and sequences as PostgreSQL's catalogs see them, at one moment. Their
 * numbers are hashes of their names: the same in every connection and after a restart. Immutable.
 */
final class CatalogModel {
  /** The number of the schema public, as in PostgreSQL. */
  static final long PUBLIC = 2200;

  /** Of pg_catalog. */
  static final long PG_CATALOG = 11;

  static final long INFORMATION_SCHEMA = 13_000;
  static final long KV = 13_001;

  /** Everything belongs to one owner. */
  static final long OWNER = 10;

  private static final long FIRST = 16_384;
  private static final long RANGE = 1L << 30;

  /** A column. */
  record Column(
      String name,
      int number,
      WireType type,
      boolean notNull,
      @Nullable String defaultValue,
      String identity) {}

  /**
   * A part of an index.
   *
   * @param column number of the column; 0 for an expression
   */
  record Part(String expression, int column, boolean descending) {}

  /** An index, or the primary key. */
  record Index(
      Relation table,
      boolean primary,
      boolean unique,
      boolean constraint,
      List<Part> parts,
      List<String> include,
      @Nullable String predicate) {}

  /** A condition of a table. */
  record Check(long oid, String name, String condition) {}

  /**
   * Something with a row in pg_class.
   *
   * @param kind r table, i index, v view, S sequence
   */
  record Relation(
      long oid,
      String name,
      char kind,
      List<Column> columns,
      @Nullable Index index,
      List<Check> checks,
      @Nullable String query,
      @Nullable SequenceFacts sequence,
      double rows) {}

  private final List<Relation> relations = new ArrayList<>();

  static CatalogModel of(SqlDatabase database) {
    CatalogModel model = new CatalogModel();
    for (TableDef def : database.tables().list()) {
      model.table(database, def);
    }
    try (SqlSession session = database.session()) {
      for (SqlObject object : database.catalog().objects()) {
        model.object(session, object);
      }
    }
    return model;
  }

  static long oid(String kind, String name) {
    byte[] text = (kind + " " + name).getBytes(StandardCharsets.UTF_8);
    return FIRST + Math.floorMod(XxHash64.hash(text, 0, text.length), RANGE);
  }

  List<Relation> relations() {
    return relations;
  }

  @Nullable Relation byOid(long oid) {
    for (Relation each : relations) {
      if (each.oid == oid) {
        return each;
      }
    }
    return null;
  }

  @Nullable Relation byName(String name) {
    for (Relation each : relations) {
      if (each.name.equals(name)) {
        return each;
      }
    }
    return null;
  }

  private void table(SqlDatabase database, TableDef def) {
    TableFacts facts = database.catalog().readableFacts(def);
    List<Column> columns = new ArrayList<>();
    for (FieldDef field : facts.visible(def)) {
      ColumnFacts declared = facts.of(field);
      columns.add(
          new Column(
              field.name(),
              columns.size() + 1,
              ColumnTypes.of(declared.type(), field.type()),
              facts.refusesNull(field),
              declared.defaultValue(),
              declared.identity() == null ? "" : declared.always() ? "a" : "d"));
    }
    List<Check> checks = new ArrayList<>();
    for (TableFacts.Check check : facts.checks()) {
      long oid = oid("check", def.name() + " " + check.name());
      checks.add(new Check(oid, check.name(), check.condition()));
    }
    double rows = database.tables().table(def.name()).estimatedRows();
    Relation table =
        new Relation(
            oid("table", def.name()), def.name(), 'r', columns, null, checks, null, null, rows);
    relations.add(table);
    boolean hidden = columns.size() < def.fields().size();
    if (!hidden) {
      String keyName = facts.keyName();
      String name = keyName == null ? def.name() + "_pkey" : keyName;
      index(
          table,
          name,
          new Index(table, true, true, true, parts(table, def.key().parts()), List.of(), null));
    }
    for (IndexDef index : def.indexes()) {
      boolean constraint = facts.uniques().contains(index.name());
      String where = index.text().isPartial() ? index.text().where().toString() : null;
      index(
          table,
          index.name(),
          new Index(
              table,
              false,
              index.text().unique(),
              constraint,
              parts(table, index.text().parts()),
              index.text().include(),
              where));
    }
  }

  private void index(Relation table, String name, Index index) {
    List<Column> columns = new ArrayList<>();
    for (Part part : index.parts) {
      Column of = part.column == 0 ? null : table.columns.get(part.column - 1);
      WireType type = of == null ? ColumnTypes.plain(dev.keyfold.pg.value.PgType.TEXT) : of.type;
      String title = of == null ? "expr" : of.name;
      columns.add(new Column(title, columns.size() + 1, type, false, null, ""));
    }
    for (String field : index.include) {
      for (Column each : table.columns) {
        if (each.name.equals(field)) {
          columns.add(new Column(field, columns.size() + 1, each.type, false, null, ""));
        }
      }
    }
    relations.add(
        new Relation(
            oid("index", table.name + " " + name),
            name,
            'i',
            columns,
            index,
            List.of(),
            null,
            null,
            table.rows));
  }

  private static List<Part> parts(Relation table, List<OrderItem> items) {
    List<Part> parts = new ArrayList<>();
    for (OrderItem item : items) {
      int number = 0;
      for (Column column : table.columns) {
        if (item.expression().isField() && column.name.equals(item.expression().field())) {
          number = column.number;
        }
      }
      parts.add(new Part(item.expression().toString(), number, item.descending()));
    }
    return parts;
  }

  private void object(SqlSession session, SqlObject object) {
    if (object instanceof SqlObject.Sequence sequence) {
      relations.add(
          new Relation(
              oid("sequence", object.name()),
              object.name(),
              'S',
              List.of(),
              null,
              List.of(),
              null,
              sequence.facts(),
              1));
    }
    if (object instanceof SqlObject.View view) {
      List<Column> columns = new ArrayList<>();
      try {
        String query = "select * from \"" + view.name().replace("\"", "\"\"") + "\"";
        for (SqlColumn column : session.prepare(query).columns()) {
          columns.add(
              new Column(column.name(), columns.size() + 1, WireType.of(column), false, null, ""));
        }
      } catch (SqlStateException e) {
        columns.clear(); // what it reads is gone; it is listed without columns
      }
      relations.add(
          new Relation(
              oid("view", view.name()),
              view.name(),
              'v',
              columns,
              null,
              List.of(),
              view.query(),
              null,
              0));
    }
  }

  /** As CREATE INDEX writes its parts. */
  static String partText(Part part) {
    return (part.column == 0 ? part.expression : quoted(part.expression))
        + (part.descending ? " DESC" : "");
  }

  static String partsText(Index index) {
    StringJoiner list = new StringJoiner(", ", "(", ")");
    index.parts.forEach(part -> list.add(partText(part)));
    return list.toString();
  }

  /** A statement that makes the index. */
  static String indexText(Relation relation, Index index) {
    StringBuilder text = new StringBuilder("CREATE ");
    text.append(index.unique ? "UNIQUE INDEX " : "INDEX ").append(quoted(relation.name));
    text.append(" ON public.").append(quoted(index.table.name)).append(" USING btree ");
    text.append(partsText(index));
    if (!index.include.isEmpty()) {
      text.append(" INCLUDE (").append(String.join(", ", index.include)).append(')');
    }
    if (index.predicate != null) {
      text.append(" WHERE (").append(index.predicate).append(')');
    }
    return text.toString();
  }

  /** In double quotes if it needs them. */
  static String quoted(String name) {
    boolean plain = name.matches("[a-z_][a-z0-9_]*") && !RESERVED.contains(" " + name + " ");
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Words that names in double quotes avoid, with spaces around each. */
  static final String RESERVED =
      " all and any as asc between by case cast check column create default desc distinct do else"
          + " end except false for from group having in into is join left like limit not null on"
          + " or order primary references right select table then to true union unique user using"
          + " when where with ";
}
