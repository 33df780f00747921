package dev.keyfold.redis.command.generic;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.ScanArguments;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Glob;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the names of a database, in their order. A pattern that begins with plain text walks
 * over the names that begin so, and no others.
 */
final class ScanCommands {
  private ScanCommands() {}

  static void keys(Call call) {
    byte[] pattern = call.arg(1);
    byte[] prefix = Glob.literalPrefix(pattern);
    ReplyWriter reply = call.reply();
    int mark = reply.mark();
    long[] count = {0};
    walk(
        call.space().keys(),
        null,
        prefix,
        name -> {
          if (Glob.matches(pattern, name.toArray())) {
            reply.bulk(name.array(), name.offset(), name.length());
            count[0]++;
          }
          return true;
        });
    reply.arrayAt(mark, count[0]);
  }

  static void scan(Call call) {
    ScanArguments scan = ScanArguments.at(call, 1);
    scan.options(2, true);
    byte[] prefix = scan.pattern() == null ? new byte[0] : Glob.literalPrefix(scan.pattern());
    scan.begin();
    Keys keys = call.space().keys();
    walk(
        keys,
        scan.after(),
        prefix,
        name -> {
          if (scan.shows(name) && (scan.type() == null || isOfType(keys, name, scan.type()))) {
            scan.element(name);
          }
          return scan.more(name);
        });
    scan.end();
  }

  private static boolean isOfType(Keys keys, Slice name, byte[] wanted) {
    StructureType type = keys.type(name.toArray());
    return type != null && Arguments.is(wanted, KeyCommands.typeName(type));
  }

  /** Names after the given one (null: all) with the prefix. */
  private static void walk(Keys keys, byte @Nullable [] after, byte[] prefix, NameVisitor visitor) {
    byte[] start = after;
    if (prefix.length > 0 && (after == null || Arrays.compareUnsigned(after, prefix) < 0)) {
      // The range starts after a name, but the prefix itself may be a name.
      start = prefix;
      if (keys.exists(prefix) && !visitor.visit(Slice.of(prefix))) {
        return;
      }
    }
    keys.scan(start, name -> name.startsWith(prefix) && visitor.visit(name));
  }

  static void randomKey(Call call) {
    byte[] name = call.space().keys().random(ThreadLocalRandom.current());
    call.reply().bulk(name);
  }
}
