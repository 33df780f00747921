/**
 * Data in the layout of FerricStore's compound keys, in a store of its own: read, written, and
 * taken over into structures.
 *
 * <p>{@link dev.keyfold.structures.compound.CompoundData} reads and writes that layout as it is,
 * with what follows from it: no sizes, no expiry, a delete costs as much as there is to delete.
 * {@link dev.keyfold.structures.compound.CompoundImport} copies all of it into structures, which
 * have these.
 */
package dev.keyfold.structures.compound;
