/**
 * The exceptions of stores, one per kind of error; all are {@link
 * dev.keyfold.store.errors.StoreException}. Its message says what was found, what was expected and
 * what to do.
 */
package dev.keyfold.store.errors;
