package dev.keyfold.store.bitcask;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what is found while logs are read. Not thread-safe. */
final class Findings {
  /** How many damages and hidden keys a report names; the others are only counted. */
  static final int NAMED = 100;

  /** Of one letter and a colon, then of two; all that begin otherwise are plain keys. */
  private static final String ONE = "HLSZTXV";

  private static final String TWO = "LM PM XM XG XP XC VM FC";

  long records;
  long tombstones;
  long expired;
  long inSeveralShards;
  long liveKeys;

  private long damaged;
  private long tornTails;
  private long lostBytes;
  private long blobReferences;
  private long tooLarge;
  private final Map<String, Long> prefixes = new TreeMap<>();
  private final List<BitcaskReport.Damage> damages = new ArrayList<>();
  private final List<String> hidden = new ArrayList<>();

  void damage(LogFile file, long from, long to, String why) {
    damaged++;
    lost(file, from, to, why);
  }

  void tornTail(LogFile file, long from, String why) {
    tornTails++;
    lost(file, from, file.size(), why);
  }

  private void lost(LogFile file, long from, long to, String why) {
    lostBytes += to - from;
    if (damages.size() < NAMED) {
      damages.add(new BitcaskReport.Damage(file.name(), from, to - from, why));
    }
  }

  void hidden(Slice key, boolean refers) {
    if (refers) {
      blobReferences++;
    } else {
      tooLarge++;
    }
    if (hidden.size() < NAMED) {
      hidden.add(Bytes.toHex(key.toArray()));
    }
  }

  void live(Slice key) {
    liveKeys++;
    prefixes.merge(prefix(key), 1L, Long::sum);
  }

  /** What a key begins with, if programs with compound keys give it a meaning; else nothing. */
  private static String prefix(Slice key) {
    if (key.length() > 1 && key.at(1) == ':') {
      int index = ONE.indexOf(key.at(0));
      return index < 0 ? "" : ONE.charAt(index) + ":";
    }
    if (key.length() > 2 && key.at(2) == ':') {
      for (int i = 0; i < TWO.length(); i += 3) {
        if (TWO.charAt(i) == key.at(0) && TWO.charAt(i + 1) == key.at(1)) {
          return TWO.substring(i, i + 2) + ":";
        }
      }
    }
    return "";
  }

  BitcaskReport report(LogDirectory directory, List<LogFile> files) {
    return new BitcaskReport(
        directory.shards(),
        files.size(),
        files.stream().mapToLong(LogFile::size).sum(),
        records,
        liveKeys,
        tombstones,
        expired,
        damaged,
        tornTails,
        lostBytes,
        blobReferences,
        tooLarge,
        inSeveralShards,
        prefixes,
        damages,
        hidden,
        directory.notRead());
  }
}
