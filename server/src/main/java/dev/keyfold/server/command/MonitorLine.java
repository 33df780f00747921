package dev.keyfold.server.command;

/** A command as MONITOR shows it: time, database, address, quoted arguments. */
final class MonitorLine {
  private MonitorLine() {}

  static String of(Call call, long millis) {
    StringBuilder line = new StringBuilder(80);
    line.append(millis / 1000).append('.').append(String.format("%06d", millis % 1000 * 1000));
    line.append(" [").append(call.client().database()).append(' ');
    line.append(call.client().transport().remoteAddress()).append(']');
    for (byte[] argument : call.logged()) {
      line.append(' ');
      quote(line, argument);
    }
    return line.toString();
  }

  private static void quote(StringBuilder line, byte[] bytes) {
    line.append('"');
    for (byte b : bytes) {
      switch (b) {
        case '\\', '"' -> line.append('\\').append((char) b);
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        case 7 -> line.append("\\a");
        case '\b' -> line.append("\\b");
        default -> {
          if (b >= 32 && b < 127) {
            line.append((char) b);
          } else {
            line.append(String.format("\\x%02x", b & 0xff));
          }
        }
      }
    }
    line.append('"');
  }
}
