/**
 * Binding: names and literals of a text, or of a program, become expressions and conditions on the
 * fields of a table, with values of the right type, ready to be computed and tested on a row.
 *
 * <p>What lives here: {@link dev.keyfold.table.expr.Binder} resolves names; a {@link
 * dev.keyfold.table.expr.FieldExpression} is a bound expression, a {@link
 * dev.keyfold.table.expr.Term} a bound condition; {@link dev.keyfold.table.expr.Binding} converts
 * literals to values of a field and back; {@link dev.keyfold.table.expr.Functions} are those that
 * expressions may call.
 *
 * <p>Not here: texts and their syntax, and which key or index serves a condition.
 */
package dev.keyfold.table.expr;
