package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.state.ByteKey;
import java.io.ByteArrayOutputStream;

/**
 * A command as MONITOR shows it: time, database, address, quoted arguments. Long arguments and long
 * argument lists are truncated with the number of omitted bytes or arguments, because the line is
 * written on the loop.
 */
final class MonitorLine {
  static final int SHOWN_BYTES = 64 << 10;
  static final int LINE_BYTES = 512 << 10;
  private static final byte[] HEX = ByteKey.of("0123456789abcdef");

  private final ByteArrayOutputStream line = new ByteArrayOutputStream(128);

  private MonitorLine() {}

  static byte[] of(Call call, long millis) {
    MonitorLine monitored = new MonitorLine();
    String micros = Long.toString(1_000_000 + millis % 1000 * 1000).substring(1);
    monitored.text(millis / 1000 + "." + micros);
    Client client = call.client();
    monitored.text(" [" + client.database() + " " + client.transport().remoteAddress() + "]");
    monitored.arguments(call.logged());
    return monitored.line.toByteArray();
  }

  private void text(String text) {
    line.writeBytes(ByteKey.of(text));
  }

  private void arguments(byte[][] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (line.size() > LINE_BYTES) {
        text(" ... (" + (arguments.length - i) + " more arguments)");
        return;
      }
      line.write(' ');
      quote(arguments[i]);
    }
  }

  private void quote(byte[] bytes) {
    int shown = Math.min(bytes.length, SHOWN_BYTES);
    line.write('"');
    for (int i = 0; i < shown; i++) {
      byte b = bytes[i];
      int letter = escape(b);
      if (letter != 0) {
        line.write('\\');
        line.write(letter);
      } else if (b >= 32 && b < 127) {
        line.write(b);
      } else {
        line.write('\\');
        line.write('x');
        line.write(HEX[(b >> 4) & 0xf]);
        line.write(HEX[b & 0xf]);
      }
    }
    if (shown < bytes.length) {
      text("... (" + (bytes.length - shown) + " more bytes)");
    }
    line.write('"');
  }

  /** The character after the backslash; 0 for a byte without a short escape. */
  private static int escape(byte b) {
    return switch (b) {
      case '\\', '"' -> b;
      case '\n' -> 'n';
      case '\r' -> 'r';
      case '\t' -> 't';
      case 7 -> 'a';
      case '\b' -> 'b';
      default -> 0;
    };
  }
}
