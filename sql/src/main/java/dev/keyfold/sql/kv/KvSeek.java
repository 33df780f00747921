package dev.keyfold.sql.kv;

import org.jspecify.annotations.Nullable;

/**
 * A structure to read.
 *
 * @param element the field, member or position wanted; null: all
 */
record KvSeek(String name, @Nullable Object element) {}
