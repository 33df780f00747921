/**
 * The query and index syntax: {@code user_id = 'U001' and lower(email) like 'a%' order by
 * order_date desc limit 10}, and {@code by_cat: category, order_date desc include amount}.
 *
 * <p>What lives here: {@link dev.keyfold.table.where.Where} (conditions alone), {@link
 * dev.keyfold.table.where.QueryText}, {@link dev.keyfold.table.where.IndexText} and {@link
 * dev.keyfold.table.where.KeyText}, made of {@link dev.keyfold.table.where.Condition}s and {@link
 * dev.keyfold.table.where.Expression}s; {@link dev.keyfold.table.where.Conditions} for the same in
 * code.
 *
 * <p>Guarantees: every text is read, or refused with a {@link
 * dev.keyfold.table.where.WhereException} that says where and why. What was read prints as the one
 * canonical text of its meaning, and that text reads as the same thing.
 *
 * <p>Not here: tables, stores, keys and bytes. Types of fields and functions are those of package
 * expr, which binds conditions to a table; which index serves one is decided in package plan.
 */
package dev.keyfold.table.where;
