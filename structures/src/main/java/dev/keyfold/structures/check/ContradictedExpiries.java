package dev.keyfold.structures.check;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Reader;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.MetaCheck;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Expiry entries that name another time than their name does. Which of both is damaged nobody
 * knows; the later one loses nothing. Looked for once, and only if a name has no entry of its own
 * time. Belongs to one {@link StructureCheck}.
 */
final class ContradictedExpiries {
  private final Reader reader;
  private final NavigableMap<byte[], Long> believed = new TreeMap<>(Arrays::compareUnsigned);

  /** Null: not looked for yet. */
  private @Nullable NavigableMap<byte[], Long> latest;

  ContradictedExpiries(Reader reader) {
    this.reader = reader;
  }

  /** Takes the latest time of the name's entries, if it is later than the name's; whether it is. */
  boolean believeLater(Meta meta) {
    if (latest == null) {
      NavigableMap<byte[], Long> found = new TreeMap<>(Arrays::compareUnsigned);
      StructureCheck.scan(reader, Layout.EXPIRY, (key, value) -> look(key, found));
      latest = found;
    }
    long time = latest.getOrDefault(meta.key, Meta.NO_EXPIRY);
    if (time <= meta.expiry) {
      return false;
    }
    meta.expiry = time;
    believed.put(meta.key, time);
    return true;
  }

  /** Whether this time was taken for the name's. */
  boolean isBelieved(byte[] metaKey, long time) {
    Long taken = believed.get(metaKey);
    return taken != null && taken == time;
  }

  private void look(byte[] key, NavigableMap<byte[], Long> found) {
    if (Layout.databaseOfExpiry(key) < 0) {
      return;
    }
    byte[] owner = Layout.metaOfExpiry(key);
    byte[] entry = reader.get(owner);
    Meta meta = entry == null ? null : MetaCheck.read(owner, entry);
    long time = Bytes.getLong(key, 1);
    if (meta != null && meta.expiry != time && meta.expiry != Meta.NO_EXPIRY) {
      found.merge(owner, time, Math::max);
    }
  }
}
