package dev.keyfold.table.write;

import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.TableDef;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Definitions of tables as entries of the catalog. */
public final class StoredDefinition {
  private StoredDefinition() {}

  /** The definition of a table from its catalog entry; throws if it cannot be read. */
  public static TableDef parse(String name, byte[] text) {
    try {
      return read(name, text);
    } catch (TableException e) {
      throw new TableException(
          "table "
              + name
              + " is damaged: "
              + e.getMessage()
              + ". Other tables are not affected. Open the store with the newest version; if that"
              + " cannot read it either, restore a backup or drop the table. The lines of its"
              + " catalog entry are: "
              + new String(text, StandardCharsets.UTF_8).strip().replace("\n", " | "),
          e);
    }
  }

  /** The same, with what is wrong alone. */
  public static TableDef read(String name, byte[] text) {
    TableDef def;
    try {
      def =
          TableDef.parse(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
    } catch (CharacterCodingException e) {
      throw new TableException("the definition is not UTF-8 text", e);
    }
    if (!def.name().equals(name)) {
      throw new TableException("the definition is that of a table " + def.name());
    }
    return def;
  }

  /**
   * The catalog entry of a definition. It is read back first: what does not come back as it is must
   * not get into the store, where nobody could open it any more.
   */
  public static byte[] text(TableDef def) {
    byte[] text = def.toStoredText().getBytes(StandardCharsets.UTF_8);
    String problem = null;
    TableException cause = null;
    try {
      TableDef back = read(def.name(), text);
      if (!back.equals(def)) {
        problem =
            "it would be read back as another one: " + difference(def.toString(), back.toString());
      }
    } catch (TableException e) {
      problem = e.getMessage();
      cause = e;
    }
    if (problem != null) {
      throw new TableException(
          "table "
              + def.name()
              + " cannot be stored like this: "
              + problem
              + "; declare it with simpler conditions; nothing was written",
          cause);
    }
    return text;
  }

  private static String difference(String printed, String back) {
    List<String> lines = back.lines().toList();
    return printed
        .lines()
        .filter(line -> !lines.contains(line))
        .findFirst()
        .map(line -> "the line '" + line + "' does not come back")
        .orElse("its values are not what their text says");
  }
}
