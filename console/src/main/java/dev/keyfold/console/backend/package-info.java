/**
 * What the areas of the API share: the database, which all changes go through ({@link
 * dev.keyfold.console.backend.Backend}), to which table or structure a key belongs, keys as people
 * paste them, explanations of keys, and background jobs. It registers no addresses.
 */
package dev.keyfold.console.backend;
