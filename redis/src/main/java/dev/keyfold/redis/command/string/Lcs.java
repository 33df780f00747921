package dev.keyfold.redis.command.string;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The longest common subsequence of two values by dynamic programming over the lengths for all
 * pairs of prefixes. Only two rows of lengths are kept. Backtracking needs one bit per cell,
 * whether the cell above is larger than the one to the left, so the table takes 1/32 of the memory
 * of all lengths, at most 16 MiB. LEN needs no table.
 */
final class Lcs {
  /** As many as Redis has by default: cells of four bytes in proto-max-bulk-len. It bounds time. */
  private static final long MOST_CELLS = 1L << 27;

  /** Stretches that both have; ends included. */
  private record Match(int a, int b, int length) {}

  private final byte[] a;
  private final byte[] b;
  private final int width;
  private final int length;

  /** For each cell whether the one above is larger than the one to its left; null if not kept. */
  private final long @Nullable [] above;

  private Lcs(byte[] a, byte[] b, boolean onlyLength) {
    this.a = a;
    this.b = b;
    width = b.length + 1;
    above = onlyLength ? null : new long[(int) (((a.length + 1L) * width + 63) / 64)];
    int[] before = new int[width];
    int[] row = new int[width];
    for (int i = 1; i <= a.length; i++) {
      fill(i, before, row);
      int[] swapped = before;
      before = row;
      row = swapped;
    }
    length = before[b.length];
  }

  private void fill(int i, int[] before, int[] row) {
    for (int j = 1; j <= b.length; j++) {
      if (above != null && before[j] > row[j - 1]) {
        int cell = i * width + j;
        above[cell >>> 6] |= 1L << cell;
      }
      row[j] = a[i - 1] == b[j - 1] ? before[j - 1] + 1 : Math.max(before[j], row[j - 1]);
    }
  }

  private boolean isAboveLarger(int i, int j) {
    int cell = i * width + j;
    return above != null && (above[cell >>> 6] & 1L << cell) != 0;
  }

  static void lcs(Call call) {
    StructureType first = type(call, 1);
    StructureType second = type(call, 2);
    byte[] a = value(call, 1, first);
    byte[] b = value(call, 2, second);
    boolean onlyLength = false;
    boolean indexes = false;
    boolean withLengths = false;
    long shortest = 0;
    for (int i = 3; i < call.count(); i++) {
      if (call.is(i, "idx")) {
        indexes = true;
      } else if (call.is(i, "len")) {
        onlyLength = true;
      } else if (call.is(i, "withmatchlen")) {
        withLengths = true;
      } else if (call.is(i, "minmatchlen") && i + 1 < call.count()) {
        shortest = Math.max(0, call.integer(++i));
      } else {
        throw CommandException.syntax();
      }
    }
    if (onlyLength && indexes) {
      throw CommandException.err("If you want both the length and indexes, please just use IDX.");
    }
    if ((a.length + 1L) * (b.length + 1L) > MOST_CELLS) {
      throw CommandException.err(
          "Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len");
    }
    Lcs table = new Lcs(a, b, onlyLength);
    if (onlyLength) {
      call.reply().integer(table.length);
    } else if (indexes) {
      table.showMatches(call.reply(), shortest, withLengths);
    } else {
      call.reply().bulk(table.subsequence());
    }
  }

  private static @Nullable StructureType type(Call call, int i) {
    StructureType type = call.space().keys().type(call.arg(i));
    call.found(call.arg(i), type != null);
    return type;
  }

  private static byte[] value(Call call, int i, @Nullable StructureType type) {
    if (type != null && type != StructureType.STRING) {
      throw CommandException.err("The specified keys must contain string values");
    }
    byte[] value = type == null ? null : call.space().strings().get(call.arg(i));
    return value == null ? new byte[0] : value;
  }

  private byte[] subsequence() {
    byte[] common = new byte[length];
    int at = common.length;
    for (Match match : matches()) {
      at -= match.length;
      System.arraycopy(a, match.a, common, at, match.length);
    }
    return common;
  }

  /** Stretches from the last to the first. */
  private List<Match> matches() {
    List<Match> matches = new ArrayList<>();
    int i = a.length;
    int j = b.length;
    int run = 0;
    while (i > 0 && j > 0) {
      if (a[i - 1] == b[j - 1]) {
        run++;
        i--;
        j--;
        continue;
      }
      run = end(matches, i, j, run);
      if (isAboveLarger(i, j)) {
        i--;
      } else {
        j--;
      }
    }
    end(matches, i, j, run);
    return matches;
  }

  private static int end(List<Match> matches, int i, int j, int run) {
    if (run > 0) {
      matches.add(new Match(i, j, run));
    }
    return 0;
  }

  private void showMatches(ReplyWriter reply, long shortest, boolean withLengths) {
    List<Match> shown = matches().stream().filter(match -> match.length >= shortest).toList();
    reply.map(2);
    reply.bulk("matches");
    reply.array(shown.size());
    for (Match match : shown) {
      reply.array(withLengths ? 3 : 2);
      showRange(reply, match.a, match.length);
      showRange(reply, match.b, match.length);
      if (withLengths) {
        reply.integer(match.length);
      }
    }
    reply.bulk("len");
    reply.integer(length);
  }

  private static void showRange(ReplyWriter reply, int first, int length) {
    reply.array(2);
    reply.integer(first);
    reply.integer(first + length - 1);
  }
}
