package dev.keyfold.store.bitcask;

import dev.keyfold.codec.bytes.Counted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the logs contained when they were opened: what the store shows, and everything that it does
 * not show. Immutable.
 *
 * @param shards directories with logs
 * @param files logs that were read
 * @param bytes of these logs
 * @param records intact records, also overwritten ones
 * @param liveKeys keys that the store shows
 * @param tombstones records that delete a key
 * @param expired keys whose newest record has expired
 * @param damaged places with bytes that are no intact record, torn tails not counted
 * @param tornTails logs that end within a record, as after a crash of their writer
 * @param lostBytes bytes in damaged places and torn tails
 * @param blobReferences keys whose value is in a file of large values, which is not read
 * @param tooLarge keys whose value exceeds the limit of a store
 * @param inSeveralShards records of keys that another shard has, too; the later one is shown
 * @param keysByPrefix number of live keys by what they begin with; plain keys are under ""
 * @param damages the first of the damaged places and torn tails
 * @param hidden the first of the keys with blob references or values that are too large, in
 *     hexadecimal digits
 * @param notRead files and directories that may contain data and were not read
 */
public record BitcaskReport(
    int shards,
    int files,
    long bytes,
    long records,
    long liveKeys,
    long tombstones,
    long expired,
    long damaged,
    long tornTails,
    long lostBytes,
    long blobReferences,
    long tooLarge,
    long inSeveralShards,
    Map<String, Long> keysByPrefix,
    List<Damage> damages,
    List<String> hidden,
    List<String> notRead) {
  /** Prefixes of the compound keys whose values can be taken over. */
  private static final Set<String> UNDERSTOOD = Set.of("", "H:", "L:", "S:", "Z:", "T:", "LM:");

  /**
   * Bytes of a log that are no intact record.
   *
   * @param file the path of the log within the data directory
   * @param offset of the first of them
   * @param bytes how many
   * @param why what was found, and what was expected
   */
  public record Damage(String file, long offset, long bytes, String why) {
    @Override
    public String toString() {
      return file + " at offset " + offset + ", " + Counted.of(bytes, "byte") + ": " + why;
    }
  }

  /** Copies. */
  public BitcaskReport {
    keysByPrefix = Collections.unmodifiableMap(new TreeMap<>(keysByPrefix));
    damages = List.copyOf(damages);
    hidden = List.copyOf(hidden);
    notRead = List.copyOf(notRead);
  }

  /**
   * Live keys by prefix, for prefixes that other programs define: streams, versions, promotions.
   */
  public Map<String, Long> notUnderstood() {
    Map<String, Long> others = new TreeMap<>(keysByPrefix);
    others.keySet().removeAll(UNDERSTOOD);
    return others;
  }

  /** Whether the store shows everything that is in the directory, and nothing was damaged. */
  public boolean isComplete() {
    return damaged + tornTails + blobReferences + tooLarge == 0 && notRead.isEmpty();
  }

  /** The numbers by name, in a fixed order, for JSON and monitoring. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("shards", (long) shards);
    counts.put("files", (long) files);
    counts.put("bytes", bytes);
    counts.put("records", records);
    counts.put("keys", liveKeys);
    counts.put("tombstones", tombstones);
    counts.put("expired", expired);
    counts.put("damaged", damaged);
    counts.put("torn-tails", tornTails);
    counts.put("lost-bytes", lostBytes);
    counts.put("blob-references", blobReferences);
    counts.put("too-large", tooLarge);
    counts.put("in-several-shards", inSeveralShards);
    counts.put("not-read", (long) notRead.size());
    return counts;
  }

  /** The report as text: a summary, then a sentence for each thing that the user should know. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Counted.of(liveKeys, "key")
            + " from "
            + Counted.of(records, "record")
            + " in "
            + Counted.of(files, "log")
            + " of "
            + Counted.of(shards, "shard")
            + "; "
            + Counted.of(tombstones, "tombstone")
            + ", "
            + Counted.of(expired, "expired key"));
    lines.addAll(warnings());
    return lines;
  }

  /** The sentences of {@link #lines} about what the store does not show; empty if it shows all. */
  public List<String> warnings() {
    List<String> lines = new ArrayList<>();
    if (damaged + tornTails > 0) {
      lines.add(
          Counted.of(damaged, "damaged place")
              + " and "
              + Counted.of(tornTails, "torn tail")
              + " with "
              + Counted.of(lostBytes, "byte")
              + " were skipped; their keys are missing or have an older value");
      damages.forEach(damage -> lines.add(damage.toString()));
      addMore(lines, damaged + tornTails - damages.size(), "damaged place");
    }
    if (blobReferences + tooLarge > 0) {
      lines.add(
          Counted.of(blobReferences, "key")
              + " with values in blob files and "
              + Counted.of(tooLarge, "key")
              + " with values beyond the limit of a store are not shown");
      hidden.forEach(key -> lines.add("not shown: key " + key));
      addMore(lines, blobReferences + tooLarge - hidden.size(), "key");
    }
    if (inSeveralShards > 0) {
      lines.add(
          Counted.of(inSeveralShards, "record")
              + " of keys that are in several shards; the one written last is shown");
    }
    notUnderstood()
        .forEach(
            (prefix, count) ->
                lines.add(Counted.of(count, "key") + " under " + prefix + " " + meaning(prefix)));
    notRead.forEach(name -> lines.add("not read: " + name));
    return lines;
  }

  private static void addMore(List<String> lines, long more, String what) {
    if (more > 0) {
      lines.add("and " + Counted.of(more, what) + " more");
    }
  }

  private static String meaning(String prefix) {
    return switch (prefix) {
      case "X:", "XM:", "XG:", "XP:", "XC:" -> "(streams)";
      case "V:", "VM:" -> "(versions)";
      case "PM:" -> "(collections promoted to files of their own)";
      default -> "(bookkeeping)";
    };
  }

  @Override
  public String toString() {
    return String.join("\n", lines());
  }
}
