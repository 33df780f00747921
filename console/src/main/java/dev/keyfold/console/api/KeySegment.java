package dev.keyfold.console.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.structures.layout.StructureKeys;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of the key space that is one thing to people: the keys of a table or index, the names
 * of a database, the elements of one kind of structure. Reads as much of a key as is there.
 *
 * @param title what it is
 * @param place the table or index; one of {@link Places.Kind#STRUCTURES} for structures
 */
record KeySegment(String title, Places.Place place) {
  private static final String BOOKKEEPING = "bookkeeping";

  /** The segment of a key. */
  static KeySegment of(byte[] key, List<Places.Place> all) {
    Places.Place place = Places.of(key, all);
    return new KeySegment(
        place.kind() == Places.Kind.STRUCTURES ? structureTitle(key) : place.title(), place);
  }

  private static String structureTitle(byte[] key) {
    return switch (key[0] & 0xFF) {
      case 0xD0 -> {
        List<StructureKeys.Part> parts = StructureKeys.explain(key);
        yield parts.size() > 1 ? "names of " + parts.get(1).text() : "names";
      }
      case 0xD1 -> "fields and members";
      case 0xD2 -> "list elements";
      case 0xD3 -> "scores by member";
      case 0xD4 -> "members by score";
      case 0xD5 -> "expiry";
      default -> BOOKKEEPING;
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
    return place.layout().schema();
  }

  int shards() {
    return isTable() ? schema().shards() : 0;
  }

  /** The shard of a key; 0 without shards. */
  int shardOf(byte[] key) {
    int at = isTable() ? place.layout().prefixLength() : 0;
    return shards() == 0 || key.length < at + 2 ? 0 : Bytes.getShort(key, at) & 0xFFFF;
  }

  /** The name of the value at a position of {@link #values}. */
  String fieldName(int index) {
    if (isTable()) {
      return schema().field(index).name();
    }
    return place.kind() == Places.Kind.STRUCTURES ? "name" : "key";
  }

  /** What can be read of a key: the values of its first fields, in words. */
  List<String> values(byte[] key) {
    List<String> values = new ArrayList<>();
    if (!isTable()) {
      values.add(structureValue(key));
      return values;
    }
    int at = place.layout().prefixLength();
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

  private static String structureValue(byte[] key) {
    if (!StructureKeys.owns(key)) {
      return Bytes.toHex(key);
    }
    List<StructureKeys.Part> parts = StructureKeys.explain(key);
    StringBuilder text = new StringBuilder();
    for (StructureKeys.Part part : parts.subList(Math.min(1, parts.size()), parts.size())) {
      boolean database = part.name().equals("database");
      String one =
          part.text().isEmpty()
              ? KeyInput.escaped(key, part.offset(), part.offset() + part.length())
              : part.text();
      text.append(database ? "" : (text.isEmpty() ? "" : " ") + one);
    }
    return text.toString();
  }
}
