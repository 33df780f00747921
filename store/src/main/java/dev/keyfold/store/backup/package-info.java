/** A store as a stream of bytes, which a store of any engine can be restored from. */
package dev.keyfold.store.backup;
