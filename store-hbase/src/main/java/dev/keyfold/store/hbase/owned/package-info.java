/**
 * A store with a single owner process, which adds what HBase lacks: atomic batches, snapshots
 * (MVCC) and transactions, by a write-ahead log under a fenced lease. Internal: programs open an
 * owned store by its URL. Classes are public where the package above implements them on HBase
 * ({@code TimedRows}, {@code LeaseRow}) or opens the store.
 *
 * <p>Nothing here depends on HBase: it needs one row with a conditional update, and other rows
 * whose writes carry timestamps. {@code docs/decisions/0013-hbase.md}, section (e), has the
 * protocol and what it survives.
 *
 * <pre>
 *   write ──> Commits ── append ──> LeaseRow        acknowledged: in the log, if we still own it
 *                │                                        ^
 *                └── install ──> VersionChains              Lease │ beats
 *                                  │  ^
 *   get, scan ──> SnapshotReader ────┘  └── Applier ──> TimedRows     later, in the background
 * </pre>
 */
package dev.keyfold.store.hbase.owned;
