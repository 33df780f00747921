package dev.keyfold.table.errors;

/**
 * A table whose definition cannot be read; its records are still in the store. {@code drop} removes
 * it.
 *
 * @param name what it is called
 * @param reason what is wrong with its definition, in one line
 */
public record DamagedTable(String name, String reason) {}
