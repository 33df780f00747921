package dev.keyfold.sql.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The SQL declarations of a column beyond its field. Immutable.
 *
 * @param type as declared, {@code character varying(20)}; empty if the field's type says it all
 * @param defaultValue an expression; null if none exists
 * @param identity how it counts; null if it is no identity column
 * @param always whether only the table gives it values (GENERATED ALWAYS)
 * @param notNull whether null is refused although the field could hold it
 * @param hidden whether {@code *} leaves it out: the generated key of a table without PRIMARY KEY,
 *     and a column that ALTER TABLE is still filling
 */
public record ColumnFacts(
    String type,
    @Nullable String defaultValue,
    @Nullable SequenceFacts identity,
    boolean always,
    boolean notNull,
    boolean hidden) {
  /** Nothing declared. */
  public static final ColumnFacts NONE = new ColumnFacts("", null, null, false, false, false);

  public ColumnFacts withType(String other) {
    return new ColumnFacts(other, defaultValue, identity, always, notNull, hidden);
  }

  public ColumnFacts withDefault(@Nullable String expression) {
    return new ColumnFacts(type, expression, identity, always, notNull, hidden);
  }

  public ColumnFacts withIdentity(@Nullable SequenceFacts counted, boolean only) {
    return new ColumnFacts(type, defaultValue, counted, only, notNull, hidden);
  }

  public ColumnFacts withNotNull(boolean refused) {
    return new ColumnFacts(type, defaultValue, identity, always, refused, hidden);
  }

  public ColumnFacts asHidden() {
    return withHidden(true);
  }

  public ColumnFacts withHidden(boolean leftOut) {
    return new ColumnFacts(type, defaultValue, identity, always, notNull, leftOut);
  }
}
