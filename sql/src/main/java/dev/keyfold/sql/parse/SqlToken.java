package dev.keyfold.sql.parse;

/**
 * A token of a statement.
 *
 * @param kind what it is
 * @param text of a word in lower case, of a quoted name or a string without quotes and escapes, of
 *     the others as written
 * @param start offset of its first character in the statement
 * @param end offset after its last character
 * @param parameter of {@link Kind#PARAMETER} which value it represents, from 0; else -1
 */
public record SqlToken(Kind kind, String text, int start, int end, int parameter) {
  /** What a token is. */
  public enum Kind {
    /** A name or key word without quotes. */
    WORD,
    /** A name in double quotes. */
    QUOTED,
    /** A text in single quotes, or between dollar signs. */
    STRING,
    /** Bytes: {@code x'00ff'}; the text is the digits. */
    BYTES,
    /** A number without a sign. */
    NUMBER,
    /** {@code ?} or {@code $1}. */
    PARAMETER,
    /** An operator or a punctuation mark. */
    SIGN,
    /** Behind the last token. */
    END
  }

  /** Whether it is this key word, written in lower case here. */
  public boolean isWord(String word) {
    return kind == Kind.WORD && text.equals(word);
  }

  /** Whether it is this operator or punctuation mark. */
  public boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  /** Whether it can be a name. */
  public boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }
}
