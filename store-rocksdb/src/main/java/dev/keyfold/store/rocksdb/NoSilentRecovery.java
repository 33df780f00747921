package dev.keyfold.store.rocksdb;

import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;

/**
 * Disables RocksDB's automatic recovery, so that a failed flush or compaction is an error
 * immediately. RocksDB would retry in the background, on a full disk until there is space, and
 * block writers meanwhile without an error. And when there is space, its recovery flushes and can
 * deadlock with a writer that waits for the recovery.
 */
final class NoSilentRecovery extends AbstractEventListener {
  NoSilentRecovery() {
    super(EnabledEventCallback.ON_ERROR_RECOVERY_BEGIN);
  }

  /** Whether RocksDB may try. */
  @Override
  public boolean onErrorRecoveryBegin(BackgroundErrorReason reason, Status error) {
    return false;
  }
}
