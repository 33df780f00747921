/**
 * The words that callers and every package below the API share: the {@link
 * dev.keyfold.structures.type.StructureType types} of structures, ranges of members and scores,
 * visitors, and listeners for changes. Depends on no other package of structures.
 */
package dev.keyfold.structures.type;
