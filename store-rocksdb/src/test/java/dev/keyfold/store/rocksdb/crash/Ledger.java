package dev.keyfold.store.rocksdb.crash;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Transaction;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * What the writing process writes, as a function of how far it got: after the batch number n of a
 * thread, the thread's entries are known to the last byte. So "whole or not at all" needs no
 * search: what is found must be what belongs to n, or what belongs to n + 1.
 *
 * <pre>
 *   10 30 50 70 90 b0   thread  n        one entry of batch n in each sixth of the key space
 *   d0                  thread           n of the last batch
 *   e0                  account          balance
 *   e8                  thread           number of transfers
 *   f0                  thread  number   one transfer: from, to, amount
 * </pre>
 *
 * <p>Each value ends in a checksum of its key and itself. Every fiftieth batch also deletes, as
 * ranges, what the thread wrote until twenty batches before it. Transfers are transactions; their
 * sums are the balances, and all balances together never change.
 */
final class Ledger {
  static final int THREADS = 4;
  static final int ACCOUNTS = 12;
  static final long FIRST_BALANCE = 1_000_000;

  private static final int[] PLACES = {0x10, 0x30, 0x50, 0x70, 0x90, 0xB0};
  private static final int LAST = 0xD0;
  private static final int ACCOUNT = 0xE0;
  private static final int TRANSFERS = 0xE8;
  private static final int TRANSFER = 0xF0;

  private static final int SWEEP = 50;
  private static final int KEPT = 20;

  private Ledger() {}

  // ---- batches

  /** Puts batch n of the thread, counted from 1, into the batch. */
  static void fill(Batch batch, int thread, long n) {
    for (int place : PLACES) {
      byte[] key = numbered(place, thread, n);
      batch.put(key, sealed(key, content(place, thread, n)));
      if (n % SWEEP == 0) {
        batch.deleteRange(
            KeyRange.of(numbered(place, thread, 0), numbered(place, thread, n - KEPT)));
      }
    }
    byte[] last = key(LAST, thread);
    batch.put(last, sealed(last, number(n)));
  }

  /** Adds what is there when batch n was the thread's last; nothing if n is 0. */
  static void addStateAfter(NavigableMap<byte[], byte[]> state, int thread, long n) {
    if (n == 0) {
      return;
    }
    for (long kept = Math.max(1, n / SWEEP * SWEEP - KEPT); kept <= n; kept++) {
      for (int place : PLACES) {
        byte[] key = numbered(place, thread, kept);
        state.put(key, sealed(key, content(place, thread, kept)));
      }
    }
    byte[] last = key(LAST, thread);
    state.put(last, sealed(last, number(n)));
  }

  /** Number of the thread's last batch, 0 if none exists. */
  static long lastBatch(Reader reader, int thread) {
    return numberAt(reader, key(LAST, thread));
  }

  /** Mostly small, sometimes large enough for a file of its own; half of them compress well. */
  private static byte[] content(int place, int thread, long n) {
    SplittableRandom random = new SplittableRandom(n * 1_000_003 + place * 31L + thread);
    int dice = random.nextInt(100);
    int most = dice < 90 ? 200 : dice < 99 ? 3_000 : 40_000;
    byte[] content = new byte[8 + random.nextInt(most)];
    if (random.nextBoolean()) {
      random.nextBytes(content);
    } else {
      Arrays.fill(content, (byte) n);
    }
    Bytes.putLong(content, 0, n);
    return content;
  }

  // ---- transfers

  /** The accounts as they are in a new store. */
  static Batch opening() {
    Batch batch = new Batch();
    for (int account = 0; account < ACCOUNTS; account++) {
      putNumber(batch::put, key(ACCOUNT, account), FIRST_BALANCE);
    }
    return batch;
  }

  /** Moves a random amount, and writes down that it did. */
  static void transfer(Transaction transaction, int thread, long number, Random random) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    byte[] payer = key(ACCOUNT, from);
    byte[] payee = key(ACCOUNT, to);
    long balance = numberAt(transaction, payer);
    long amount = random.nextInt((int) Math.min(balance, 1_000) + 1);
    putNumber(transaction::put, payer, balance - amount);
    putNumber(transaction::put, payee, numberAt(transaction, payee) + amount);
    putNumber(transaction::put, key(TRANSFERS, thread), number);
    byte[] entry = numbered(TRANSFER, thread, number);
    byte[] content = new byte[10];
    content[0] = (byte) from;
    content[1] = (byte) to;
    Bytes.putLong(content, 2, amount);
    transaction.put(entry, sealed(entry, content));
  }

  static long transfers(Reader reader, int thread) {
    return numberAt(reader, key(TRANSFERS, thread));
  }

  /**
   * Adds what is there after so many transfers of each thread. What each of them moved was drawn at
   * random and is taken from the reader; what follows from it is computed.
   */
  static void addTransfers(NavigableMap<byte[], byte[]> state, Reader reader, long[] transfers) {
    long[] balances = new long[ACCOUNTS];
    Arrays.fill(balances, FIRST_BALANCE);
    for (int thread = 0; thread < THREADS; thread++) {
      for (long number = 1; number <= transfers[thread]; number++) {
        byte[] entry = numbered(TRANSFER, thread, number);
        byte[] value = reader.get(entry);
        byte[] content = opened(entry, value);
        long amount = Bytes.getLong(content, 2);
        balances[content[0]] -= amount;
        balances[content[1]] += amount;
        state.put(entry, value);
      }
      if (transfers[thread] > 0) {
        putNumber(state::put, key(TRANSFERS, thread), transfers[thread]);
      }
    }
    for (int account = 0; account < ACCOUNTS; account++) {
      putNumber(state::put, key(ACCOUNT, account), balances[account]);
    }
  }

  /** All balances together. */
  static long total(Reader reader) {
    long total = 0;
    for (int account = 0; account < ACCOUNTS; account++) {
      total += numberAt(reader, key(ACCOUNT, account));
    }
    return total;
  }

  // ---- keys and values

  /** Which durability the write has; a buffer gets all of them, for each must be kept below it. */
  static Durability durability(String mode, long n) {
    if (!mode.equals("mixed")) {
      return Durability.named(mode);
    }
    return n % 200 == 0 ? Durability.SYNC : n % 200 == 117 ? Durability.GROUP : Durability.ASYNC;
  }

  private interface Put {
    void put(byte[] key, byte[] value);
  }

  private static void putNumber(Put to, byte[] key, long number) {
    to.put(key, sealed(key, number(number)));
  }

  private static long numberAt(Reader reader, byte[] key) {
    byte[] value = reader.get(key);
    return value == null ? 0 : Bytes.getLong(opened(key, value), 0);
  }

  private static byte[] number(long number) {
    byte[] bytes = new byte[8];
    Bytes.putLong(bytes, 0, number);
    return bytes;
  }

  private static byte[] key(int kind, int which) {
    return new byte[] {(byte) kind, (byte) which};
  }

  private static byte[] numbered(int kind, int thread, long number) {
    byte[] key = new byte[10];
    key[0] = (byte) kind;
    key[1] = (byte) thread;
    Bytes.putLong(key, 2, number);
    return key;
  }

  private static byte[] sealed(byte[] key, byte[] content) {
    byte[] value = Arrays.copyOf(content, content.length + 4);
    Bytes.putInt(value, content.length, checksum(key, content, content.length));
    return value;
  }

  private static byte[] opened(byte[] key, byte[] value) {
    if (value == null
        || value.length < 4
        || Bytes.getInt(value, value.length - 4) != checksum(key, value, value.length - 4)) {
      throw new AssertionError(
          "key "
              + Bytes.toHex(key)
              + ": found "
              + (value == null ? "nothing" : Bytes.toHex(value))
              + ", expected a value with its checksum");
    }
    return Arrays.copyOf(value, value.length - 4);
  }

  private static int checksum(byte[] key, byte[] content, int length) {
    CRC32C crc = new CRC32C();
    crc.update(key, 0, key.length);
    crc.update(content, 0, length);
    return (int) crc.getValue();
  }
}
