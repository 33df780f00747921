package dev.keyfold.redis.resp;

import dev.keyfold.redis.resp.Reply.Kind;
import java.util.List;

/**
 * Replies as redis-cli prints them at a terminal:
 *
 * <pre>
 *   OK   (error) ERR ...   (integer) 7   "text\n"   (nil)   (empty array)
 *   1) "a"          an array; nested ones are indented below their number
 *   2) 1) "b"
 *      2) "c"
 *   1# "a" => "b"   a map of protocol version 3; a set has 1~
 * </pre>
 */
public final class ReplyText {
  private ReplyText() {}

  /** The text without a line feed at its end. */
  public static String of(Reply reply) {
    StringBuilder text = new StringBuilder();
    append(text, reply, "");
    return text.toString();
  }

  private static void append(StringBuilder text, Reply reply, String prefix) {
    switch (reply.kind()) {
      case STATUS, VERBATIM, BIG_NUMBER -> text.append(reply.text());
      case ERROR -> text.append("(error) ").append(reply.text());
      case INTEGER -> text.append("(integer) ").append(reply.text());
      case DOUBLE -> text.append("(double) ").append(reply.text());
      case BOOLEAN -> text.append(reply.text().equals("t") ? "(true)" : "(false)");
      case NIL -> text.append("(nil)");
      case STRING -> quote(text, reply.bytes());
      case ARRAY, SET, MAP, PUSH -> collection(text, reply, prefix);
    }
  }

  private static void collection(StringBuilder text, Reply reply, String prefix) {
    List<Reply> elements = reply.elements();
    if (elements.isEmpty()) {
      text.append(
          switch (reply.kind()) {
            case MAP -> "(empty hash)";
            case SET -> "(empty set)";
            case PUSH -> "(empty push)";
            default -> "(empty array)";
          });
      return;
    }
    int step = reply.kind() == Kind.MAP ? 2 : 1;
    int width = Integer.toString(elements.size() / step).length();
    char after = reply.kind() == Kind.MAP ? '#' : reply.kind() == Kind.SET ? '~' : ')';
    String inner = prefix + " ".repeat(width + 2);
    for (int i = 0; i < elements.size(); i += step) {
      if (i > 0) {
        text.append('\n').append(prefix); // the first follows the number of the one around it
      }
      String number = Integer.toString(i / step + 1);
      text.append(" ".repeat(width - number.length())).append(number).append(after).append(' ');
      append(text, elements.get(i), inner);
      if (step == 2) {
        text.append(" => ");
        append(text, elements.get(i + 1), inner);
      }
    }
  }

  private static void quote(StringBuilder text, byte[] bytes) {
    text.append('"');
    for (byte b : bytes) {
      switch (b) {
        case '\\', '"' -> text.append('\\').append((char) b);
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case 7 -> text.append("\\a");
        case '\b' -> text.append("\\b");
        default -> {
          if (b >= ' ' && b < 0x7f) {
            text.append((char) b);
          } else {
            text.append("\\x").append(hex(b >> 4)).append(hex(b));
          }
        }
      }
    }
    text.append('"');
  }

  private static char hex(int digit) {
    return Character.forDigit(digit & 15, 16);
  }
}
