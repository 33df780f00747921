package dev.keyfold.console.api.heat;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.backend.Places;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.StructureKeys;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the key space that users know as one object: the keys of a table or index, or the
 * structures of a database. Decodes sampled key prefixes.
 *
 * @param title its name
 * @param place the table or index; one of {@link Places.Kind#STRUCTURES} for structures
 * @param database number of the database of structures; -1 for anything else
 */
record KeySegment(String title, Places.Place place, int database) {
  static final String BOOKKEEPING = "bookkeeping";

  /** Elements whose name was deleted or is not found yet. */
  static final String UNNAMED = "deleted structures";

  /** The title in a sentence: {@code table orders}. */
  String described() {
    return switch (place.kind()) {
      case RECORDS -> "table " + title;
      case INDEX -> "index " + title;
      default -> title;
    };
  }

  /** Whether it is what users have stored, and not what is kept about it. */
  boolean isData() {
    return switch (place.kind()) {
      case RECORDS, INDEX -> true;
      case STRUCTURES -> !title.equals(BOOKKEEPING);
      case CATALOG, UNKNOWN -> false;
    };
  }

  boolean isTable() {
    return place.layout() != null;
  }

  private KeySchema schema() {
    return place.keys().schema();
  }

  int shards() {
    return isTable() ? schema().shards() : 0;
  }

  /** The shard of a key; 0 without shards. */
  int shardOf(byte[] key) {
    return isTable() ? place.keys().shardOf(new Slice().set(key, 0, key.length)) : 0;
  }

  /** The name of the value at a position of {@link #values}. */
  String fieldName(int index) {
    return isTable() ? schema().field(index).name() : "name";
  }

  /** Whether all fields of a key were sampled. */
  boolean isWhole(List<String> values) {
    return !isTable() || values.size() == schema().size();
  }

  /** What can be decoded of a key: the values of its first fields as text, or a name. */
  List<String> values(byte[] key) {
    List<String> values = new ArrayList<>();
    if (!isTable()) {
      values.add(nameOrType(key));
      return values;
    }
    int at = place.keys().prefixLength();
    try {
      KeyReader reader = schema().newReader().reset(key, at, key.length - at);
      for (int i = 0; i < schema().size(); i++) {
        values.add(ValueText.print(schema().field(i).type(), reader.field(i).get()));
      }
    } catch (KeyException shortened) {
      // Samples keep the first bytes of a key only.
    }
    return values;
  }

  private static String nameOrType(byte[] key) {
    List<StructureKeys.Part> parts = StructureKeys.explain(key);
    StructureKeys.Part last = parts.get(parts.size() - 1);
    return switch (key[0] & 0xFF) {
      case 0xD0 -> {
        boolean named = last.name().equals("name");
        yield named ? KeyInput.escaped(key, last.offset(), key.length) : "(empty name)";
      }
      case 0xD1 -> "hash or set";
      case 0xD2 -> "list";
      default -> "sorted set";
    };
  }
}
