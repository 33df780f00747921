/**
 * Strings, hashes, lists, sets and sorted sets over any sorted store with atomic batches. Each
 * element is an entry of its own, so one field of a big structure is read or written without
 * touching the rest.
 *
 * <p>The nouns: {@link dev.keyfold.structures.Structures} owns the store's structures; a {@link
 * dev.keyfold.structures.Work} is what happens at once; a {@link dev.keyfold.structures.Space} is
 * one of its numbered databases, with a facade for each type: {@link dev.keyfold.structures.Keys},
 * {@link dev.keyfold.structures.Strings}, {@link dev.keyfold.structures.Hashes}, {@link
 * dev.keyfold.structures.Lists}, {@link dev.keyfold.structures.Sets}, {@link
 * dev.keyfold.structures.SortedSets}.
 *
 * <p>Guarantees: a work is seen whole or not at all, also after a crash; sizes are exact and cost
 * nothing; a name that is due is missing from that millisecond on; deleting, renaming, moving and
 * flushing take the same time whatever the size. Any bytes are a name, field or member, also none.
 * Not here: commands, protocols, and who may do what. One process, and one {@code Structures}, owns
 * the structures of a store.
 *
 * <p>This package is the API; {@code type} and {@code errors} belong to it. What it is made of,
 * from the bottom up: {@code layout} the bytes, {@code entries} the store as a unit of work sees
 * it, {@code rank} elements by number, {@code work} the unit of work and its commit, {@code upkeep}
 * expiry and removal, {@code element} fields, members and list elements; {@code load} bulk loads
 * and {@code check} the check of a whole store.
 */
package dev.keyfold.structures;
