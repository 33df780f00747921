/**
 * What tables need of a store, as one interface: {@link dev.keyfold.table.protocol.StoreProtocol},
 * with one implementation for stores with atomic batches and one for stores with single-row
 * atomicity. {@code StoreProtocol.of} chooses; nothing else asks which kind of store it has.
 *
 * <p>Not here: the steps themselves, which are in {@code write}, {@code shared}, {@code catalog}
 * and {@code maintenance}.
 */
package dev.keyfold.table.protocol;
