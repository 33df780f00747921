package dev.keyfold.table.where;

/**
 * A word, number, text or sign.
 *
 * @param at offset of its first character
 * @param text a word, number or sign as written; the content of a text, quotes resolved
 */
record Token(Kind kind, int at, String text) {
  enum Kind {
    /** A field name or key word. */
    WORD,
    NUMBER,
    /** {@code 'text'}. */
    TEXT,
    /** {@code x'00ff'}. */
    HEX,
    SIGN,
    END
  }

  private static final int SHOWN = 40;

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  /** For messages. */
  String shown() {
    String brief = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    return switch (kind) {
      case END -> "the end";
      case TEXT -> "the text '" + brief + "'";
      case HEX -> "x'" + brief + "'";
      case NUMBER -> brief;
      case WORD, SIGN -> "'" + brief + "'";
    };
  }
}
