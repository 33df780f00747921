package dev.keyfold.sql.kv;

import dev.keyfold.codec.KeyType;
import dev.keyfold.structures.type.StructureType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables that structures appear as. */
@SuppressWarnings("ImmutableEnumChecker") // unmodifiable lists, and types, which are immutable
public enum KvTable {
  STRINGS("strings", StructureType.STRING, List.of("name", "value"), null),
  HASHES("hashes", StructureType.HASH, List.of("name", "field", "value"), KeyType.STRING),
  LISTS("lists", StructureType.LIST, List.of("name", "position", "value"), KeyType.INT64),
  SETS("sets", StructureType.SET, List.of("name", "member"), KeyType.STRING),
  SORTED_SETS(
      "sorted_sets", StructureType.SORTED_SET, List.of("name", "member", "score"), KeyType.STRING);

  private final String title;
  private final StructureType type;
  private final List<String> columns;
  private final @Nullable KeyType element;

  KvTable(String title, StructureType type, List<String> columns, @Nullable KeyType element) {
    this.title = title;
    this.type = type;
    this.columns = columns;
    this.element = element;
  }

  /** Its name within the schema {@code kv}. */
  public String title() {
    return title;
  }

  StructureType type() {
    return type;
  }

  List<String> columns() {
    return columns;
  }

  /** The type of the column that tells the elements of a structure apart; null if it has one. */
  @Nullable KeyType element() {
    return element;
  }

  KeyType typeOf(int column) {
    String name = columns.get(column);
    return name.equals("position")
        ? KeyType.INT64
        : name.equals("score") ? KeyType.DOUBLE : KeyType.STRING;
  }
}
