package dev.keyfold.store.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.testing.MapReader;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is noted as read, what the engine is asked to do at the end, and what is refused after. */
class OptimisticTransactionTest {
  private final NavigableMap<byte[], byte[]> map = MapReader.newMap();
  private final List<String> calls = new ArrayList<>();
  private List<String> keysRead;
  private List<String> rangesRead;
  private MapReader snapshot;
  private RuntimeException refusal;

  @BeforeEach
  void lettersBToJ() {
    for (char letter : List.of('b', 'd', 'f', 'h', 'j')) {
      map.put(key(letter), key(letter));
    }
  }

  private static byte[] key(char letter) {
    return new byte[] {(byte) letter};
  }

  private OptimisticTransaction begin() {
    snapshot = new MapReader(map);
    return new OptimisticTransaction(
        snapshot,
        new OptimisticTransaction.Committer() {
          @Override
          public void commit(ReadSet reads, Batch batch, Durability durability) {
            keysRead = reads.keys().stream().map(Bytes::toHex).toList();
            rangesRead = reads.ranges().stream().map(KeyRange::toString).toList();
            calls.add("commit of " + batch.count() + " " + durability);
            if (refusal != null) {
              throw refusal;
            }
          }

          @Override
          public void end() {
            calls.add("end, snapshot " + (snapshot.isClosed() ? "closed" : "open"));
          }
        },
        Durability.GROUP);
  }

  /** Commits after a blind write, and says which ranges were read. */
  private List<String> readsOf(OptimisticTransaction transaction) {
    transaction.put(key('z'), key('z'));
    transaction.commit();
    return rangesRead;
  }

  private static void step(Cursor cursor, String letters) {
    for (int i = 0; i < letters.length(); i++) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key().toArray()).isEqualTo(key(letters.charAt(i)));
    }
  }

  @Test
  void aCommitWritesOnceAndEndsOnce() {
    OptimisticTransaction transaction = begin();
    transaction.put(key('a'), key('1'));
    transaction.delete(key('b'));
    transaction.deleteRange(KeyRange.of(key('c'), key('e')));
    transaction.commit(Durability.SYNC);
    transaction.close();
    assertThat(calls).containsExactly("commit of 3 sync", "end, snapshot closed");
  }

  @Test
  void withoutADurabilityItIsTheStoresOwn() {
    OptimisticTransaction transaction = begin();
    transaction.put(key('a'), key('1'));
    transaction.commit();
    assertThat(calls).containsExactly("commit of 1 group", "end, snapshot closed");
  }

  @Test
  void nothingWrittenIsNothingToCommit() {
    OptimisticTransaction transaction = begin();
    assertThat(transaction.get(key('b'))).isEqualTo(key('b'));
    transaction.commit();
    assertThat(calls).containsExactly("end, snapshot closed");
  }

  @Test
  void closingWritesNothing() {
    OptimisticTransaction transaction = begin();
    transaction.put(key('a'), key('1'));
    transaction.close();
    transaction.close();
    assertThat(calls).containsExactly("end, snapshot closed");
  }

  @Test
  void aRefusedCommitIsTheEndToo() {
    refusal = new ConflictException("refused");
    OptimisticTransaction transaction = begin();
    transaction.put(key('a'), key('1'));
    assertThatThrownBy(transaction::commit).isSameAs(refusal);
    assertThat(calls).containsExactly("commit of 1 group", "end, snapshot closed");
    assertThatThrownBy(transaction::commit).isInstanceOf(StoreClosedException.class);
  }

  @Test
  void usedUpMeansUsedUp() {
    OptimisticTransaction transaction = begin();
    Cursor cursor = transaction.scan(Scan.everything());
    transaction.commit();
    List<Runnable> uses =
        List.of(
            () -> transaction.get(key('a')),
            () -> transaction.scan(Scan.everything()),
            () -> transaction.put(key('a'), key('a')),
            () -> transaction.delete(key('a')),
            () -> transaction.deleteRange(KeyRange.of(key('a'), null)),
            transaction::commit);
    for (Runnable use : uses) {
      assertThatThrownBy(use::run)
          .isInstanceOf(StoreClosedException.class)
          .hasMessage("this transaction is already committed or closed; begin a new one");
    }
    assertThatThrownBy(cursor::next)
        .isInstanceOf(StoreClosedException.class)
        .hasMessage("this cursor is closed; open a new scan");
    cursor.close();
  }

  @Test
  void limitsAreCheckedAtOnce() {
    try (OptimisticTransaction transaction = begin()) {
      byte[] tooLong = new byte[65_536];
      assertThatThrownBy(() -> transaction.put(tooLong, tooLong))
          .isInstanceOf(StoreLimitException.class);
      assertThatThrownBy(() -> transaction.delete(new byte[0]))
          .isInstanceOf(StoreLimitException.class);
      assertThatThrownBy(() -> transaction.get(new byte[0]))
          .isInstanceOf(StoreLimitException.class);
      transaction.commit();
    }
    assertThat(calls).containsExactly("end, snapshot closed");
  }

  @Test
  void keysAreReadUnlessTheyWereWrittenHere() {
    OptimisticTransaction transaction = begin();
    transaction.put(key('b'), key('2'));
    transaction.delete(key('d'));
    transaction.deleteRange(KeyRange.of(key('e'), key('g')));
    assertThat(transaction.get(key('b'))).isEqualTo(key('2'));
    assertThat(transaction.get(key('d'))).isNull();
    assertThat(transaction.get(key('f'))).isNull();
    assertThat(transaction.get(key('h'))).isEqualTo(key('h'));
    assertThat(transaction.get(key('i'))).isNull();
    transaction.commit();
    assertThat(keysRead).containsExactly("68", "69");
    assertThat(rangesRead).isEmpty();
  }

  @Test
  void whatIsHandedOutIsTheCallersOwn() {
    try (OptimisticTransaction transaction = begin()) {
      byte[] value = {1};
      transaction.put(key('a'), value);
      value[0] = 2;
      transaction.get(key('a'))[0] = 3;
      assertThat(transaction.get(key('a'))).containsExactly(1);
    }
  }

  @Test
  void aScanIsReadAsFarAsItGot() {
    OptimisticTransaction transaction = begin();
    Cursor forwards = transaction.scan(Scan.between(key('c'), key('z')));
    step(forwards, "df");
    Cursor backwards = transaction.scan(Scan.between(key('c'), key('i')).reverse());
    step(backwards, "hf");
    backwards.close();
    transaction.scan(Scan.everything()); // never stepped
    assertThat(readsOf(transaction)).containsExactlyInAnyOrder("63 6600", "66 69");
  }

  @Test
  void aScanThatReachedItsEndHasReadItAll() {
    OptimisticTransaction transaction = begin();
    try (Cursor cursor = transaction.scan(Scan.between(key('i'), key('z')))) {
      step(cursor, "j");
      assertThat(cursor.next()).isFalse();
    }
    try (Cursor cursor = transaction.scan(Scan.between(key('a'), key('c')).reverse())) {
      step(cursor, "b");
      assertThat(cursor.next()).isFalse();
    }
    assertThat(readsOf(transaction)).containsExactly("69 7a", "61 63");
  }

  @Test
  void aLimitIsNotTheEnd() {
    OptimisticTransaction transaction = begin();
    try (Cursor cursor = transaction.scan(Scan.everything().limit(2))) {
      step(cursor, "bd");
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
      cursor.seek(key('j'));
      assertThat(cursor.next()).isFalse();
    }
    try (Cursor cursor = transaction.scan(Scan.everything().limit(0))) {
      assertThat(cursor.next()).isFalse();
    }
    assertThat(readsOf(transaction)).containsExactly("- 6400");
  }

  @Test
  void aLeapIsNotReadOver() {
    OptimisticTransaction transaction = begin();
    try (Cursor cursor = transaction.scan(Scan.between(key('a'), key('k')))) {
      step(cursor, "b");
      cursor.seek(key('g'));
      step(cursor, "h");
      cursor.seek(key('c'));
      cursor.seek(key('i'));
      step(cursor, "j");
    }
    assertThat(readsOf(transaction)).containsExactly("61 6200", "67 6800", "69 6a00");
    OptimisticTransaction reversed = begin();
    try (Cursor cursor = reversed.scan(Scan.between(key('a'), key('k')).reverse())) {
      cursor.seek(key('g'));
      step(cursor, "f");
      cursor.seek(key('a'));
      assertThat(cursor.next()).isFalse();
    }
    assertThat(readsOf(reversed)).containsExactly("66 6700", "61 6100");
  }

  @Test
  void ownWritesAreSeenByScansAndACursorKeepsItsMoment() {
    OptimisticTransaction transaction = begin();
    transaction.put(key('c'), key('1'));
    transaction.deleteRange(KeyRange.of(key('d'), key('i')));
    transaction.put(key('e'), key('2'));
    try (Cursor cursor = transaction.scan(Scan.everything())) {
      step(cursor, "bc");
      transaction.delete(key('e'));
      transaction.put(key('i'), key('3'));
      step(cursor, "ej");
      assertThat(cursor.next()).isFalse();
    }
    try (Cursor cursor = transaction.scan(Scan.everything().reverse())) {
      step(cursor, "jicb");
      assertThat(cursor.next()).isFalse();
    }
    transaction.close();
  }
}
