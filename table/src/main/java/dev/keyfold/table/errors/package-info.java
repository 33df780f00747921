/**
 * What can go wrong with tables. Every exception here is a {@link
 * dev.keyfold.table.errors.TableException}; its message says what was found, what was expected and
 * what to do.
 */
package dev.keyfold.table.errors;
