package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.errors.SchemaMismatchException;
import dev.keyfold.table.expr.Conjunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * How a table that is stored differs from the one that a program declares, each difference with the
 * call that would make the stored one fit, if there is one. The order of fields does not matter.
 */
public final class SchemaDifferences {
  private final TableLayout storedLayout;
  private final TableLayout declaredLayout;
  private final TableDef stored;
  private final TableDef declared;
  private final List<String> found = new ArrayList<>();

  private SchemaDifferences(TableLayout stored, TableLayout declared) {
    this.storedLayout = stored;
    this.declaredLayout = declared;
    this.stored = stored.def();
    this.declared = declared.def();
  }

  private static List<String> between(TableLayout stored, TableLayout declared) {
    SchemaDifferences differences = new SchemaDifferences(stored, declared);
    differences.fields();
    differences.key();
    differences.options();
    differences.indexes();
    return differences.found;
  }

  /** Throws if there is any. */
  public static void check(TableLayout stored, TableLayout declared) {
    List<String> differences = between(stored, declared);
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "table "
              + stored.def().name()
              + " is not stored as it is declared:\n  - "
              + String.join("\n  - ", differences));
    }
  }

  private String alter(String call) {
    return "tables.alter(\"" + stored.name() + "\")." + call + ".apply()";
  }

  private void fields() {
    for (FieldDef field : declared.fields()) {
      int position = stored.indexOf(field.name());
      if (position < 0) {
        missing(field);
      } else {
        compare(stored.fields().get(position), field);
      }
    }
    for (FieldDef field : stored.fields()) {
      if (declared.indexOf(field.name()) < 0) {
        found.add(
            "field "
                + field
                + " is stored and not declared; declare it"
                + (stored.key().fields().contains(field.name())
                    ? ": it is part of the key"
                    : ", or " + alter("removeField(\"" + field.name() + "\")")));
      }
    }
  }

  private void missing(FieldDef field) {
    StringBuilder text = new StringBuilder("field " + field + " is declared and not stored; ");
    boolean inKey = declared.key().fields().contains(field.name());
    if (!field.nullable()) {
      text.append("it can be added if it is declared nullable: ");
    }
    text.append(
        alter(
            (inKey ? "addKeyField" : "addField")
                + "(\""
                + field.name()
                + " "
                + field.type()
                + " null\")"));
    stored.fields().stream()
        .filter(old -> declared.indexOf(old.name()) < 0)
        .filter(old -> isSame(old.type(), field.type()) && old.nullable() == field.nullable())
        .findFirst()
        .ifPresent(
            old ->
                text.append(
                    "; or, if it is a new name of "
                        + old.name()
                        + ", "
                        + alter("renameField(\"" + old.name() + "\", \"" + field.name() + "\")")));
    found.add(text.toString());
  }

  private void compare(FieldDef old, FieldDef field) {
    if (!isSame(old.type(), field.type())) {
      found.add(
          "field "
              + field.name()
              + " is stored as "
              + old.type()
              + " and declared as "
              + field.type()
              + "; a type never changes: declare "
              + old.type()
              + ", or add a field of another name");
    } else if (old.nullable() != field.nullable()) {
      found.add(
          "field "
              + field.name()
              + " is stored "
              + (old.nullable() ? "nullable and declared not so" : "not nullable and declared so")
              + "; that never changes: declare '"
              + old
              + "'");
    }
  }

  /** The constants of an enum may be listed in any order: their codes tell them apart. */
  private static boolean isSame(KeyType a, KeyType b) {
    List<KeyField> fields = a.fields();
    if (a.equals(b) || a.kind() != b.kind() || fields.size() != b.fields().size()) {
      return a.equals(b);
    }
    for (int i = 0; i < fields.size(); i++) {
      KeyField other = b.fields().get(i);
      if (!fields.get(i).name().equals(other.name())
          || fields.get(i).order() != other.order()
          || !isSame(fields.get(i).type(), other.type())) {
        return false;
      }
    }
    return a.kind() == KeyType.Kind.ENUM ? a.codes().equals(b.codes()) : !fields.isEmpty();
  }

  private void key() {
    if (!stored.key().equals(declared.key())) {
      found.add(
          "the key is stored as ("
              + stored.key()
              + ") and declared as ("
              + declared.key()
              + "); "
              + (isLonger()
                  ? "nullable fields can be added to its end with addKeyField"
                  : "a key never changes otherwise than by fields at its end: make a new table"));
    }
    String format = declared.primary().format();
    if (!stored.primary().format().equals(format)) {
      found.add(
          "the key is stored in the format "
              + stored.primary().format()
              + " and declared in "
              + format
              + "; the format never changes: make a new table");
    }
    if (!Objects.equals(stored.source(), declared.source())) {
      found.add(
          "the table is stored as "
              + source(stored)
              + " and declared as "
              + source(declared)
              + "; drop it, and create it again");
    }
    if (stored.shards() != declared.shards() || stored.shardBy() != declared.shardBy()) {
      found.add(
          "the key is stored in "
              + shards(stored.shards(), stored.shardBy())
              + " and declared in "
              + shards(declared.shards(), declared.shardBy())
              + "; tables.reshard(\""
              + stored.name()
              + "\", "
              + declared.shards()
              + ", "
              + declared.shardBy()
              + ")");
    }
  }

  private static String source(TableDef table) {
    SourceDef source = table.source();
    return source == null
        ? "a table of its own"
        : "a view over "
            + source.url()
            + " with values "
            + source.values()
            + (source.where().isEmpty() ? "" : " where " + source.where())
            + (source.skipping() ? ", skipping entries that do not fit" : "");
  }

  private boolean isLonger() {
    int size = stored.key().parts().size();
    return declared.key().parts().size() > size
        && declared.key().parts().subList(0, size).equals(stored.key().parts());
  }

  private static String shards(int count, int by) {
    return count == 0 ? "no shards" : Counted.of(count, "shard") + " by " + by;
  }

  private void options() {
    if (!Objects.equals(stored.options().get("ttl"), declared.options().get("ttl"))) {
      String time = declared.options().get("ttl");
      found.add(
          "the time to live is stored as "
              + stored.options().get("ttl")
              + " and declared as "
              + time
              + "; "
              + alter(
                  "timeToLive("
                      + (time == null ? "null" : "Duration.parse(\"" + time + "\")")
                      + ")"));
    }
    if (stored.has("versioned") != declared.has("versioned")) {
      found.add(
          declared.has("versioned")
              ? "versions are declared and not stored; " + alter("versioned()")
              : "versions are stored and not declared; declare versioned()");
    }
  }

  private void indexes() {
    for (IndexDef index : declared.indexes()) {
      IndexDef old = stored.index(index.name());
      if (old == null || old.state() == IndexState.DISABLED) {
        found.add(
            "index "
                + index.text()
                + " is declared and "
                + (old == null
                    ? "not stored; "
                    : "disabled, as its build found rows that do not fit; correct them, then ")
                + create(index));
      } else if (!isSame(old, index)
          || old.shards() != index.shards()
          || old.shardBy() != index.shardBy()) {
        found.add(
            "index "
                + index.name()
                + " is stored as ("
                + old.text()
                + ", "
                + shards(old.shards(), old.shardBy())
                + ") and declared as ("
                + index.text()
                + ", "
                + shards(index.shards(), index.shardBy())
                + "); "
                + drop(index)
                + " and "
                + create(index));
      }
    }
    for (IndexDef index : stored.indexes()) {
      if (declared.index(index.name()) == null) {
        found.add(
            "index " + index.text() + " is stored and not declared; declare it, or " + drop(index));
      }
    }
  }

  /** Whether both hold the same entries in the same order, however they are written. */
  private boolean isSame(IndexDef old, IndexDef index) {
    return old.text().parts().equals(index.text().parts())
        && old.text().unique() == index.text().unique()
        && Set.copyOf(old.text().include()).equals(Set.copyOf(index.text().include()))
        && condition(storedLayout, old).isSameAs(condition(declaredLayout, index));
  }

  private static Conjunction condition(TableLayout layout, IndexDef index) {
    IndexLayout of = layout.index(index.id());
    return Conjunction.of(of == null ? List.of() : of.condition());
  }

  private String create(IndexDef index) {
    return "tables.createIndex(\""
        + stored.name()
        + "\", \""
        + index.text()
        + "\""
        + (index.shards() == 0 ? "" : ", " + index.shards() + ", " + index.shardBy())
        + ")";
  }

  private String drop(IndexDef index) {
    return "tables.dropIndex(\"" + stored.name() + "\", \"" + index.name() + "\")";
  }
}
