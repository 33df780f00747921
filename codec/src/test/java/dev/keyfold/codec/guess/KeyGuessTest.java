package dev.keyfold.codec.guess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.Limits;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a guess says of keys with and without structure. */
class KeyGuessTest {
  private static final String[] FORMATS = {
    "native", "delimited", "rowkey", "phoenix", "tuple", "compound", "text"
  };

  private static List<byte[]> texts(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static Proposal first(List<byte[]> keys) {
    List<Proposal> proposals = KeyGuess.of(keys).proposals();
    assertThat(proposals).isNotEmpty();
    return proposals.get(0);
  }

  /** Nothing is found in random bytes, whether all are as long or not. */
  @Test
  void randomBytesHaveNoStructure() {
    Seeds.each(
        random -> {
          for (int length = 1; length <= 40; length += 1 + random.nextInt(6)) {
            List<byte[]> equal = new ArrayList<>();
            List<byte[]> different = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
              equal.add(bytes(random, length));
              different.add(bytes(random, 1 + random.nextInt(length)));
            }
            assertThat(KeyGuess.of(equal).proposals()).as("length %d", length).isEmpty();
            assertThat(KeyGuess.of(different).proposals()).as("up to %d", length).isEmpty();
          }
        });
  }

  /** A delimiter in the same place of every key is a delimiter all the same. */
  @Test
  void keysOfEqualLengthHaveFields() {
    for (String pattern :
        List.of("user#%06d#%d", "user:%06d:%d", "u/%06d/%d", "tenant|%06d|%d", "k::%06d::%d")) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        texts.add(String.format(java.util.Locale.ROOT, pattern, i, i % 7));
      }
      Proposal proposal = first(texts(texts.toArray(new String[0])));
      assertThat(proposal.schema().toString())
          .as(pattern)
          .isEqualTo("f1 string, f2 decimal(6,0), f3 int64");
      assertThat(proposal.decoded()).isEqualTo(1000);
    }
    assertThat(
            first(
                    texts(
                        "de#bavaria#munich",
                        "de#bavaria#nuremberg",
                        "de#hesse#frankfurt",
                        "fr#alsace#colmar",
                        "us#ohio#akron"))
                .schema())
        .hasToString("f1 string, f2 string, f3 string");
    assertThat(first(texts("k#00000000", "k#00000001", "k#00000007", "k#00000010")).schema())
        .hasToString("f1 string, f2 decimal(8,0)");
  }

  /** Marks that belong to one value: dates, times, uuids, addresses. */
  @Test
  void marksWithinValuesAreNoDelimiters() {
    List<String> dates = new ArrayList<>();
    List<String> uuids = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      dates.add(java.time.LocalDate.of(2024, 1, 1).plusDays(i).toString());
      uuids.add(
          new java.util.UUID(
                  (random.nextLong() & ~0xF000L) | 0x4000L,
                  (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L)
              .toString());
    }
    assertThat(first(texts(dates.toArray(new String[0]))).schema()).hasToString("f1 date");
    assertThat(first(texts(uuids.toArray(new String[0]))).schema()).hasToString("f1 uuid");
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Keys of any format, cut, mutated and mixed: no exception, and what is counted is true. */
  @Test
  void neverFailsAndCountsWhatItDecodes() {
    Seeds.each(
        random -> {
          LikelyKeys likely = new LikelyKeys(random);
          for (String format : FORMATS) {
            List<byte[]> keys = likely.keys(likely.schema(format), 25);
            for (int i = 0; i < keys.size(); i++) {
              byte[] key = keys.get(i).clone();
              switch (random.nextInt(6)) {
                case 0 -> key = Arrays.copyOf(key, random.nextInt(key.length + 1));
                case 1 -> key[random.nextInt(key.length)] = (byte) random.nextInt(256);
                case 2 -> key = bytes(random, random.nextInt(20));
                default -> {}
              }
              keys.set(i, key);
            }
            KeyGuess guess = KeyGuess.of(keys);
            assertThat(guess.keys()).isLessThanOrEqualTo(keys.size());
            for (Proposal proposal : guess.proposals()) {
              assertThat(proposal.evidence()).isNotEmpty();
              assertThat(proposal.keys()).isEqualTo(guess.keys());
              assertThat(proposal.decoded()).isEqualTo(decoded(proposal.schema(), keys));
            }
          }
        });
  }

  private static int decoded(KeySchema schema, List<byte[]> keys) {
    java.util.TreeSet<byte[]> good = new java.util.TreeSet<>(Arrays::compareUnsigned);
    for (byte[] key : keys) {
      try {
        if (key.length > 0) {
          schema.decode(key);
          good.add(key);
        }
      } catch (KeyException e) {
        // not counted
      }
    }
    return good.size();
  }

  @Test
  void fewOrNoKeys() {
    assertThat(KeyGuess.of(List.of()).proposals()).isEmpty();
    assertThat(KeyGuess.of(List.of(new byte[0])).keys()).isZero();
    assertThat(first(texts("user:1")).decodesAll()).isTrue();
    assertThat(first(texts("a", "a", "a")).keys()).isEqualTo(1);
    assertThat(KeyGuess.of(List.of(new byte[Limits.KEY_BYTES + 1], new byte[] {1})).keys())
        .isEqualTo(1);
  }

  @Test
  void textKeysWithTimes() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      long second = 1_737_100_800L + i * 3_601L;
      keys.addAll(
          texts(
              "ev/"
                  + second
                  + "/"
                  + (second * 1_000 + i * 271 % 1_000)
                  + "/2025-01-17T08:00:"
                  + (10 + i)
                  + "Z"));
    }
    Proposal first = first(keys);
    assertThat(first.schema()).hasToString("f1 string, f2 int64, f3 int64, f4 timestamp");
    assertThat(String.join("\n", first.evidence()))
        .contains("f2 int64: 40 different values")
        .contains("would be epoch seconds from 2025-01-17T08:00:00Z")
        .contains("would be epoch milliseconds from 2025-01-17T08:00:00Z");
    assertThat(KeyGuess.of(keys).observations())
        .contains("'/' is in 100 % of the texts, mostly 3 times");
  }

  @Test
  void mapsAndArraysOverKeys() {
    Proposal first =
        first(texts("bob.name", "bob.email", "bob.age", "friends.0", "friends.1", "ann.name"));
    assertThat(first.schema().format().name()).isEqualTo("delimited:.");
    assertThat(first.evidence())
        .contains("maps and arrays over keys: 3 names, 2 keys with a position, 4 with a field");
  }

  @Test
  void compoundPrefixesAreCounted() {
    Proposal first =
        first(
            texts(
                "T:u:1",
                "H:u:1\0name",
                "H:u:1\0city",
                "T:tags",
                "S:tags\0a",
                "S:tags\0b",
                "plain"));
    assertThat(first.schema().format()).isEqualTo(KeyFormats.COMPOUND);
    assertThat(first.decoded()).isEqualTo(6);
    assertThat(first.evidence())
        .contains("prefixes of FerricStore's compound keys: H: 2, S: 2, T: 2");
  }

  @Test
  void sameBytesAreSaid() {
    KeySchema schema = KeySchema.parse("user string, n int64");
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      keys.add(schema.encode("USR_" + i % 11, (long) i * 37));
    }
    assertThat(String.join("\n", first(keys).evidence()))
        .contains("the format phoenix reads the same values with the schema 'f1 string, f2 int64'");
  }

  /** Keys that do not fit are exceptions to the rule, not a reason to find none. */
  @Test
  void exceptionsAreCounted() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      keys.addAll(texts("order#" + i * 7 + "#" + "abcdefgh".charAt(i % 8)));
    }
    keys.add(new byte[] {(byte) 0xFE, 0, 1});
    Proposal first = first(keys);
    assertThat(first.schema().format().name()).isEqualTo("delimited:#");
    assertThat(first.decoded()).isEqualTo(50);
    assertThat(first.share()).isBetween(0.97, 0.99);
  }
}
