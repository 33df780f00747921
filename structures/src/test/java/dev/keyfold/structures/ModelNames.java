package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.Model.Bin;
import dev.keyfold.structures.Model.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Operations on names: delete, rename, move, copy, expiry, flush, swap, scan. */
final class ModelNames {
  private final Model model;
  private final Random random;
  private final long now;

  ModelNames(Model model, Random random, long now) {
    this.model = model;
    this.random = random;
    this.now = now;
  }

  void operation(Work work, int database, byte[] name, byte[] other) {
    Space space = work.space(database);
    TreeMap<Bin, Value> names = model.databases.get(database);
    int to = random.nextInt(Model.DATABASES);
    Value value = names.get(Bin.of(name));
    switch (random.nextInt(13)) {
      case 0 -> assertThat(space.keys().delete(name)).isEqualTo(names.remove(Bin.of(name)) != null);
      case 1 -> {
        assertThat(space.keys().rename(name, other)).isEqualTo(value != null);
        move(names, Bin.of(name), names, Bin.of(other));
      }
      case 2 -> {
        assertThat(space.keys().move(name, work.space(to), other)).isEqualTo(value != null);
        move(names, Bin.of(name), model.databases.get(to), Bin.of(other));
      }
      case 3 -> {
        assertThat(space.keys().copy(name, work.space(to), other)).isEqualTo(value != null);
        if (value != null) {
          model.databases.get(to).put(Bin.of(other), value.copy());
        }
      }
      case 4, 5, 6 -> {
        long when = now + random.nextInt(4000) - 300;
        assertThat(space.keys().expireAt(name, when)).isEqualTo(value != null);
        if (value != null) {
          value.expiry = when;
          model.expire(now);
        }
      }
      case 7 -> {
        assertThat(space.keys().persist(name)).isEqualTo(value != null && value.expiry != 0);
        if (value != null) {
          value.expiry = 0;
        }
      }
      case 8 -> {
        if (random.nextInt(6) == 0) {
          space.keys().flush();
          names.clear();
        }
        assertThat(space.keys().size()).isEqualTo(names.size());
      }
      case 9 -> {
        work.swap(database, to);
        Collections.swap(model.databases, database, to);
      }
      case 10 -> {
        List<Bin> shown = new ArrayList<>();
        space.keys().scan(name, each -> shown.add(Bin.of(each.toArray())));
        assertThat(shown).isEqualTo(new ArrayList<>(names.tailMap(Bin.of(name), false).keySet()));
      }
      case 11 -> {
        byte[] found = space.keys().random(random);
        assertThat(found == null).isEqualTo(names.isEmpty());
        assertThat(found == null || names.containsKey(Bin.of(found))).isTrue();
      }
      default -> {
        assertThat(space.keys().exists(name)).isEqualTo(value != null);
        if (value != null) {
          ModelRun.compare(space, name, value);
        }
      }
    }
  }

  private static void move(TreeMap<Bin, Value> from, Bin name, TreeMap<Bin, Value> to, Bin other) {
    Value value = from.remove(name);
    if (value != null) {
      to.put(other, value);
    }
  }
}
