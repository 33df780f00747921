package dev.keyfold.redis.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The positions of the replies that acknowledge a change, so that an error can replace them before
 * they are sent.
 *
 * <pre>
 *   +PONG +OK $1 a :1     replies of one iteration; +OK and :1 acknowledge
 *         5..10     17..21
 * </pre>
 */
final class Acknowledged {
  private static final int[] NONE = {};

  /** Begin and end of each, in order. */
  private int[] places = NONE;

  private int used;

  void add(int from, int to) {
    if (from == to) {
      return; // no reply yet that an error could replace
    }
    if (used == places.length) {
      places = Arrays.copyOf(places, Math.max(16, used * 2));
    }
    places[used++] = from;
    places[used++] = to;
  }

  /** The replies from the mark on were removed. */
  void truncate(int mark) {
    while (used > 0 && places[used - 2] >= mark) {
      used -= 2;
    }
  }

  void clear() {
    used = 0;
    if (places.length > 1024) {
      places = NONE;
    }
  }

  /** Puts the error in the place of each. */
  void replace(ByteBuf replies, String error) {
    if (used == 0) {
      return;
    }
    byte[] line =
        ("-" + error.replace('\r', ' ').replace('\n', ' ') + "\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    ByteBuf kept = Unpooled.buffer(replies.readableBytes());
    int at = replies.readerIndex();
    for (int i = 0; i < used; i += 2) {
      kept.writeBytes(replies, at, places[i] - at);
      kept.writeBytes(line);
      at = places[i + 1];
    }
    kept.writeBytes(replies, at, replies.writerIndex() - at);
    replies.clear().writeBytes(kept);
  }
}
