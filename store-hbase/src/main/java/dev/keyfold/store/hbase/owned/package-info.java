/**
 * One process owns a table, and has in it what HBase itself has not: atomic batches, moments and
 * transactions. A user sees {@link dev.keyfold.store.hbase.owned.OwnedStore}; the rest is how it is
 * done, and public only where the package above brings HBase in ({@code TimedRows}, {@code
 * LeaseRow}).
 *
 * <p>Nothing here knows HBase: what is asked of it is one row that can be replaced under a
 * condition, and other rows whose writes carry their time. {@code docs/decisions/0013-hbase.md},
 * section (e), has the protocol and what it survives.
 *
 * <pre>
 *   write ──> Commits ── append ──> LeaseRow        acknowledged: in the log, if we still own it
 *                │                                        ^
 *                └── install ──> VersionChains              Lease │ beats
 *                                  │  ^
 *   get, scan ──> MomentReader ────┘  └── Applier ──> TimedRows     later, in the background
 * </pre>
 */
package dev.keyfold.store.hbase.owned;
