package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static dev.keyfold.structures.Opened.s;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/** Stores with some of everything, and ways to read and use all of it. */
final class DamagedStore {
  /** Of most structures. */
  private static final int ELEMENTS = Integer.getInteger("damage.elements", 3);

  private static final long LATER = 100_000_000;
  private static final List<String> DELETED = List.of("h2", "l2", "z2");

  private DamagedStore() {}

  private static StructuresOptions options() {
    return StructuresOptions.defaults().withClock(new FakeClock()).withBackground(false);
  }

  static NavigableMap<byte[], byte[]> build(boolean reclaimed) {
    try (Store store = Stores.open("memory:")) {
      try (Structures structures = Structures.over(store, options())) {
        try (Work work = structures.begin()) {
          fill(work.space(0));
          few(work.space(1));
          few(work.space(2));
          work.commit();
        }
        try (Work work = structures.begin()) {
          work.space(2).keys().flush();
          work.space(2).strings().set(b("only"), b("x"));
          work.space(2).sets().add(b("s"), b("y"));
          DELETED.forEach(name -> work.space(0).keys().delete(b(name)));
          work.commit();
        }
        while (reclaimed && structures.reclaim()) {
          Thread.onSpinWait();
        }
      }
      return entries(store);
    }
  }

  private static void few(Space space) {
    space.strings().set(b("te"), b("expires"));
    space.keys().expireAt(b("te"), LATER);
    space.hashes().put(b("h"), b("f"), b("v"));
    space.sortedSets().put(b("z"), b("m"), 1);
  }

  private static void fill(Space space) {
    space.strings().set(b("t"), b("text"));
    space.strings().set(b("te"), b("text that expires"));
    space.keys().expireAt(b("te"), LATER);
    for (int i = 0; i < ELEMENTS; i++) {
      byte[] member = b("m" + i);
      for (String end : List.of("", "2")) {
        space.hashes().put(b("h" + end), member, b("v" + i));
        space.lists().pushLast(b("l" + end), member);
        space.sortedSets().put(b("z" + end), member, i - 1);
      }
      space.hashes().put(b("he"), member, b("w" + i));
      space.sets().add(b("s"), member);
    }
    space.sets().add(b("one"), b("m"));
    space.keys().expireAt(b("he"), LATER + 1);
    space.keys().expireAt(b("l"), LATER + 2);
    for (int i = 0; i < 80; i++) {
      space.lists().insert(b("g"), i / 2, b("g" + i));
    }
    space.lists().trim(b("g"), 34, 40);
  }

  static NavigableMap<byte[], byte[]> entries(Store store) {
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    try (Cursor cursor = store.scan(Scan.prefix(new byte[0]))) {
      while (cursor.next()) {
        entries.put(cursor.key().toArray(), cursor.value().toArray());
      }
    }
    return entries;
  }

  static Store of(Map<byte[], byte[]> entries) {
    Store store = Stores.open("memory:");
    Batch batch = new Batch();
    entries.forEach(batch::put);
    store.write(batch, Durability.ASYNC);
    return store;
  }

  static Store copy(Store store) {
    return of(entries(store));
  }

  /** What every name of the first databases holds, read by a work that only reads. */
  static Map<String, String> readAll(Store store) {
    Map<String, String> all = new TreeMap<>();
    try (Structures structures = Structures.over(store, options());
        Work work = structures.read()) {
      for (int i = 0; i < 4; i++) {
        Space space = work.space(i);
        int number = i;
        space
            .keys()
            .scan(
                null,
                name -> {
                  byte[] bytes = name.toArray();
                  all.put(number + "/" + s(bytes), read(space, bytes));
                  return true;
                });
      }
    }
    return all;
  }

  private static String read(Space space, byte[] name) {
    StructureType type = space.keys().type(name);
    StringBuilder text = new StringBuilder();
    text.append(type).append(' ').append(space.keys().expiresAt(name));
    text.append(' ').append(space.keys().elements(name)).append(':');
    switch (type) {
      case STRING -> text.append(s(space.strings().get(name)));
      case HASH ->
          space
              .hashes()
              .forEach(
                  name,
                  null,
                  (field, value) -> {
                    text.append(field).append('=').append(value).append(' ');
                    return true;
                  });
      case LIST ->
          space
              .lists()
              .forEach(
                  name,
                  0,
                  false,
                  (index, element) -> {
                    text.append(element).append(' ');
                    return true;
                  });
      case SET ->
          space
              .sets()
              .forEach(
                  name,
                  null,
                  member -> {
                    text.append(member).append(' ');
                    return true;
                  });
      case SORTED_SET ->
          space
              .sortedSets()
              .forEach(
                  name,
                  0,
                  false,
                  (member, score) -> {
                    text.append(member).append('=').append(score).append(' ');
                    return true;
                  });
    }
    return text.toString();
  }

  /** Every kind of read and write by the names that there should be; nothing is kept. */
  static void use(Store store) {
    Random random = new Random(1);
    try (Structures structures = Structures.over(store, options())) {
      for (int i = 0; i < 4; i++) {
        for (String name : List.of("t", "te", "only", "h", "he", "l", "g", "s", "one", "z")) {
          use(structures, i, b(name), random);
        }
        try (Work work = structures.read()) {
          work.space(i).keys().size();
          work.space(i).keys().expiring();
        }
        try (Work work = structures.begin()) {
          work.space(i).keys().size();
          work.space(i).keys().expiring();
          work.space(i).keys().random(random);
          work.space(i).sets().add(b("a new one"), b("x"));
        }
      }
    }
  }

  private static void use(Structures structures, int database, byte[] name, Random random) {
    StructureType type;
    try (Work work = structures.read()) {
      type = work.space(database).keys().type(name);
      if (type != null) {
        read(work.space(database), name);
      }
    }
    if (type == null) {
      return;
    }
    for (int step = 0; step < 4; step++) {
      try (Work work = structures.begin()) {
        change(work.space(database), type, name, step, random);
      }
    }
  }

  private static void change(
      Space space, StructureType type, byte[] name, int step, Random random) {
    switch (type) {
      case STRING -> space.strings().append(name, b("x"));
      case HASH -> {
        space.hashes().sample(name, step, random);
        space.hashes().sampleWithRepeats(name, step * 5L, random);
        space.hashes().put(name, b("m1"), b("new"));
      }
      case SET -> {
        space.sets().sample(name, step, random);
        space.sets().pop(name, step, random);
        space.sets().add(name, b("new"));
      }
      case SORTED_SET -> {
        space.sortedSets().score(name, b("m" + step));
        space.sortedSets().rank(name, b("m1"));
        space.sortedSets().count(name, new MemberRange(b("m0"), true, b("m1"), true));
        space.sortedSets().merge(List.of(name), (member, scores) -> true);
        space.sortedSets().forEachMember(name, null, (member, score) -> true);
        space.sortedSets().put(name, b("m1"), 17);
        space.sortedSets().pop(name, step, random.nextBoolean());
      }
      case LIST -> {
        for (int i = 0; i < space.lists().size(name) && i < 10; i++) {
          space.lists().get(name, i);
          space.lists().getIfDense(name, i);
        }
        space.lists().insert(name, Math.min(step, space.lists().size(name)), b("new"));
        space.lists().remove(name, step);
        space.lists().popFirst(name);
        space.lists().popLast(name);
        space.lists().trim(name, 0, 1);
      }
    }
  }

  /** Everything that expires does, and all is reclaimed. */
  static void finish(Store store) {
    FakeClock clock = new FakeClock();
    clock.set(Long.MAX_VALUE / 4);
    try (Structures structures = Structures.over(store, options().withClock(clock))) {
      structures.expireDue(Integer.MAX_VALUE);
      while (structures.reclaim()) {
        Thread.onSpinWait();
      }
    }
  }

  /** The name in {@link #readAll} that the entry belongs to; empty if it is none's. */
  static String owner(Map<byte[], byte[]> entries, byte[] key) {
    byte[] meta =
        switch (key[0]) {
          case Layout.META -> key;
          case Layout.EXPIRY -> Layout.metaOfExpiry(key);
          case Layout.RECLAIM, Layout.CATALOG -> null;
          default -> metaOfElement(entries, key);
        };
    if (meta == null) {
      return "";
    }
    long physical = Ordinal.get(meta, 1);
    String name = s(Arrays.copyOfRange(meta, 1 + Ordinal.lengthAt(meta, 1), meta.length));
    return (physical >= StructureLimits.DATABASES ? 2 : physical == 2 ? "gone" : physical)
        + "/"
        + name;
  }

  private static byte[] metaOfElement(Map<byte[], byte[]> entries, byte[] key) {
    byte space = key[0] == Layout.SCORES ? Layout.MEMBERS : key[0];
    for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
      if (entry.getKey()[0] == Layout.META) {
        Meta meta = new Meta(entry.getKey());
        meta.read(entry.getValue());
        if (meta.type != StructureType.STRING
            && meta.elementSpace() == space
            && meta.id == Ordinal.get(key, 1)) {
          return meta.key;
        }
      }
    }
    return null;
  }

  /** Whether nobody can tell that the entry was another one before. */
  static boolean isSilent(Map<byte[], byte[]> entries, byte[] key, byte[] becomes) {
    String owner = owner(entries, key);
    boolean waiting = owner.startsWith("gone") || (owner.isEmpty() && key[0] < Layout.RECLAIM);
    if (waiting) {
      return true;
    }
    if (becomes == null) {
      return Arrays.equals(key, Layout.catalog(Layout.COUNT_OF, 2)); // flushed
    }
    byte[] was = entries.get(key);
    return switch (key[0]) {
      case Layout.META -> isSilentName(key, was, becomes);
      case Layout.ELEMENTS -> was.length > 0;
      case Layout.LIST -> true;
      case Layout.CATALOG ->
          Arrays.equals(key, Layout.catalog(Layout.COUNT_OF, 2))
              || ((Arrays.equals(key, Layout.nextId()) || Arrays.equals(key, Layout.nextDatabase()))
                  && becomes.length == Long.BYTES
                  && Bytes.getLong(becomes, 0) > Bytes.getLong(was, 0) - 1100);
      default -> false;
    };
  }

  private static boolean isSilentName(byte[] key, byte[] was, byte[] becomes) {
    Meta meta = new Meta(key);
    meta.read(was);
    if (meta.type == StructureType.STRING) {
      int fixed = meta.valueOffset;
      return becomes.length >= fixed && Arrays.equals(was, 0, fixed, becomes, 0, fixed);
    }
    // A list with gaps may be marked so without any, and have wider bounds.
    return meta.type == StructureType.LIST && becomes.length == was.length;
  }
}
