/**
 * Compares all entries of structures with each other and repairs what contradicts: {@link
 * dev.keyfold.structures.check.StructureCheck} walks over everything, with a class for each kind of
 * entry, and {@link dev.keyfold.structures.check.StructureCheckResult} is what it found. Reads and
 * writes the store directly, while no structures are open over it.
 */
package dev.keyfold.structures.check;
