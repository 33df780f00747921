package dev.keyfold.store.backup;

import java.io.IOException;

/** Something is wrong with a backup; nothing of it may be used. */
public final class DamagedBackupException extends IOException {
  private static final long serialVersionUID = 1L;

  public DamagedBackupException(String message) {
    super(message);
  }
}
