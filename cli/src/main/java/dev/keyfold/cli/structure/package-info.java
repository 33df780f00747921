/**
 * {@code keyfold structure}: maps, arrays, sets, sorted sets and strings by their names. {@link
 * dev.keyfold.cli.structure.StructureLine} is the form in which they are exported and imported.
 */
package dev.keyfold.cli.structure;
