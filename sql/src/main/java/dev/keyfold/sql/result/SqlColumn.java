package dev.keyfold.sql.result;

/**
 * A column of a result, or a parameter of a statement.
 *
 * @param name as the statement names it; {@code ?1} for a parameter
 * @param jdbcType one of {@link java.sql.Types}
 * @param typeName the type in SQL: {@code VARCHAR(10)}, {@code DECIMAL(12, 2)}
 * @param precision digits or characters, 0 if the type has none
 * @param scale digits after the decimal point
 * @param nullable whether it may be null
 * @param javaClass of the values that cursors return
 */
public record SqlColumn(
    String name,
    int jdbcType,
    String typeName,
    int precision,
    int scale,
    boolean nullable,
    Class<?> javaClass) {}
