/**
 * The protocol for stores with single-row atomicity, which several processes may write: unique
 * values are claimed, transactions over several records are decided by one entry, what they have
 * written is provisional until then, and whoever finds something left behind repairs it.
 */
package dev.keyfold.table.shared;
