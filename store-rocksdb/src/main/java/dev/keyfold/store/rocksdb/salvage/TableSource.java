package dev.keyfold.store.rocksdb.salvage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * The entries of one table that can be read. What cannot is a loss, from the last key before it to
 * the first one after it.
 */
final class TableSource extends SalvageSource {
  private final Path path;
  private final Manifest.Table told;
  private final Losses losses;
  private TableFile file;
  private Iterator<TableFile.Span> spans;
  private Iterator<Entry> entries = List.<Entry>of().iterator();
  private byte[] last;
  private String lost;
  private byte[] lostUpTo;

  /**
   * @param told what the manifest says of it; null if there is none
   */
  TableSource(Path path, Manifest.Table told, Losses losses) {
    this.path = path;
    this.told = told;
    this.losses = losses;
  }

  @Override
  Entry read() throws IOException {
    if (spans == null) {
      file = new TableFile(path);
      spans = file.spans().iterator();
    }
    while (!entries.hasNext() && spans.hasNext()) {
      open(spans.next());
    }
    if (!entries.hasNext()) {
      close(told == null ? lostUpTo : Tombstones.after(told.largest()));
      return null;
    }
    Entry entry = entries.next();
    if (told != null && told.sequence() > 0 && entry.sequence() == 0) {
      entry = new Entry(entry.key(), told.sequence(), entry.kind(), entry.value());
    }
    close(entry.key());
    last = entry.key();
    return entry;
  }

  private void open(TableFile.Span span) throws IOException {
    String why = span.lost();
    if (why == null) {
      try {
        entries = file.read(span.block()).iterator();
        return;
      } catch (BadFileException e) {
        why = e.getMessage();
      }
    }
    lost = lost == null ? why : lost + "; " + why;
    lostUpTo = span.upTo() == null ? null : Tombstones.after(span.upTo());
  }

  /** Notes what was lost before this key. */
  private void close(byte[] next) {
    if (lost != null) {
      byte[] first = told == null ? null : told.smallest();
      losses.add(name(), lost, last == null ? first : Tombstones.after(last), next);
      lost = null;
    }
  }

  private String name() {
    return path.getFileName().toString();
  }
}
