/** The backup stream: all entries of a store in a format that any engine can restore. */
package dev.keyfold.store.backup;
