package dev.keyfold.store.rocksdb.salvage;

import dev.keyfold.codec.bytes.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one table that can be read. What cannot is a loss, from after the last key before
 * it to the first key after it, which is included unless the index excludes it.
 */
final class TableSource extends SalvageSource {
  private final Path path;
  private final Manifest.@Nullable Table told;
  private final Losses losses;
  private @Nullable TableFile file;
  private Iterator<TableFile.Span> spans = List.<TableFile.Span>of().iterator();
  private Iterator<SalvagedEntry> entries = List.<SalvagedEntry>of().iterator();
  private byte @Nullable [] last;
  private @Nullable String lost;
  private byte @Nullable [] lostUpTo;

  /**
   * @param told what the manifest says of it; null if none exists
   */
  TableSource(Path path, Manifest.@Nullable Table told, Losses losses) {
    this.path = path;
    this.told = told;
    this.losses = losses;
  }

  @Override
  @Nullable SalvagedEntry read() throws IOException {
    TableFile table = file;
    if (table == null) {
      table = new TableFile(path);
      spans = table.spans().iterator();
      file = table;
    }
    while (!entries.hasNext() && spans.hasNext()) {
      open(table, spans.next());
    }
    if (!entries.hasNext()) {
      close(told == null ? lostUpTo : Bytes.next(told.largest()));
      return null;
    }
    SalvagedEntry entry = entries.next();
    if (told != null && told.sequence() > 0 && entry.sequence() == 0) {
      entry = new SalvagedEntry(entry.key(), told.sequence(), entry.kind(), entry.value());
    }
    if (lost != null) {
      // Versions of one key lie newest first and may span blocks: this one may be an older version.
      byte[] next = Bytes.next(entry.key());
      byte[] upTo = lostUpTo;
      close(upTo != null && Arrays.compareUnsigned(upTo, next) < 0 ? upTo : next);
    }
    last = entry.key();
    return entry;
  }

  private void open(TableFile table, TableFile.Span span) throws IOException {
    String why = span.lost();
    if (why == null) {
      try {
        entries = table.read(span.block()).iterator();
        return;
      } catch (BadFileException e) {
        why = e.getMessage();
      }
    }
    lost = lost == null ? why : lost + "; " + why;
    lostUpTo = span.upTo() == null ? null : Bytes.next(span.upTo());
  }

  /** Records what was lost, up to but excluding this key. */
  private void close(byte @Nullable [] next) {
    if (lost != null) {
      byte[] first = told == null ? null : told.smallest();
      losses.add(name(), lost, last == null ? first : Bytes.next(last), next);
      lost = null;
    }
  }

  private String name() {
    return path.getFileName().toString();
  }
}
