package dev.keyfold.store.rocksdb;

import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;

/**
 * Lets a failed flush or compaction be an error at once. RocksDB would wait for better times, on a
 * full disk for room, and let writers wait with it: whoever writes learns nothing. And when room
 * comes, its recovery flushes, and waits for the writer that waits for the recovery, for ever.
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
