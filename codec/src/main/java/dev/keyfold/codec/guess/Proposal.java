package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeySchema;
import java.util.List;

/**
 * One explanation of a sample of keys.
 *
 * @param schema fields, format and shards; it can be read with at once
 * @param decoded how many keys of the sample it decodes
 * @param keys how many keys the sample has
 * @param bitsPerKey what a key costs if it is described by this schema, on average: less is better
 * @param evidence what speaks for it, a sentence per line
 */
public record Proposal(
    KeySchema schema, int decoded, int keys, double bitsPerKey, List<String> evidence) {
  /** Whether it decodes every key of the sample. */
  public boolean decodesAll() {
    return decoded == keys;
  }

  /** The share of the sample that it decodes, from 0 to 1. */
  public double share() {
    return keys == 0 ? 0 : (double) decoded / keys;
  }
}
