package dev.keyfold.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.bench.store.StoreSubject.Session;
import dev.keyfold.store.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nobody is fast by being wrong: every subject reads what a sorted map has, byte for byte. */
class StoreSubjectsTest {
  private static final int COUNT = 2000;
  private final Records records = new Records(COUNT);
  private final Digest digest = new EveryByte();
  private final NavigableMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void readsWhatWasWritten(Subject subject) throws IOException {
    try (StoreSubject store = subject.open(directory.resolve("store"), Durability.ASYNC)) {
      try (Op load = new Op.Load(store.session(digest), records, 0)) {
        for (int i = 0; i < COUNT; i++) {
          load.run();
          expected.put(key(i, Records.Kind.STORED), value(i));
        }
      }
      check(store);
      store.settle();
      check(store);
      try (Op single = new Op.Put(store.session(digest), records, 0)) {
        for (int i = 0; i < COUNT / 10; i++) {
          single.run();
          expected.put(key(i, Records.Kind.ADDED), value(i));
        }
      }
      check(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void durableWritesAreThere(Subject subject) throws IOException {
    for (Durability durability : List.of(Durability.SYNC, Durability.GROUP)) {
      try (StoreSubject store = subject.open(directory.resolve("" + durability), durability);
          Session session = store.session(digest)) {
        session.put(key(0, Records.Kind.STORED), value(0));
        session.add(key(1, Records.Kind.STORED), value(1));
        session.write();
        assertThat(session.get(key(0, Records.Kind.STORED))).isEqualTo(digest.of(value(0)));
        assertThat(session.get(key(1, Records.Kind.STORED))).isEqualTo(digest.of(value(1)));
        assertThat(session.get(key(2, Records.Kind.STORED))).isEqualTo(Session.MISSING);
      }
    }
  }

  private void check(StoreSubject store) {
    try (Session session = store.session(digest)) {
      for (int i = 0; i < COUNT; i++) {
        for (Records.Kind kind : Records.Kind.values()) {
          byte[] key = key(i, kind);
          byte[] value = expected.get(key);
          assertThat(session.get(key))
              .isEqualTo(value == null ? Session.MISSING : digest.of(value));
        }
      }
      for (int user = 0; user < records.users(); user++) {
        byte[] prefix = new byte[Records.PREFIX_BYTES];
        byte[] end = new byte[Records.PREFIX_BYTES];
        records.prefix(user, prefix);
        records.prefixEnd(user, end);
        assertThat(expected.subMap(prefix, end)).hasSizeGreaterThanOrEqualTo(1000);
        assertThat(session.scanPrefix(prefix, end)).isEqualTo(rows(prefix, end));
        checkRanges(session, user);
      }
    }
  }

  private void checkRanges(Session session, int user) {
    Random random = new Random(user);
    byte[] start = new byte[Records.BOUND_BYTES];
    byte[] end = new byte[Records.BOUND_BYTES];
    for (int i = 0; i < 50; i++) {
      int row = random.nextInt(Records.ROWS_PER_USER - Records.ROWS_PER_RANGE + 1);
      records.bound(user, row, start);
      records.bound(user, row + Records.ROWS_PER_RANGE, end);
      assertThat(session.scan(start, end)).isEqualTo(rows(start, end));
    }
  }

  private long rows(byte[] start, byte[] end) {
    long rows = 1;
    for (Map.Entry<byte[], byte[]> row : expected.subMap(start, end).entrySet()) {
      rows = Digest.add(rows, digest.of(row.getKey()), digest.of(row.getValue()));
    }
    return rows;
  }

  private byte[] key(int number, Records.Kind kind) {
    byte[] key = new byte[Records.KEY_BYTES];
    records.key(number, kind, key);
    return key;
  }

  private byte[] value(int number) {
    byte[] value = new byte[Records.VALUE_BYTES];
    records.value(number, value);
    return value;
  }
}
