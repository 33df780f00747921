package dev.keyfold.structures.compound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.ListPosition;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.resume.ImportCheckpoint;
import dev.keyfold.testkit.Seeds;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupted import ends as one that was not: nothing is lost, doubled or miscounted. */
class CompoundResumeTest {
  private static final byte[] KEY = bytes("\7progress");
  private static final long SOON = 4_000_000_000_000L;

  private final Store store = MemoryStore.open();

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private void put(String key, String value) {
    store.put(bytes(key), bytes(value));
  }

  /** Large and small structures of each type, strings, and things that are left out. */
  private void fill(Random random) {
    for (int which = 0; which < 12; which++) {
      String name = "n" + which;
      int size = which % 3 == 0 ? 1 + random.nextInt(1_800) : 1 + random.nextInt(40);
      String type = new String[] {"hash", "list", "set", "zset"}[which % 4];
      put("T:" + name, which == 9 ? "lisp" : type);
      for (int i = 0; i < size; i++) {
        switch (type) {
          case "hash" -> put("H:" + name + "\0f" + i, "v" + i);
          case "list" ->
              put("L:" + name + "\0" + new String(ListPosition.encode(i), ISO_8859_1), "e" + i);
          case "set" -> put("S:" + name + "\0m" + i, "1");
          default -> put("Z:" + name + "\0m" + i, i % 50 == 7 ? "?" : "" + i / 4.0);
        }
      }
    }
    for (int i = random.nextInt(1_500); i >= 0; i--) {
      put("plain" + i, "s" + i);
      put("X:stream\0" + i, "?");
    }
    put("T:none", "set");
  }

  private CompoundImport.Result run(
      Store target, boolean remember, BooleanSupplier goesOn, LongConsumer progress) {
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      CompoundImport work =
          new CompoundImport(new CompoundData(store, CompoundKeys.ESCAPED), structures, 0)
              .withExpiries(key -> key[0] == 'L' || key[key.length - 1] == '7' ? SOON : 0)
              .onProgress(progress)
              .onlyWhile(goesOn);
      return (remember ? work.withCheckpoint(new ImportCheckpoint(target, KEY)) : work).run();
    }
  }

  private void assertSame(Store target, CompoundImport.Result result) {
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      CompoundCheck.Result check =
          CompoundCheck.run(
              new CompoundData(store, CompoundKeys.ESCAPED), structures, 0, done -> {});
      assertThat(check.isSame(result.entries() + result.strings())).as("%s", check).isTrue();
      try (Work work = structures.read()) {
        assertThat(work.space(0).keys().expiresAt(bytes("n5"))).isEqualTo(SOON);
      }
      while (structures.reclaim()) {}
    }
    assertThat(target.get(KEY)).isNull();
    assertThat(StructureCheck.run(target, false, names -> {}).isClean()).isTrue();
  }

  /** Stopped between commits, or ended by an error that loses what was not committed. */
  @Test
  void endsAsIfItHadNotBeenInterrupted() {
    Seeds.each(this::interrupted);
  }

  private void interrupted(Random random) {
    Batch everything = new Batch();
    everything.deleteRange(KeyRange.of(new byte[0], null));
    store.write(everything);
    fill(random);
    CompoundImport.Result expected;
    try (Store target = MemoryStore.open()) {
      expected = run(target, false, () -> true, read -> {});
      assertSame(target, expected);
    }
    for (int round = 0; round < 6; round++) {
      try (Store target = MemoryStore.open()) {
        CompoundImport.Result result = null;
        while (result == null) {
          int steps = random.nextInt(3);
          boolean crash = random.nextBoolean();
          int[] asked = {0};
          try {
            BooleanSupplier goesOn = () -> crash || asked[0]++ < steps;
            CompoundImport.Result found =
                run(
                    target,
                    true,
                    goesOn,
                    read -> {
                      if (crash && asked[0]++ >= steps + 1) {
                        throw new IllegalStateException("crash");
                      }
                    });
            result = target.get(KEY) == null ? found : null;
          } catch (IllegalStateException e) {
            assertThat(e).hasMessage("crash");
          }
        }
        assertThat(result).isEqualTo(expected);
        assertSame(target, result);
      }
    }
  }

  @Test
  void stopsAndSaysWhere() {
    for (int i = 0; i < 2_500; i++) {
      put(String.format("s%04d", i), "v");
    }
    try (Store target = MemoryStore.open();
        Structures structures =
            Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      CompoundImport work =
          new CompoundImport(new CompoundData(store, CompoundKeys.ESCAPED), structures, 0)
              .withCheckpoint(new ImportCheckpoint(target, KEY))
              .onlyWhile(() -> false);
      assertThat(work.run().strings()).isEqualTo(1_000);
      assertThat(work.isStopped()).isTrue();
      assertThat(work.lastKey()).asString().isEqualTo("s0999");
      put("s0500x", "v"); // before the place where it continues: the check has to find it
      long[] first = {0};
      CompoundImport.Result rest =
          new CompoundImport(new CompoundData(store, CompoundKeys.ESCAPED), structures, 0)
              .withCheckpoint(new ImportCheckpoint(target, KEY))
              .onProgress(read -> first[0] = first[0] == 0 ? read : first[0])
              .run();
      assertThat(first[0]).isEqualTo(2_000);
      assertThat(rest.strings()).isEqualTo(2_500);
    }
  }

  @Test
  void damagedProgressIsNotTrusted() {
    put("a", "v");
    for (byte[] damaged : new byte[][] {{}, {2}, {1, 0, 0}, {1, 0x7F, 0, 0, 0}, {1, -1, 0, 0, 0}}) {
      try (Store target = MemoryStore.open()) {
        target.put(KEY, damaged);
        assertThatThrownBy(() -> run(target, true, () -> true, read -> {}))
            .isInstanceOf(StructuresException.class)
            .hasMessageContaining("start the import from its beginning");
      }
    }
  }
}
