package dev.keyfold.cli.structure;

import dev.keyfold.redis.state.Glob;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of one database that match, in byte order.
 *
 * @param pattern with * ? [a-z] and \ as in Redis; null for all names
 * @param type null for all types
 * @param after null from the first name on
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NameScan(byte @Nullable [] pattern, @Nullable StructureType type, byte @Nullable [] after) {
  private static final int PAGE = 1000;

  /** Takes names. */
  interface Sink {
    /** Returns whether to continue. */
    boolean take(byte[] name) throws IOException;
  }

  /** Hands out names until there are no more. */
  void run(Space space, Sink sink) throws IOException {
    byte[] prefix = pattern == null ? new byte[0] : Glob.literalPrefix(pattern);
    byte[] last = after;
    if (prefix.length > 0 && (last == null || Arrays.compareUnsigned(last, prefix) < 0)) {
      last = prefix; // a scan begins after it
      if (space.keys().exists(prefix) && isRight(space, prefix) && !sink.take(prefix)) {
        return;
      }
    }
    boolean more = true;
    while (more) {
      List<byte[]> page = page(space, prefix, last);
      more = page.size() == PAGE;
      for (byte[] name : page) {
        last = name;
        if (isRight(space, name) && !sink.take(name)) {
          return;
        }
      }
    }
  }

  /** The next names; a page, so that the sink may throw what it likes and read meanwhile. */
  private static List<byte[]> page(Space space, byte[] prefix, byte @Nullable [] last) {
    List<byte[]> page = new ArrayList<>();
    space
        .keys()
        .scan(
            last,
            name -> {
              boolean matches = name.startsWith(prefix);
              if (matches) {
                page.add(name.toArray());
              }
              return matches && page.size() < PAGE;
            });
    return page;
  }

  private boolean isRight(Space space, byte[] name) {
    return (pattern == null || Glob.matches(pattern, name))
        && (type == null || type == space.keys().type(name));
  }
}
