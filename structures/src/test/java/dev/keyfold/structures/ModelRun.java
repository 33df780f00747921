package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.structures.Model.Bin;
import dev.keyfold.structures.Model.Value;
import dev.keyfold.structures.errors.WrongTypeException;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** One opening of the structures: works of random operations, each compared with the model's. */
final class ModelRun {
  private final Structures structures;
  private final FakeClock clock;
  private final Random random;
  private Model model;

  ModelRun(Structures structures, Model model, FakeClock clock, Random random) {
    this.structures = structures;
    this.model = model;
    this.clock = clock;
    this.random = random;
  }

  Model model() {
    return model;
  }

  void work() {
    if (random.nextInt(10) == 0) {
      clock.advance(random.nextInt(3000));
    }
    if (random.nextInt(20) == 0) {
      structures.expireDue(1 + random.nextInt(3));
    }
    if (random.nextInt(5) == 0) {
      structures.reclaim();
    }
    model.expire(clock.millis());
    boolean takenBack = random.nextInt(8) == 0;
    Model before = takenBack ? model.copy() : null;
    try (Work work = structures.begin()) {
      if (random.nextInt(10) == 0) {
        // The first question counts, whoever asks it; those due and not removed yet are included.
        int database = random.nextInt(Model.DATABASES);
        assertThat(work.space(database).keys().expiring())
            .isGreaterThanOrEqualTo(
                model.databases.get(database).values().stream()
                    .filter(each -> each.expiry != 0)
                    .count());
      }
      int operations = random.nextInt(4) == 0 ? random.nextInt(40) : 1;
      Savepoint savepoint = null;
      Model then = null;
      for (int i = 0; i < operations; i++) {
        if (random.nextInt(6) == 0) {
          savepoint = work.savepoint();
          then = model.copy();
        }
        operation(work);
        if (savepoint != null && random.nextInt(6) == 0) {
          // Twice to the same moment now and then.
          work.rollbackTo(savepoint);
          model = then.copy();
        }
      }
      if (!takenBack) {
        work.commit();
      }
    }
    model = takenBack ? before : model;
  }

  private void operation(Work work) {
    int database = random.nextInt(Model.DATABASES);
    Space space = work.space(database);
    byte[] name = name();
    if (random.nextInt(4) == 0) {
      new ModelNames(model, random, clock.millis()).operation(work, database, name, name());
      return;
    }
    StructureType type = StructureType.of(1 + random.nextInt(5));
    TreeMap<Bin, Value> names = model.databases.get(database);
    Value value = names.get(Bin.of(name));
    if (value != null && value.type != type) {
      if (random.nextInt(3) != 0) {
        type = value.type;
      } else {
        StructureType asked = type;
        assertThatThrownBy(() -> size(space, asked, name)).isInstanceOf(WrongTypeException.class);
        return;
      }
    }
    if (value == null) {
      value = new Value(type);
      names.put(Bin.of(name), value);
      value.string = null;
    }
    boolean fresh = value.isEmpty() && value.string == null;
    switch (type) {
      case STRING -> ModelStrings.operation(space, name, value, random);
      case HASH -> ModelMembers.hash(space, name, value, random);
      case SET -> ModelMembers.set(space, name, value, random);
      case LIST -> ModelLists.operation(space, name, value, random);
      case SORTED_SET -> ModelScores.operation(space, name, value, random);
    }
    if (type == StructureType.STRING && value.string == null) {
      names.remove(Bin.of(name));
    }
    model.settle(database, name);
    assertThat(space.keys().exists(name))
        .as("fresh %s", fresh)
        .isEqualTo(names.containsKey(Bin.of(name)));
  }

  private static long size(Space space, StructureType type, byte[] name) {
    return switch (type) {
      case STRING -> space.strings().length(name);
      case HASH -> space.hashes().size(name);
      case SET -> space.sets().size(name);
      case LIST -> space.lists().size(name);
      case SORTED_SET -> space.sortedSets().size(name);
    };
  }

  /** Few enough to meet again; some are prefixes of others, some are only zeros or FF. */
  private byte[] name() {
    return bytes(random, 12);
  }

  static byte[] bytes(Random random, int many) {
    int which = random.nextInt(many);
    return switch (which) {
      case 0 -> new byte[0];
      case 1 -> new byte[] {0};
      case 2 -> new byte[] {0, 0};
      case 3 -> new byte[] {(byte) 0xFF};
      case 4 -> new byte[] {(byte) 0xFF, (byte) 0xFF, 0};
      default -> ("n" + which).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    };
  }

  /** Everything there is, from a snapshot and by the writer's own eyes. */
  void compareAll() {
    model.expire(clock.millis());
    try (Work read = structures.read()) {
      compareAll(read);
    }
    try (Work write = structures.begin()) {
      compareAll(write);
      for (int i = 0; i < Model.DATABASES; i++) {
        // Those due were removed to count names.
        assertThat(write.space(i).keys().expiring())
            .isEqualTo(
                model.databases.get(i).values().stream().filter(each -> each.expiry != 0).count());
      }
      write.commit();
    }
  }

  private void compareAll(Work work) {
    for (int i = 0; i < Model.DATABASES; i++) {
      Space space = work.space(i);
      TreeMap<Bin, Value> names = model.databases.get(i);
      List<Bin> shown = new ArrayList<>();
      space.keys().scan(null, name -> shown.add(Bin.of(name.toArray())));
      assertThat(shown).isEqualTo(new ArrayList<>(names.keySet()));
      assertThat(space.keys().size()).isEqualTo(names.size());
      names.forEach((name, value) -> compare(space, name.bytes(), value));
    }
  }

  static void compare(Space space, byte[] name, Value value) {
    assertThat(space.keys().type(name)).isEqualTo(value.type);
    assertThat(space.keys().expiresAt(name)).isEqualTo(value.expiry == 0 ? -1 : value.expiry);
    switch (value.type) {
      case STRING -> assertThat(space.strings().get(name)).isEqualTo(value.string);
      case HASH, SET -> ModelMembers.compare(space, name, value);
      case LIST -> ModelLists.compare(space, name, value);
      case SORTED_SET -> ModelScores.compare(space, name, value);
    }
  }
}
