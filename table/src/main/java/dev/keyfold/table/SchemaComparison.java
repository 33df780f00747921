package dev.keyfold.table;

import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.List;

/** Finds every difference between a table that is stored and one that is asked for. */
final class SchemaComparison {
  private SchemaComparison() {}

  /** Throws {@link SchemaMismatchException} with all differences, if there are any. */
  static void check(TableDef stored, TableDef asked) {
    List<String> differences = differences(stored, asked);
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "table "
              + stored.name()
              + " is stored with another definition than the one asked for: "
              + String.join("; ", differences)
              + ". Ask for what is stored, or alter the table");
    }
  }

  static List<String> differences(TableDef stored, TableDef asked) {
    List<String> differences = new ArrayList<>();
    for (FieldDef field : asked.fields()) {
      int at = stored.indexOf(field.name());
      if (at < 0) {
        differences.add("field '" + field + "' is not stored");
      } else if (!stored.fields().get(at).toString().equals(field.toString())) {
        differences.add(
            "field "
                + field.name()
                + " is stored as '"
                + stored.fields().get(at)
                + "', asked for as '"
                + field
                + "'");
      }
    }
    for (FieldDef field : stored.fields()) {
      if (asked.indexOf(field.name()) < 0) {
        differences.add("field '" + field + "' is stored, but not asked for");
      }
    }
    if (!stored.key().equals(asked.key())) {
      differences.add(
          "the key is stored as '" + stored.key() + "', asked for as '" + asked.key() + "'");
    }
    if (stored.shards() != asked.shards() || stored.shardBy() != asked.shardBy()) {
      differences.add(
          "the key has "
              + stored.shards()
              + " shards by "
              + stored.shardBy()
              + " fields, asked for "
              + asked.shards()
              + " by "
              + asked.shardBy());
    }
    compareIndexes(stored, asked, differences);
    if (!stored.options().equals(asked.options())) {
      differences.add("options are " + stored.options() + ", asked for " + asked.options());
    }
    return differences;
  }

  private static void compareIndexes(TableDef stored, TableDef asked, List<String> differences) {
    for (IndexDef index : asked.indexes()) {
      IndexDef same = stored.index(index.name());
      if (same == null) {
        differences.add("index '" + index.text() + "' is not there: create it");
      } else if (!same.text().toString().equals(index.text().toString())) {
        differences.add(
            "index is stored as '" + same.text() + "', asked for as '" + index.text() + "'");
      }
    }
  }
}
