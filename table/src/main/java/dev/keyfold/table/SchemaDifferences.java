package dev.keyfold.table;

import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How a table that is stored differs from the one that a program declares, each difference with the
 * call that would make the stored one fit, if there is one. The order of fields does not matter.
 */
final class SchemaDifferences {
  private final TableDef stored;
  private final TableDef declared;
  private final List<String> found = new ArrayList<>();

  private SchemaDifferences(TableDef stored, TableDef declared) {
    this.stored = stored;
    this.declared = declared;
  }

  static List<String> between(TableDef stored, TableDef declared) {
    SchemaDifferences differences = new SchemaDifferences(stored, declared);
    differences.fields();
    differences.key();
    differences.options();
    differences.indexes();
    return differences.found;
  }

  /** Throws if there is any. */
  static void check(TableDef stored, TableDef declared) {
    List<String> differences = between(stored, declared);
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "table "
              + stored.name()
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
        .filter(old -> old.type().equals(field.type()) && old.nullable() == field.nullable())
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
    if (!old.type().equals(field.type())) {
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

  private boolean isLonger() {
    int size = stored.key().parts().size();
    return declared.key().parts().size() > size
        && declared.key().parts().subList(0, size).equals(stored.key().parts());
  }

  private static String shards(int count, int by) {
    return count == 0 ? "no shards" : count + " shards by " + by;
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
                + (old == null ? "not stored; " : "disabled; ")
                + create(index));
      } else if (!old.text().equals(index.text())
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
