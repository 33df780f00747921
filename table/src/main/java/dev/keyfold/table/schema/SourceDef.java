package dev.keyfold.table.schema;

import dev.keyfold.table.where.Where;

/**
 * The source of a view: the entries of a store of another program, of which nothing is kept here.
 *
 * @param url the store, which is only read
 * @param values the form of its values: hex:FIELD, utf8:FIELD, json, schema:FIELDS or none
 * @param where which entries are rows: equality on leading fields of the key; {@link Where#ALL} for
 *     all
 * @param skipping whether entries that do not fit are counted and passed over, rather than an error
 */
public record SourceDef(String url, String values, Where where, boolean skipping) {}
