package dev.keyfold.store.bitcask;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.testkit.FerricLogWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.io.TempDir;

/** Any bytes are a log: it opens, and shows nothing but what a record with a checksum says. */
class BitcaskFuzzTest {
  private static final int HEADER = 26;

  @TempDir static Path data;

  @FuzzTest
  void anyBytes(byte[] input) throws IOException {
    check(data, input);
    check(data, repaired(input));
  }

  static void check(Path data, byte[] log) throws IOException {
    Path file = new FerricLogWriter(data).log(0, 0);
    Files.createDirectories(file.getParent());
    Files.write(file, log);
    Set<String> written = records(log);
    try (BitcaskStore store = BitcaskStore.open(data, Contents.at(1_000_000));
        Cursor cursor = store.scan(Scan.everything())) {
      long keys = 0;
      while (cursor.next()) {
        keys++;
        if (!written.contains(cursor.key() + "=" + cursor.value())) {
          throw new AssertionError("no record says " + cursor.key() + "=" + cursor.value());
        }
      }
      BitcaskReport report = store.report();
      if (keys != report.liveKeys() || report.lostBytes() > log.length) {
        throw new AssertionError(keys + " keys of " + log.length + " bytes: " + report);
      }
      if (report.damaged() + report.tornTails() == 0 && report.lostBytes() > 0) {
        throw new AssertionError("lost without a reason: " + report);
      }
    }
  }

  /** The records at all offsets, tried one by one. */
  private static Set<String> records(byte[] log) {
    Set<String> found = new HashSet<>();
    ByteBuffer bytes = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + HEADER <= log.length; at++) {
      int key = at + HEADER;
      int value = key + (bytes.getShort(at + 20) & 0xFFFF);
      long end = value + (bytes.getInt(at + 22) & 0xFFFF_FFFFL);
      if (end <= log.length && crc(log, at + 4, (int) end) == bytes.getInt(at)) {
        found.add(Bytes.toHex(log, key, value) + "=" + Bytes.toHex(log, value, (int) end));
      }
    }
    return found;
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /**
   * The same bytes as records with the right checksums, and leftovers in between: a fuzzer does not
   * find checksums. Each record takes its sizes from two bytes of the input.
   */
  static byte[] repaired(byte[] input) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    for (int at = 0; at + 3 < input.length; ) {
      int keySize = input[at] & 0x0F;
      int valueSize = input[at + 1] & 0x7F;
      int end = Math.min(input.length, at + 3 + keySize + valueSize);
      int middle = Math.min(end, at + 3 + keySize);
      byte[] key = Arrays.copyOfRange(input, at + 3, middle);
      byte[] value = Arrays.copyOfRange(input, middle, end);
      int kind = input[at + 2];
      byte[] record =
          (kind & 3) == 0
              ? FerricLogWriter.tombstone(at, key)
              : FerricLogWriter.record(
                  at, (kind & 4) == 0 ? 0 : 999_990 + (kind & 0x78), key, value);
      if (kind < 0) {
        record[(kind & 0x7F) % record.length] ^= (byte) kind; // damage
      }
      log.writeBytes(record);
      at = end;
    }
    return log.toByteArray();
  }
}
