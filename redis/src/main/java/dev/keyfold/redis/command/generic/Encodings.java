package dev.keyfold.redis.command.generic;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.state.Config;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import org.jspecify.annotations.Nullable;

/**
 * The form in which Redis 7.0 would keep a value in memory. Nothing here is kept so; tools and
 * tests ask for it. At most as many elements are looked at as the small forms may have.
 */
final class Encodings {
  private static final int EMBEDDED = 44;

  private final Space space;
  private final Config config;

  Encodings(Space space, Config config) {
    this.space = space;
    this.config = config;
  }

  String of(byte[] key, StructureType type) {
    return switch (type) {
      case STRING -> ofString(space.strings().get(key));
      case LIST -> "quicklist";
      case HASH -> isSmallHash(key) ? "listpack" : "hashtable";
      case SET -> isSmallSet(key) ? "intset" : "hashtable";
      case SORTED_SET -> isSmallSortedSet(key) ? "listpack" : "skiplist";
    };
  }

  private static String ofString(byte @Nullable [] value) {
    if (value == null) {
      return "embstr"; // an empty string has this one too
    }
    if (Arguments.isInteger(value)) {
      return "int";
    }
    return value.length <= EMBEDDED ? "embstr" : "raw";
  }

  private boolean isSmallHash(byte[] key) {
    long longest = config.integer("hash-max-listpack-value");
    boolean[] small = {space.hashes().size(key) <= config.integer("hash-max-listpack-entries")};
    if (small[0]) {
      space
          .hashes()
          .forEach(
              key,
              null,
              (field, value) -> small[0] = field.length() <= longest && value.length() <= longest);
    }
    return small[0];
  }

  private boolean isSmallSet(byte[] key) {
    boolean[] small = {space.sets().size(key) <= config.integer("set-max-intset-entries")};
    if (small[0]) {
      space.sets().forEach(key, null, member -> small[0] = Arguments.isInteger(member.toArray()));
    }
    return small[0];
  }

  private boolean isSmallSortedSet(byte[] key) {
    long longest = config.integer("zset-max-listpack-value");
    boolean[] small = {space.sortedSets().size(key) <= config.integer("zset-max-listpack-entries")};
    if (small[0]) {
      space
          .sortedSets()
          .forEachMember(
              key, null, (Slice member, double score) -> small[0] = member.length() <= longest);
    }
    return small[0];
  }
}
