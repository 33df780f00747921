/**
 * Data in the layout of FerricStore's compound keys, in a store of its own: read, written, and
 * taken over into structures.
 *
 * <p>{@link dev.keyfold.structures.compound.CompoundData} reads and writes that layout as it is,
 * with what follows from it: no sizes, no expiry, a delete costs as much as there is to delete.
 * {@link dev.keyfold.structures.compound.CompoundImport} copies all of it into structures, which
 * have these, and names what it leaves out; {@link
 * dev.keyfold.structures.compound.CompoundRevision} recognises which revision wrote the keys.
 */
package dev.keyfold.structures.compound;
