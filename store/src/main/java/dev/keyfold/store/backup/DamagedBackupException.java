package dev.keyfold.store.backup;

import java.io.IOException;

/** A backup is incomplete or fails its checksum; do not use it. */
public final class DamagedBackupException extends IOException {
  private static final long serialVersionUID = 1L;

  public DamagedBackupException(String message) {
    super(message);
  }
}
