package dev.keyfold.cli.structure;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.keyfold.cli.command.Output;
import dev.keyfold.cli.structure.Elements.Element;
import dev.keyfold.structures.type.StructureType;

/**
 * Elements on their way out, one per line.
 *
 * <pre>
 *   map          key, tab, value      {"key":"email","value":"bob@example.com"}
 *   array        element              {"index":0,"value":"a"}
 *   set          member               {"member":"x"}
 *   sorted set   score, tab, member   {"member":"bob","score":7.0}
 *   string       value                {"value":"41"}
 * </pre>
 */
record ElementLines(Output out, Notation notation, StructureType type, boolean json) {
  void write(long index, Element element) {
    String text = json ? json(index, element) : text(element);
    out.text(text).endLine();
  }

  private String text(Element element) {
    String key = notation.write(element.key());
    byte[] value = element.value();
    if (value != null) {
      return key + "\t" + notation.write(value);
    }
    return type == StructureType.SORTED_SET ? score(element.score()) + "\t" + key : key;
  }

  private String json(long index, Element element) {
    String key = quoted(notation.write(element.key()));
    byte[] value = element.value();
    return switch (type) {
      case HASH ->
          "{\"key\":"
              + key
              + ",\"value\":"
              + quoted(notation.write(value == null ? new byte[0] : value))
              + "}";
      case LIST -> "{\"index\":" + index + ",\"value\":" + key + "}";
      case SET -> "{\"member\":" + key + "}";
      case SORTED_SET -> "{\"member\":" + key + ",\"score\":" + jsonScore(element.score()) + "}";
      case STRING -> "{\"value\":" + key + "}";
    };
  }

  /** The shortest text that gives the same number back; whole numbers without a point. */
  static String score(double score) {
    if (Double.isInfinite(score)) {
      return score > 0 ? "inf" : "-inf";
    }
    boolean whole = score == Math.rint(score) && Math.abs(score) < 1e15;
    boolean negativeZero = score == 0 && 1 / score < 0;
    return whole && !negativeZero ? Long.toString((long) score) : Double.toString(score);
  }

  /** JSON has no infinities: they are strings. */
  static String jsonScore(double score) {
    return Double.isInfinite(score) ? "\"" + score(score) + "\"" : score(score);
  }

  static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
