package dev.keyfold.redis.command.server;

import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;

/** About how many bytes a structure takes, from its number of elements. */
final class Sizes {
  private static final long ELEMENT = 48;

  private Sizes() {}

  static long estimate(Space space, byte[] name) {
    StructureType type = space.keys().type(name);
    if (type == null) {
      return 0;
    }
    return switch (type) {
      case STRING -> space.strings().length(name);
      case HASH -> ELEMENT * space.hashes().size(name);
      case LIST -> ELEMENT * space.lists().size(name);
      case SET -> ELEMENT * space.sets().size(name);
      case SORTED_SET -> 2 * ELEMENT * space.sortedSets().size(name);
    };
  }
}
