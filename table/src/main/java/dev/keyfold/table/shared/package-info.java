/**
 * The protocol for stores with single-row atomicity, which several processes may write: claims
 * reserve unique values, one decision entry commits a transaction over several records, its writes
 * are provisional until then, and whoever finds the remains of a crashed writer repairs them.
 */
package dev.keyfold.table.shared;
