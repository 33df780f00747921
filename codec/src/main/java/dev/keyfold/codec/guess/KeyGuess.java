package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Guesses format and schema of keys from a sample.
 *
 * <pre>{@code
 * KeyGuess guess = KeyGuess.of(keys);
 * guess.observations();                       // what can be said of the bytes
 * KeySchema best = guess.proposals().get(0).schema();
 * }</pre>
 *
 * <p>Never throws for the content of keys. Names of fields are made up; types are the likeliest of
 * those whose bytes are the same (a scaled decimal is an int64, an enum a uint16). Immutable.
 */
public final class KeyGuess {
  /** Keys that are looked at; of more, these are chosen evenly. */
  public static final int MOST_KEYS = 2_000;

  /** Keys that fields are searched with; the others test what is found. */
  private static final int SEARCHED = 36;

  /** Of so few keys nothing is evident. */
  private static final int FEW = 3;

  private static final int FEWEST_OF_GROUP = 4;

  /** A share of keys that is the rule, and the others exceptions. */
  private static final double MOSTLY = 0.7;

  private static final int ROUNDS = 3;
  private static final int MOST_PROPOSALS = 5;

  /** A description must save so many bits, and such a part of them, to be more than chance. */
  private static final double LEAST_SAVED = 40;

  private static final double LEAST_SHARE = 0.03;

  private final int keys;
  private final List<Proposal> proposals;
  private final List<String> observations;

  private KeyGuess(int keys, List<Proposal> proposals, List<String> observations) {
    this.keys = keys;
    this.proposals = List.copyOf(proposals);
    this.observations = List.copyOf(observations);
  }

  /** Guesses from keys in any order; equal ones and empty ones count once. */
  public static KeyGuess of(List<byte[]> sample) {
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    for (byte[] key : sample) {
      if (key.length > 0 && key.length <= Limits.KEY_BYTES) {
        sorted.add(key);
      }
    }
    List<byte[]> keys = spread(new ArrayList<>(sorted), MOST_KEYS);
    List<Proposal> found = keys.isEmpty() ? List.of() : guess(keys);
    List<byte[]> texts = keys.stream().filter(TextGuess::isText).toList();
    if (texts.size() < keys.size() && texts.size() >= MOSTLY * keys.size()) {
      found = rank(found, ofGroup(keys, texts, "that are text"));
    } else if (found.stream().noneMatch(Proposal::decodesAll)) {
      found = rank(found, ofBiggestGroup(keys));
    }
    return new KeyGuess(
        keys.size(),
        found.subList(0, Math.min(MOST_PROPOSALS, found.size())),
        Observations.of(keys, sample));
  }

  /** How many different keys were looked at. */
  public int keys() {
    return keys;
  }

  /** The proposals, the best first; empty if no structure was found. */
  public List<Proposal> proposals() {
    return proposals;
  }

  /** What the bytes of the keys show, a sentence per line. */
  public List<String> observations() {
    return observations;
  }

  /** So many elements at equal distances. */
  private static List<byte[]> spread(List<byte[]> all, int most) {
    if (all.size() <= most) {
      return all;
    }
    List<byte[]> some = new ArrayList<>(most);
    for (int i = 0; i < most; i++) {
      some.add(all.get((int) ((long) i * all.size() / most)));
    }
    return some;
  }

  private static List<Proposal> rank(List<Proposal> a, List<Proposal> b) {
    List<Proposal> both = new ArrayList<>(a);
    both.addAll(b);
    both.sort(Comparator.comparingDouble(Proposal::bitsPerKey));
    return both;
  }

  /** Several kinds of keys in one store mostly differ in their first byte. */
  private static List<Proposal> ofBiggestGroup(List<byte[]> keys) {
    Map<Byte, List<byte[]>> groups = new TreeMap<>();
    keys.forEach(key -> groups.computeIfAbsent(key[0], first -> new ArrayList<>()).add(key));
    List<byte[]> biggest =
        groups.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    return groups.size() <= 1
        ? List.of()
        : ofGroup(keys, biggest, String.format("that begin with %02x", biggest.get(0)[0]));
  }

  /** What a part of the keys shows, measured with all of them. */
  private static List<Proposal> ofGroup(List<byte[]> keys, List<byte[]> group, String which) {
    if (group.size() * 5 < keys.size() || group.size() < FEWEST_OF_GROUP) {
      return List.of();
    }
    double others = rawBits(keys.toArray(new byte[0][])) / keys.size() + 16;
    List<Proposal> proposals = new ArrayList<>();
    for (Proposal of : guess(group)) {
      int decoded = decoded(of.schema(), keys).size();
      double share = (double) decoded / keys.size();
      List<String> evidence = new ArrayList<>();
      evidence.add("found among the " + group.size() + " keys " + which);
      evidence.addAll(of.evidence());
      double bits = of.bitsPerKey() * share + others * (1 - share);
      proposals.add(new Proposal(of.schema(), decoded, keys.size(), bits, evidence));
    }
    return proposals;
  }

  private static List<Proposal> guess(List<byte[]> keys) {
    Map<KeySchema, Proposal> found = new LinkedHashMap<>();
    DraftSource.evident().forEach(source -> add(source, keys, found));
    boolean evident = found.values().stream().anyMatch(Proposal::decodesAll);
    if (!evident || keys.size() < FEW) {
      DraftSource.searched().forEach(source -> add(source, keys, found));
    }
    List<Proposal> ranked = rank(new ArrayList<>(found.values()), List.of());
    return ranked.stream().map(of -> withEvidence(of, ranked, keys)).toList();
  }

  private static void add(DraftSource source, List<byte[]> keys, Map<KeySchema, Proposal> found) {
    for (Proposal proposal : ofSource(source, keys)) {
      found.merge(proposal.schema(), proposal, (a, b) -> a.bitsPerKey() <= b.bitsPerKey() ? a : b);
    }
  }

  private static Proposal withEvidence(Proposal of, List<Proposal> all, List<byte[]> keys) {
    return new Proposal(
        of.schema(), of.decoded(), of.keys(), of.bitsPerKey(), Evidence.of(of, all, keys));
  }

  /** Keys that contradict what was found are searched with in the next round. */
  private static List<Proposal> ofSource(DraftSource source, List<byte[]> keys) {
    List<byte[]> searched = new ArrayList<>(spread(keys, SEARCHED));
    List<Proposal> proposals = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      byte[][] some = searched.toArray(new byte[0][]);
      List<byte[]> contradicting = List.of();
      proposals.clear();
      for (Draft draft : source.drafts(some)) {
        Proposal proposal = tested(draft, some, keys);
        if (proposal != null) {
          proposals.add(proposal);
          if (contradicting.isEmpty() && !proposal.decodesAll()) {
            contradicting = undecoded(proposal.schema(), keys);
          }
        }
      }
      if (contradicting.isEmpty() || proposals.stream().anyMatch(Proposal::decodesAll)) {
        break;
      }
      searched.addAll(spread(contradicting, SEARCHED / 4));
    }
    return proposals;
  }

  /** Null if it is not worth to be proposed. */
  private static @Nullable Proposal tested(Draft draft, byte[][] searched, List<byte[]> keys) {
    KeySchema schema = named(draft);
    if (schema != null && draft.prefixed()) {
      schema = ShardGuess.find(schema, searched, DraftSource.shardBytes(draft.format()));
    }
    if (schema == null) {
      return null;
    }
    double raw = rawBits(searched);
    String format = draft.format().name();
    boolean shows =
        format.startsWith(KeyFormats.COMPOUND.name())
            || (format.startsWith("delimited:") && isText(searched));
    double saved = raw - draft.bits();
    if (!shows && (saved < LEAST_SAVED || saved < LEAST_SHARE * raw)) {
      return null;
    }
    int decoded = decoded(schema, keys).size();
    if (decoded * 5 < keys.size()) {
      return null;
    }
    double share = (double) decoded / keys.size();
    double perKey = draft.bits() / searched.length;
    double others = raw / searched.length + 16;
    return new Proposal(
        schema, decoded, keys.size(), perKey * share + others * (1 - share), List.of());
  }

  private static @Nullable KeySchema named(Draft draft) {
    KeySchema schema = draft.schema();
    if (schema == null || !draft.format().name().startsWith(KeyFormats.COMPOUND.name())) {
      return schema;
    }
    List<KeyField> fields = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      KeyField field = schema.field(i);
      fields.add(new KeyField(CompoundGuess.names().get(i), field.type(), field.order()));
    }
    return Draft.schema(draft.format(), fields);
  }

  private static boolean isText(byte[][] keys) {
    return Arrays.stream(keys).allMatch(TextGuess::isText);
  }

  /** What the keys cost as bytes without any structure. */
  private static double rawBits(byte[][] keys) {
    int[] counts = new int[CodeLengths.SYMBOLS];
    Map<Integer, Integer> lengths = new TreeMap<>();
    double bits = 0;
    for (byte[] key : keys) {
      for (byte b : key) {
        counts[b & 0xFF]++;
      }
      counts[CodeLengths.SYMBOLS - 1]++;
      bits += 8.0 * key.length;
      lengths.merge(key.length, 1, Integer::sum);
    }
    double ends = CodeLengths.choices(lengths.values(), keys.length, lengths.size());
    return Math.min(bits + ends, CodeLengths.adaptive(counts, CodeLengths.SYMBOLS));
  }

  /** The values of the keys that a schema decodes. */
  static List<Object[]> decoded(KeySchema schema, List<byte[]> keys) {
    KeyReader reader = schema.newReader();
    List<Object[]> rows = new ArrayList<>();
    for (byte[] key : keys) {
      try {
        rows.add(reader.reset(key).getAll());
      } catch (KeyException e) {
        // counted by its absence
      }
    }
    return rows;
  }

  private static List<byte[]> undecoded(KeySchema schema, List<byte[]> keys) {
    KeyReader reader = schema.newReader();
    List<byte[]> bad = new ArrayList<>();
    for (byte[] key : keys) {
      try {
        reader.reset(key).getAll();
      } catch (KeyException e) {
        bad.add(key);
      }
    }
    return bad;
  }
}
