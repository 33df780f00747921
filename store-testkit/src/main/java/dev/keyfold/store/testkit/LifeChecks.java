package dev.keyfold.store.testkit;

import static dev.keyfold.store.testkit.Check.that;
import static dev.keyfold.store.testkit.Sandbox.expect;
import static dev.keyfold.store.testkit.Sandbox.value;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import java.util.List;

/** Checks of reopening, and of hints that must not change data. */
final class LifeChecks {
  private LifeChecks() {}

  static List<Check> all() {
    return List.of(
        that("everything is there after reopening", LifeChecks::reopened, Capability.PERSISTENT),
        that("deletes are still done after reopening", LifeChecks::deleted, Capability.PERSISTENT),
        that("split hints change nothing that is stored", LifeChecks::splits),
        that("metrics have names and values", LifeChecks::metrics));
  }

  private static void reopened(Sandbox box) {
    int count = 5_000;
    for (Durability durability : Durability.values()) {
      Batch batch = new Batch();
      for (int i = 0; i < count; i++) {
        byte[] number = new byte[4];
        Bytes.putInt(number, 0, i);
        batch.put(box.key(durability + new String(new char[] {(char) i})), number);
      }
      box.store().write(batch, durability);
    }
    if (!box.reopen()) {
      return;
    }
    for (Durability durability : Durability.values()) {
      for (int i = 0; i < count; i += 7) {
        byte[] number = new byte[4];
        Bytes.putInt(number, 0, i);
        expect(
            box.store().get(box.key(durability + new String(new char[] {(char) i}))),
            number,
            "entry " + i + " written with " + durability);
      }
    }
  }

  private static void deleted(Sandbox box) {
    box.putEach("abcdef");
    Batch batch = new Batch();
    batch.deleteRange(box.range("b", "d"));
    batch.delete(box.key("e"));
    box.store().write(batch);
    if (box.reopen()) {
      expect(box.keys(box.store()), "adf", "keys after reopening");
      box.put("c", "again");
      box.reopen();
      expect(box.keys(box.store()), "acdf", "keys after another one");
    }
  }

  private static void splits(Sandbox box) {
    box.putEach("abcdef");
    box.store().splitAt(List.of(box.key("c"), box.key("e")));
    expect(box.keys(box.store()), "abcdef", "keys after the hint");
    box.store().put(box.key("c"), value("2"));
    expect(box.get(box.store(), "c"), "2", "a write after the hint");
  }

  private static void metrics(Sandbox box) {
    box.putEach("abc");
    box.store()
        .metrics()
        .forEach(
            (name, number) -> {
              if (name.isBlank() || number == null) {
                throw new AssertionError("metric '" + name + "' is " + number);
              }
            });
  }
}
