package dev.keyfold.structures.modeling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.resume.ImportCheckpoint;
import dev.keyfold.testkit.Seeds;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** An interrupted import ends as one that was not. */
class ModelingResumeTest {
  private static final byte[] KEY = b("\7progress");

  private static byte[] b(String text) {
    return text.getBytes(UTF_8);
  }

  private static void fill(Store kv, Random random) {
    for (int i = 0; i < 8; i++) {
      int size = i % 4 == 0 ? 1_001 + random.nextInt(2_000) : 1 + random.nextInt(60);
      for (int at = 0; at < size; at++) {
        kv.put(b("array" + i + "." + at), b("e" + at));
      }
      byte[] length = new byte[4];
      int zigzag = size << 1;
      int at = 0;
      for (; zigzag >= 0x80; zigzag >>>= 7) {
        length[at++] = (byte) (zigzag | 0x80);
      }
      length[at] = (byte) zigzag;
      kv.put(b("array" + i), length);
    }
    for (int i = 0; i < 60; i++) {
      kv.put(b("map" + i), b("[\"name\",\"email\",\"gone\"]"));
      kv.put(b("map" + i + ".name"), b("Name " + i));
      kv.put(b("map" + i + ".email"), b("email " + i));
    }
    for (int i = 0; i < 1_200; i++) {
      kv.put(b("plain" + i), b("text " + i));
    }
    kv.put(b("empty"), b("[]"));
  }

  private static ModelingImport.Result run(
      Store kv, Store target, boolean remember, BooleanSupplier goesOn, LongConsumer progress) {
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      ModelingImport work =
          new ModelingImport(new ModelingData(kv), structures, 0)
              .onProgress(progress)
              .onlyWhile(goesOn);
      return (remember ? work.withCheckpoint(new ImportCheckpoint(target, KEY)) : work).run();
    }
  }

  private static void assertSame(Store kv, Store target) {
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      ModelingCheck.Result check =
          ModelingCheck.run(new ModelingData(kv), structures, 0, read -> {});
      assertThat(check.isSame()).as("%s", check).isTrue();
      while (structures.reclaim()) {}
    }
    assertThat(target.get(KEY)).isNull();
    assertThat(StructureCheck.run(target, false, names -> {}).isClean()).isTrue();
  }

  @Test
  void endsAsIfItHadNotBeenInterrupted() {
    Seeds.each(ModelingResumeTest::interrupted);
  }

  private static void interrupted(Random random) {
    try (Store kv = MemoryStore.open()) {
      fill(kv, random);
      ModelingImport.Result expected;
      try (Store target = MemoryStore.open()) {
        expected = run(kv, target, false, () -> true, read -> {});
        assertSame(kv, target);
      }
      for (int round = 0; round < 6; round++) {
        try (Store target = MemoryStore.open()) {
          ModelingImport.Result result = null;
          while (result == null) {
            // A large array asks up to three times while it is loaded, and starts over.
            int steps = 4 + random.nextInt(4);
            boolean crash = random.nextBoolean();
            int[] asked = {0};
            try {
              ModelingImport.Result found =
                  run(
                      kv,
                      target,
                      true,
                      () -> crash || asked[0]++ < steps,
                      read -> {
                        if (crash && asked[0]++ >= 2) {
                          throw new IllegalStateException("crash");
                        }
                      });
              result = target.get(KEY) == null ? found : null;
            } catch (IllegalStateException e) {
              assertThat(e).hasMessage("crash");
            }
          }
          assertThat(result).isEqualTo(expected);
          assertSame(kv, target);
        }
      }
    }
  }
}
