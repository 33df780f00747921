package dev.keyfold.table.where;

import java.util.List;

/** What a text asks of one field. Immutable. */
public sealed interface Condition {
  /** The field's name. */
  String field();

  /** Offset of the field's name in the text. */
  int at();

  /** How a field compares with a value. */
  enum Operator {
    EQ("="),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** As it is written. */
    public String symbol() {
      return symbol;
    }
  }

  /** {@code field < literal}; a {@code like} pattern without {@code %} becomes an equality. */
  record Compare(String field, int at, Operator operator, Literal value) implements Condition {}

  /** {@code field between low and high}, both included. */
  record Between(String field, int at, Literal low, Literal high) implements Condition {}

  /** {@code field in (a, b)}; at least one value. */
  record In(String field, int at, List<Literal> values) implements Condition {
    /** Copies the list. */
    public In {
      values = List.copyOf(values);
    }
  }

  /** {@code field is null}. */
  record IsNull(String field, int at) implements Condition {}

  /** {@code field is not null}. */
  record IsNotNull(String field, int at) implements Condition {}

  /**
   * {@code field like 'prefix%'}.
   *
   * @param prefix a text literal without the {@code %} and without escapes
   */
  record StartsWith(String field, int at, Literal prefix) implements Condition {}
}
