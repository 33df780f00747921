/**
 * {@code keyfold scan}, {@code get}, {@code put} and {@code delete}: the entries of a store as they
 * are, bytes under bytes, also of stores that other programs have written. What is known of tables
 * and structures is not here.
 */
package dev.keyfold.cli.entry;
