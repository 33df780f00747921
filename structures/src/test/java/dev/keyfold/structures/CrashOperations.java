package dev.keyfold.structures;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.type.StructureType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A sequence of works in which the n-th depends on the seed, on n and on what is there, and on
 * nothing else: whoever runs the first n of them gets the same structures. Each counts itself in
 * the same work.
 */
final class CrashOperations {
  static final byte[] PROGRESS = "progress".getBytes(StandardCharsets.UTF_8);
  static final int DATABASES = 3;

  private final Structures structures;
  private final FakeClock clock;
  private final long seed;

  CrashOperations(Structures structures, FakeClock clock, long seed) {
    this.structures = structures;
    this.clock = clock;
    this.seed = seed;
  }

  long progress() {
    try (Work work = structures.read()) {
      byte[] count = work.space(0).strings().get(PROGRESS);
      return count == null ? 0 : Long.parseLong(new String(count, StandardCharsets.UTF_8));
    }
  }

  void run(long number) {
    Random random = new Random(seed * 31 + number);
    clock.set(1_000_000 + number * 10);
    try (BulkLoad load = random.nextInt(8) == 0 ? load(random) : null;
        Work work = structures.begin()) {
      work.expireDue(Integer.MAX_VALUE);
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        Space space = work.space(1 + random.nextInt(DATABASES - 1));
        operation(work, space, random);
      }
      if (load != null) {
        load.publish(work.space(1), bytes("zset", random.nextInt(3)));
      }
      if (work.space(0).strings().increment(PROGRESS, 1) != number) {
        throw new AssertionError("work " + number + " is not the next one");
      }
      work.commit();
    }
  }

  /**
   * A bulk load aside, big enough that RocksDB ingests files; a part of no work until published.
   */
  private BulkLoad load(Random random) {
    BulkLoad load;
    try (Work work = structures.begin()) {
      load = BulkLoad.aside(work, StructureType.SORTED_SET);
      work.commit();
    }
    int many = 500 + random.nextInt(2000);
    Slice member = new Slice();
    for (int i = 0; i < many; i++) {
      byte[] name = bytes("loaded", (int) (i * 7919L % many));
      load.member(member.set(name, 0, name.length), random.nextInt(50));
    }
    load.finish();
    return load;
  }

  private static byte[] bytes(String prefix, int number) {
    return (prefix + number).getBytes(StandardCharsets.UTF_8);
  }

  private static void operation(Work work, Space space, Random random) {
    int which = random.nextInt(12);
    byte[] list = bytes("list", random.nextInt(3));
    byte[] zset = bytes("zset", random.nextInt(3));
    byte[] hash = bytes("hash", random.nextInt(3));
    int many = random.nextInt(20) == 0 ? 300 : 3;
    for (int i = 0; i < many && which < 6; i++) {
      byte[] member = bytes("m", random.nextInt(2000));
      long size = space.lists().size(list);
      switch (which) {
        case 0 -> space.lists().insert(list, size == 0 ? 0 : random.nextLong(size), member);
        case 1 -> space.lists().pushLast(list, member);
        case 2, 3 -> space.sortedSets().put(zset, member, random.nextInt(50));
        case 4 -> space.hashes().put(hash, member, bytes("v", random.nextInt()));
        default -> space.sets().add(bytes("set", random.nextInt(3)), member);
      }
    }
    switch (which) {
      case 6 -> space.lists().pop(list, random.nextInt(5), random.nextBoolean());
      case 7 -> space.sortedSets().pop(zset, random.nextInt(5), random.nextBoolean());
      case 8 -> space.keys().delete(random.nextBoolean() ? list : zset);
      case 9 -> space.keys().rename(zset, bytes("zset", random.nextInt(3)));
      case 10 -> space.keys().expireAt(hash, work.now() + random.nextInt(2000));
      case 11 -> rare(work, space, list, random);
      default -> {}
    }
  }

  private static void rare(Work work, Space space, byte[] list, Random random) {
    switch (random.nextInt(10)) {
      case 0 -> space.keys().flush();
      case 1 -> work.swap(1, 2);
      case 2 -> space.keys().copy(list, work.space(1), list);
      default -> space.lists().trim(list, random.nextInt(10), 500);
    }
  }

  /** Everything there is, as text. */
  List<String> dump() {
    List<String> lines = new ArrayList<>();
    try (Work work = structures.read()) {
      for (int i = 0; i < DATABASES; i++) {
        Space space = work.space(i);
        lines.add("database " + i + " has " + space.keys().size());
        space.keys().scan(null, name -> lines.add(dump(space, name.toArray())));
      }
    }
    return lines;
  }

  private static String dump(Space space, byte[] name) {
    StringBuilder text = new StringBuilder();
    text.append(space.number()).append(' ').append(Bytes.toHex(name));
    text.append(' ').append(space.keys().expiresAt(name));
    switch (space.keys().type(name)) {
      case STRING -> text.append(Bytes.toHex(space.strings().get(name)));
      case HASH ->
          space
              .hashes()
              .forEach(name, null, (f, v) -> text.append(f).append('=').append(v) != null);
      case SET -> space.sets().forEach(name, null, m -> text.append(' ').append(m) != null);
      case LIST ->
          space.lists().forEach(name, 0, false, (n, e) -> text.append(' ').append(e) != null);
      case SORTED_SET ->
          space
              .sortedSets()
              .forEach(name, 0, false, (m, s) -> text.append(m).append('=').append(s) != null);
    }
    return text.toString();
  }
}
