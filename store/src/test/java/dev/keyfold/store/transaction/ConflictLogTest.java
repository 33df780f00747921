package dev.keyfold.store.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.testing.RandomKeys;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConflictLogTest {
  private static final byte[] NOTHING = {};

  private static byte[] key(int... bytes) {
    byte[] key = new byte[bytes.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) bytes[i];
    }
    return key;
  }

  private static Batch put(byte[] key) {
    Batch batch = new Batch();
    batch.put(key, NOTHING);
    return batch;
  }

  private static ReadSet keys(byte[]... keys) {
    ReadSet reads = new ReadSet();
    for (byte[] key : keys) {
      reads.addKey(key);
    }
    return reads;
  }

  private static boolean conflicts(ConflictLog log, long version, ReadSet reads) {
    try {
      log.check(version, reads);
      return false;
    } catch (ConflictException conflict) {
      return true;
    }
  }

  @Test
  void watchesOnlyWhileATransactionIsOpen() {
    ConflictLog log = new ConflictLog();
    assertThat(log.isWatching()).isFalse();
    log.record(put(key(1)));
    long first = log.begin();
    long second = log.begin();
    assertThat(log.isWatching()).isTrue();
    assertThatCode(() -> log.check(first, keys(key(1)))).doesNotThrowAnyException();
    log.end(first);
    assertThat(log.isWatching()).isTrue();
    log.end(second);
    assertThat(log.isWatching()).isFalse();
  }

  @Test
  void theMessageNamesTheKey() {
    ConflictLog log = new ConflictLog();
    long version = log.begin();
    log.record(put(key(0x61, 0x62)));
    assertThatThrownBy(() -> log.check(version, keys(key(0x61, 0x62))))
        .isInstanceOf(ConflictException.class)
        .hasMessage("a key that the transaction read was changed concurrently: 6162");
    byte[] large = new byte[100];
    log.record(put(large));
    assertThatThrownBy(() -> log.check(version, keys(large)))
        .isInstanceOf(ConflictException.class)
        .hasMessage(
            "a key that the transaction read was changed concurrently: "
                + "00".repeat(64)
                + "… (100 bytes)");
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.of(key(0x70), key(0x72)));
    log.record(batch);
    assertThatThrownBy(() -> log.check(version, keys(key(0x71))))
        .isInstanceOf(ConflictException.class)
        .hasMessage("a range that the transaction read was deleted concurrently: 70 72");
  }

  @Test
  void whatWasWrittenBeforeTheBeginningIsNoConflict() {
    ConflictLog log = new ConflictLog();
    long older = log.begin();
    log.record(put(key(1)));
    long younger = log.begin();
    assertThat(conflicts(log, older, keys(key(1)))).isTrue();
    assertThat(conflicts(log, younger, keys(key(1)))).isFalse();
    assertThat(conflicts(log, older, keys(key(2)))).isFalse();
    log.end(older);
    log.record(put(key(2)));
    assertThat(conflicts(log, younger, keys(key(2)))).isTrue();
  }

  /** One write or scan, as the range it touches; the naive way to say what meets what. */
  private record Touch(int at, KeyRange range) {}

  private record Open(long version, int at, ReadSet reads, List<KeyRange> ranges) {}

  private static KeyRange only(byte[] key) {
    return KeyRange.of(key, Arrays.copyOf(key, key.length + 1));
  }

  @Test
  void answersLikeAListOfEverything() {
    Seeds.each(
        random -> {
          for (int run = 0; run < 100; run++) {
            compareWithAList(random);
          }
        });
  }

  private static void compareWithAList(Random random) {
    RandomKeys keys = new RandomKeys(random);
    ConflictLog log = new ConflictLog();
    List<Touch> history = new ArrayList<>();
    List<Open> open = new ArrayList<>();
    for (int step = 0; step < 300; step++) {
      int dice = random.nextInt(10);
      if (dice < 4) {
        log.record(randomBatch(random, keys, step, history));
      } else if (dice < 6 || open.isEmpty()) {
        open.add(new Open(log.begin(), step, new ReadSet(), new ArrayList<>()));
      } else if (dice < 9) {
        Open reader = open.get(random.nextInt(open.size()));
        boolean single = random.nextBoolean();
        KeyRange range = single ? only(keys.key()) : keys.range();
        if (single) {
          reader.reads.addKey(range.start());
        } else {
          reader.reads.addRange(range);
        }
        reader.ranges.add(range);
      } else {
        Open ending = open.remove(random.nextInt(open.size()));
        boolean expected =
            history.stream()
                .filter(write -> write.at > ending.at)
                .anyMatch(
                    write ->
                        ending.ranges.stream()
                            .anyMatch(read -> !read.intersect(write.range).isEmpty()));
        assertThat(conflicts(log, ending.version, ending.reads))
            .as("reads %s, writes %s", ending.ranges, history)
            .isEqualTo(expected);
        log.end(ending.version);
      }
    }
  }

  private static Batch randomBatch(Random random, RandomKeys keys, int step, List<Touch> history) {
    Batch batch = new Batch();
    for (int i = random.nextInt(3); i >= 0; i--) {
      byte[] key = keys.key();
      KeyRange range = only(key);
      switch (random.nextInt(4)) {
        case 0 -> batch.delete(key);
        case 1 -> {
          range = keys.range();
          batch.deleteRange(range);
        }
        default -> batch.put(key, NOTHING);
      }
      history.add(new Touch(step, range));
    }
    return batch;
  }

  private static final int MOST_KEYS = 1 << 20;

  @Test
  void memoryIsBoundedAndWhoeverReadTooLongAgoMustBeginAgain() {
    ConflictLog log = new ConflictLog();
    long old = log.begin();
    Batch batch = new Batch();
    byte[] key = new byte[4];
    for (int i = 0; i <= MOST_KEYS; i++) {
      Bytes.putInt(key, 0, i);
      batch.put(key, NOTHING);
    }
    log.record(batch);
    assertThatThrownBy(() -> log.check(old, keys(key(9))))
        .isInstanceOf(ConflictException.class)
        .hasMessageStartingWith("the transaction was open too long");
    long fresh = log.begin();
    log.record(put(key(1)));
    assertThat(conflicts(log, fresh, keys(key(2)))).isFalse();
    assertThat(conflicts(log, fresh, keys(key(1)))).isTrue();
    log.end(old);
    log.end(fresh);
    assertThat(conflicts(log, log.begin(), keys(key(1)))).isFalse();
  }

  /** A key that is written all the time takes the memory of one key. */
  @Test
  void writesToTheSameKeyDoNotAddUp() {
    ConflictLog log = new ConflictLog();
    long old = log.begin();
    Batch batch = new Batch();
    for (int i = 0; i < 1 << 10; i++) {
      batch.put(key(1), NOTHING);
    }
    for (int i = 0; i < (MOST_KEYS >> 10) + 2; i++) {
      log.record(batch);
    }
    assertThat(conflicts(log, old, keys(key(2)))).isFalse();
    assertThat(conflicts(log, old, keys(key(1)))).isTrue();
  }
}
