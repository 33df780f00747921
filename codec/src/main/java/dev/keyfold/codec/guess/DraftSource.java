package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A layout that keys may have, and how drafts of it are made. */
interface DraftSource {
  /** What speaks against a format beforehand, in bits: the native one wins ties. */
  double COMPATIBLE = 3;

  /** Drafts that read all of the keys, or a good part of them; the cheapest first. */
  List<Draft> drafts(byte[][] keys);

  /** Layouts that keys show by themselves: a search for fields adds nothing where they fit. */
  static List<DraftSource> evident() {
    return List.of(
        keys -> TextGuess.drafts(keys, 1),
        keys -> TextGuess.drafts(keys, 0.6),
        CompoundGuess::drafts,
        TupleGuess::drafts);
  }

  /** All others. */
  static List<DraftSource> searched() {
    List<DraftSource> all = new ArrayList<>();
    all.add(keys -> dearer(RowKeyGuess.drafts(keys)));
    all.add(keys -> new FieldSearch(new NativeGrammar(), keys).run(0));
    all.add(keys -> sharded(new NativeGrammar(), keys, 2, 2));
    all.add(keys -> dearer(new FieldSearch(new PhoenixGrammar(), keys).run(0)));
    all.add(keys -> dearer(sharded(new PhoenixGrammar(), keys, 1, 1)));
    for (String delimiter : List.of("1f", "00", "ff", "0001")) {
      all.add(keys -> dearer(delimited(delimiter, keys)));
    }
    return all;
  }

  /** The bytes of the shard in front of the keys of a format. */
  static int shardBytes(KeyFormat format) {
    return format.name().startsWith(KeyFormats.PHOENIX.name()) ? 1 : 2;
  }

  private static List<Draft> dearer(List<Draft> drafts) {
    return drafts.stream()
        .map(d -> new Draft(d.format(), d.fields(), d.bits() + COMPATIBLE, d.prefixed()))
        .toList();
  }

  private static List<Draft> sharded(Grammar grammar, byte[][] keys, int width, int start) {
    return ShardGuess.isPlausible(keys, width)
        ? new FieldSearch(grammar, keys).run(start)
        : List.of();
  }

  private static List<Draft> delimited(String delimiter, byte[][] keys) {
    byte[] bytes = Bytes.parseHex(delimiter);
    if (!Arrays.stream(keys).allMatch(key -> contains(key, bytes))) {
      return List.of();
    }
    KeyFormat format =
        delimiter.equals("1f") ? KeyFormats.DELIMITED : KeyFormats.named("delimited:" + delimiter);
    List<Draft> drafts =
        new ArrayList<>(new FieldSearch(new DelimitedGrammar(format, delimiter), keys).run(0));
    if (Arrays.stream(keys).allMatch(key -> isAt(key, 2, bytes))) {
      int start = 2 + bytes.length;
      drafts.addAll(0, sharded(new DelimitedGrammar(format, delimiter), keys, 2, start));
    }
    return drafts;
  }

  private static boolean contains(byte[] key, byte[] part) {
    for (int i = 0; i + part.length <= key.length; i++) {
      if (isAt(key, i, part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(byte[] key, int at, byte[] part) {
    return at + part.length <= key.length
        && Arrays.equals(key, at, at + part.length, part, 0, part.length);
  }
}
