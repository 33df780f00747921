package dev.keyfold.structures;

import dev.keyfold.store.Slice;
import dev.keyfold.structures.element.Decimal;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.structures.work.Metas;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Plain values of one database. Belongs to its {@link Work}. */
public final class Strings {
  private final Space space;

  Strings(Space space) {
    this.space = space;
  }

  private Metas metas() {
    return space.unit.metas();
  }

  private Meta find(byte[] name) {
    return metas().find(space.database, name, StructureType.STRING);
  }

  /** The value; null if the name does not exist. */
  public byte @Nullable [] get(byte[] name) {
    Meta meta = find(name);
    return meta.exists()
        ? Arrays.copyOfRange(meta.value, meta.valueOffset, meta.value.length)
        : null;
  }

  /**
   * The same without a copy: lets the slice show the value, which nobody may change. It holds as
   * long as the slice is not set to something else. False if the name does not exist.
   */
  public boolean get(byte[] name, Slice value) {
    Meta meta = find(name);
    if (!meta.exists()) {
      return false;
    }
    value.set(meta.value, meta.valueOffset, meta.valueLength());
    return true;
  }

  /** Bytes of the value; 0 if the name does not exist. */
  public int length(byte[] name) {
    return find(name).valueLength();
  }

  /** Sets the value, replaces a structure of any type, and removes the expiry. */
  public void set(byte[] name, byte[] value) {
    StructureLimits.checkValue(value.length);
    Meta meta = metas().find(space.database, name);
    if (meta.exists() && meta.type != StructureType.STRING) {
      metas().delete(meta);
    }
    write(meta, value.clone());
    metas().setExpiry(meta, Meta.NO_EXPIRY);
  }

  /** Sets the value and keeps the expiry. Throws if the name has another type. */
  public void replace(byte[] name, byte[] value) {
    StructureLimits.checkValue(value.length);
    write(find(name), value.clone());
  }

  private void write(Meta meta, byte[] value) {
    space.unit.entries().checkWritable();
    if (!meta.exists()) {
      metas().create(meta, StructureType.STRING);
    }
    meta.setValue(value);
    metas().changed(meta);
  }

  /** Adds the bytes after the value, or makes it. Its new length. */
  public int append(byte[] name, byte[] bytes) {
    return setRange(name, find(name).valueLength(), bytes);
  }

  /**
   * Writes the bytes over the value from the offset on; where it was shorter, zeros fill up. Its
   * new length.
   */
  public int setRange(byte[] name, long offset, byte[] bytes) {
    Meta meta = find(name);
    StructureLimits.checkValue(offset + bytes.length);
    int length = meta.valueLength();
    int end = (int) offset + bytes.length;
    byte[] value = new byte[Math.max(length, end)];
    System.arraycopy(meta.value, meta.valueOffset, value, 0, length);
    System.arraycopy(bytes, 0, value, (int) offset, bytes.length);
    write(meta, value);
    return value.length;
  }

  /** The bytes from one index to another (exclusive), as far as there are any. */
  public byte[] getRange(byte[] name, long from, long to) {
    Meta meta = find(name);
    int length = meta.valueLength();
    int first = (int) Math.max(0, Math.min(from, length));
    int end = (int) Math.max(first, Math.min(to, length));
    return Arrays.copyOfRange(meta.value, meta.valueOffset + first, meta.valueOffset + end);
  }

  /**
   * Adds to a number in decimal, 0 if the name does not exist; keeps the expiry. Its new value.
   *
   * @throws NumberFormatException if the value is not a whole number of 64 bits in its plain form
   * @throws ArithmeticException if the sum is not one
   */
  public long increment(byte[] name, long by) {
    Meta meta = find(name);
    long before =
        meta.exists() ? Decimal.parse(meta.value, meta.valueOffset, meta.valueLength()) : 0;
    long after = Math.addExact(before, by);
    write(meta, Long.toString(after).getBytes(StandardCharsets.ISO_8859_1));
    return after;
  }
}
