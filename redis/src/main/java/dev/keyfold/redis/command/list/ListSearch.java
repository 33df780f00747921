package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.store.Slice;
import java.util.Arrays;

/** LPOS. */
final class ListSearch {
  private static final String RANK_ZERO =
      "RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use"
          + " negative to start from the end of the list";

  private long rank = 1;
  private long count = -1;
  private long most;

  private ListSearch() {}

  static void positions(Call call) {
    ListSearch search = new ListSearch();
    search.parse(call);
    search.run(call);
  }

  private void parse(Call call) {
    for (int i = 3; i < call.count(); i += 2) {
      boolean more = i + 1 < call.count();
      if (more && call.is(i, "rank")) {
        rank = call.integer(i + 1);
        if (rank == 0) {
          throw CommandException.err(RANK_ZERO);
        }
      } else if (more && call.is(i, "count")) {
        count = call.integer(i + 1, 0, Long.MAX_VALUE, "COUNT can't be negative");
      } else if (more && call.is(i, "maxlen")) {
        most = call.integer(i + 1, 0, Long.MAX_VALUE, "MAXLEN can't be negative");
      } else {
        throw CommandException.syntax();
      }
    }
  }

  private void run(Call call) {
    ReplyWriter reply = call.reply();
    byte[] wanted = call.arg(2);
    boolean reversed = rank < 0;
    long size = ListReads.read(call);
    long wantedCount = count < 0 ? 1 : count;
    int mark = reply.mark();
    // Matches to skip, elements read, matches returned. The negation of the lowest rank overflows,
    // so it skips nothing.
    long[] state = {rank == Long.MIN_VALUE ? 0 : Math.abs(rank) - 1, 0, 0};
    call.space()
        .lists()
        .forEach(
            call.arg(1),
            reversed ? size - 1 : 0,
            reversed,
            (index, element) -> {
              if (equal(element, wanted) && --state[0] < 0) {
                reply.integer(index);
                state[2]++;
              }
              return ++state[1] != most && (wantedCount == 0 || state[2] < wantedCount);
            });
    if (count >= 0) {
      reply.arrayAt(mark, state[2]);
    } else if (state[2] == 0) {
      reply.nullBulk();
    }
  }

  static boolean equal(Slice element, byte[] wanted) {
    return element.length() == wanted.length
        && Arrays.equals(
            element.array(),
            element.offset(),
            element.offset() + element.length(),
            wanted,
            0,
            wanted.length);
  }
}
