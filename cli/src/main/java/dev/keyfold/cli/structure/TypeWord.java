package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.structures.type.StructureType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of structures in the words of the command line, and in those of Redis. */
final class TypeWord {
  static final String COUNTER = "counter";

  private static final Map<StructureType, String> WORDS =
      Map.of(
          StructureType.HASH, "map",
          StructureType.LIST, "array",
          StructureType.SET, "set",
          StructureType.SORTED_SET, "sorted-set",
          StructureType.STRING, "string");

  private static final Map<String, StructureType> OTHERS =
      Map.of(
          "hash",
          StructureType.HASH,
          "list",
          StructureType.LIST,
          "zset",
          StructureType.SORTED_SET,
          COUNTER,
          StructureType.STRING);

  private TypeWord() {}

  static String of(StructureType type) {
    return WORDS.getOrDefault(type, type.word());
  }

  static String withArticle(StructureType type) {
    return (type == StructureType.LIST ? "an " : "a ") + of(type);
  }

  /** The type of the word, also of one that Redis uses; null if none exists. */
  static @Nullable StructureType type(String word) {
    for (Map.Entry<StructureType, String> entry : WORDS.entrySet()) {
      if (entry.getValue().equals(word)) {
        return entry.getKey();
      }
    }
    return OTHERS.get(word);
  }

  /** All words, for completion and messages. */
  static List<String> all() {
    return List.of("map", "array", "set", "sorted-set", "string", COUNTER);
  }

  /** For messages: what was expected. */
  static String expected() {
    return Console.choice(all());
  }
}
