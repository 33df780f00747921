/**
 * What can go wrong with structures. Every exception here is a {@link
 * dev.keyfold.structures.errors.StructuresException}; its message says what was found, what was
 * expected and what to do.
 */
package dev.keyfold.structures.errors;
