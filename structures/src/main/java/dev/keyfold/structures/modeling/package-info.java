/**
 * Maps and arrays that a program has spread over the entries of a plain key-value store, as the
 * article "Key-value Modeling: Maps and Arrays" describes: an entry with the names or the length,
 * and one entry per field or element. {@link dev.keyfold.structures.modeling.ModelingData} reads
 * them, {@link dev.keyfold.structures.modeling.ModelingImport} copies them into structures, {@link
 * dev.keyfold.structures.modeling.ModelingExport} writes structures in that layout.
 */
package dev.keyfold.structures.modeling;
