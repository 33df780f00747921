package dev.keyfold.store.hbase.owned;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lease row, which names the owner of a table and holds the write-ahead log. Every change is
 * atomic and conditional on the owner. Every call is idempotent. Thread-safe.
 */
public interface LeaseRow {
  /** Log cells that have room at once. A cell's place is its number modulo this; never changes. */
  int SLOTS = 1_024;

  /** Longest image in one cell. */
  int CELL_BYTES = 1 << 20;

  /**
   * What the row says.
   *
   * @param owner null if nobody ever owned the table
   * @param beat raised by the owner while it lives
   * @param applied number of the last log cell that is in its rows
   * @param time the latest that was given to a write, as far as known when {@code applied} was set
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record State(byte @Nullable [] owner, long beat, long applied, long time) {}

  /**
   * A cell of the log.
   *
   * @param last whether the batch ends with it
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record LogCell(long number, long time, boolean last, byte[] image) {}

  /**
   * How far things are.
   *
   * @param end number of the last log cell
   * @param applied number of the last one that is in its rows
   * @param time of the last write
   */
  record Progress(long end, long applied, long time) {}

  State read();

  /** Replaces the owner if it is still the one that was seen; whether it was. */
  boolean replaceOwner(byte @Nullable [] seen, byte[] owner);

  /** If the owner is still this one: sets the beat. Durable if asked. */
  boolean beat(byte[] owner, long beat, boolean durable);

  /**
   * If the owner is still this one: adds the cells to the log and notes how far it is applied. Of
   * two notes, the one with the higher number of the log's end counts, in whatever order they
   * arrive: a request may be carried out twice, the second time late.
   */
  boolean append(byte[] owner, List<LogCell> cells, Progress progress, boolean durable);

  /** All cells with higher numbers, in their order. */
  List<LogCell> logAfter(long number);
}
