package dev.keyfold.table.write;

import dev.keyfold.table.expr.RowAccess;
import org.jspecify.annotations.Nullable;

/** A read-modify-write function for one record; retried after conflicts. */
public interface RowChange {
  /** The store key of the record. */
  byte[] key(RowWriter writer);

  /**
   * Decides; throws to refuse.
   *
   * @param writer the key of the record is encoded in it
   * @param old what is stored, perhaps expired; null if nothing is
   * @return null to leave it as it is
   */
  @Nullable Target decide(RowWriter writer, byte @Nullable [] old);

  /** The fields that the record will have if it is written at all, null if it is removed. */
  default @Nullable RowAccess row(RowWriter writer) {
    return null;
  }

  /**
   * What the record becomes.
   *
   * @param value the stored form, with a stamp; null to remove it
   * @param row its fields; null to remove it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Target(byte @Nullable [] value, @Nullable RowAccess row) {
    public static final Target REMOVED = new Target(null, null);
  }
}
