/**
 * The text of a condition on fields, {@code user_id = 'U001' and at >= '2025-01-01'}, to a list of
 * conditions that a program can look at.
 *
 * <p>What lives here: {@link dev.keyfold.table.where.Where} (the whole text), {@link
 * dev.keyfold.table.where.Condition} (one of those that {@code and} joins) and {@link
 * dev.keyfold.table.where.WhereException} (what is wrong with a text, and where).
 *
 * <p>Not here: schemas, keys and bytes. Nothing in this package knows which fields exist or what
 * their types are, so the same text serves keys and tables.
 */
package dev.keyfold.table.where;
