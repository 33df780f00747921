package dev.keyfold.structures.compound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.bitcask.BitcaskStore;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.testkit.FerricLogWriter;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the files of FerricStore to structures: the same as from a store with the same entries. */
class FerricStoreTest {
  @TempDir Path directory;

  @Test
  void logsAreTakenOverLikeAnyStore() {
    int[] runs = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < 5; i++) {
            one(random, directory.resolve("run" + runs[0]++));
          }
        });
  }

  private static void one(Random random, Path data) throws IOException {
    CompoundKeys keys = random.nextBoolean() ? CompoundKeys.ESCAPED : CompoundKeys.UNESCAPED;
    try (Store simple = MemoryStore.open()) {
      fill(random, new CompoundData(simple, keys));
      writeLogs(random, simple, new FerricLogWriter(data));
      try (BitcaskStore logs = BitcaskStore.open(data, Clock.systemUTC())) {
        assertThat(entries(logs)).isEqualTo(entries(simple));
        assertThat(logs.report().isComplete()).isTrue();
        CompoundRevision revision = CompoundRevision.of(logs);
        assertThat(revision.keys()).isSameAs(keys);
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> found = new TreeMap<>();
        CompoundImport.Result simply = copy(simple, keys, expected);
        CompoundImport.Result result = copy(logs, revision.keys(), found);
        assertThat(result).isEqualTo(simply);
        assertThat(result.skipped()).isZero();
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  private static CompoundImport.Result copy(
      Store from, CompoundKeys keys, Map<String, String> copied) {
    try (Store target = MemoryStore.open()) {
      CompoundImport.Result result;
      try (Structures structures =
          Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
        result = new CompoundImport(new CompoundData(from, keys), structures, 0).run();
      }
      copied.putAll(entries(target));
      return result;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static void fill(Random random, CompoundData data) {
    data.putField(bytes("100%"), bytes("tells"), bytes("the revision"));
    for (int i = 0; i < 400; i++) {
      int which = random.nextInt(20);
      byte[] name = bytes("n%" + which);
      byte[] sub = bytes("s\0" + random.nextInt(50));
      switch (which % 5) {
        case 0 -> data.putField(name, sub, bytes("v" + i));
        case 1 -> data.addMember(name, sub);
        case 2 -> data.putScore(name, sub, random.nextInt(100));
        case 3 -> data.addLast(name, sub);
        default -> data.putString(name, sub);
      }
    }
  }

  private static Map<String, String> entries(Store store) {
    Map<String, String> entries = new TreeMap<>();
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        entries.put(cursor.key().toString(), cursor.value().toString());
      }
    }
    return entries;
  }

  /** Each key in one shard, perhaps after older values, and keys that are deleted in the end. */
  private static void writeLogs(Random random, Store from, FerricLogWriter logs)
      throws IOException {
    int shards = 1 + random.nextInt(4);
    try (Cursor cursor = from.scan(Scan.everything())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        int shard = Math.floorMod(Arrays.hashCode(key), shards);
        int file = random.nextInt(3);
        for (int older = random.nextInt(3); older > 0; older--) {
          logs.append(shard, file, FerricLogWriter.record(1, random.nextInt(9), key, bytes("old")));
        }
        if (random.nextInt(4) == 0) {
          logs.append(shard, file, FerricLogWriter.tombstone(2, key));
        }
        int later = file + random.nextInt(2);
        logs.append(shard, later, FerricLogWriter.record(3, 0, key, cursor.value().toArray()));
      }
    }
    for (String gone : List.of("T:gone", "H:gone\0f", "gone")) {
      int shard = Math.floorMod(Arrays.hashCode(bytes(gone)), shards);
      logs.put(shard, 0, gone, "hash");
      logs.delete(shard, 5, gone);
    }
  }
}
