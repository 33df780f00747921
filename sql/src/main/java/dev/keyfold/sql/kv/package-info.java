/** Structures as tables: {@code kv.strings}, {@code kv.hashes} and the others. */
package dev.keyfold.sql.kv;
