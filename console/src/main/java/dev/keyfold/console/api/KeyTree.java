package dev.keyfold.console.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.View;
import dev.keyfold.table.schema.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The distinct values of one key field for given values of the fields before it, found by a skip
 * scan: a value costs one seek per root, however many keys have it. Roots are the bytes before the
 * fields, the id and perhaps a shard; equal values under several roots are one child, so that the
 * tree shows fields and not shards.
 *
 * <pre>
 *   root            fields of the parent   value of the child   the rest
 *   [id] [shard]    [user U1]              [date 2025-01-01]    [order 17] …
 * </pre>
 */
final class KeyTree {
  /**
   * One value.
   *
   * @param key a key below it
   * @param fields the bytes of the parent's fields and of this value
   * @param roots the roots that contain it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Child(byte[] key, byte[] fields, List<byte[]> roots) {}

  /** Children in byte order, and whether more follow. */
  record Page(List<Child> children, boolean more) {}

  /** The first key of a root that is not shown yet. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its fields alone
  private record Head(byte[] root, byte[] key, byte[] fields) {}

  private final KeyLayout layout;
  private final int field;

  /** The children are the values of the field with that number. */
  KeyTree(KeyLayout layout, int field) {
    this.layout = layout;
    this.field = field;
  }

  /** The bytes before the fields: the id, followed by each shard if the key has shards. */
  static List<byte[]> roots(KeyLayout layout) {
    int shards = layout.schema().shards();
    if (shards == 0) {
      return List.of(layout.prefix());
    }
    List<byte[]> roots = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      roots.add(layout.shardStart(shard));
    }
    return roots;
  }

  static byte[] join(byte[] root, byte[] fields) {
    byte[] joined = Arrays.copyOf(root, root.length + fields.length);
    System.arraycopy(fields, 0, joined, root.length, fields.length);
    return joined;
  }

  /**
   * A page of children.
   *
   * @param parent the bytes of the fields before
   * @param after the fields of the last child of the page before; null for the first page
   */
  Page children(View view, List<byte[]> roots, byte[] parent, byte @Nullable [] after, int limit) {
    byte[] start = after == null ? parent : startAfter(after, parent);
    List<Child> children = new ArrayList<>();
    PriorityQueue<Head> heads =
        new PriorityQueue<>((a, b) -> Arrays.compareUnsigned(a.fields, b.fields));
    try (Cursor cursor = view.scan(Scan.over(layout.everything()).withoutValues())) {
      leap(cursor, roots, parent, start, heads);
      while (!heads.isEmpty() && children.size() < limit) {
        Head first = heads.poll();
        List<byte[]> same = new ArrayList<>(List.of(first.root));
        while (!heads.isEmpty() && Arrays.equals(heads.peek().fields, first.fields)) {
          same.add(heads.poll().root);
        }
        children.add(new Child(first.key, first.fields, same));
        leap(cursor, same, parent, startAfter(first.fields, parent), heads);
      }
    }
    return new Page(children, !heads.isEmpty());
  }

  /** Finds the first key of each root at or after a position; null is after all keys. */
  private void leap(
      Cursor cursor,
      List<byte[]> roots,
      byte[] parent,
      byte @Nullable [] to,
      PriorityQueue<Head> heads) {
    if (to == null) {
      return;
    }
    for (byte[] root : roots) {
      cursor.seek(join(root, to));
      if (cursor.next() && cursor.key().startsWith(join(root, parent))) {
        byte[] key = cursor.key().toArray();
        heads.add(new Head(root, key, fieldsOf(key, root.length)));
      }
    }
  }

  /** The first position after all keys of a child; null if it is the last possible. */
  private byte @Nullable [] startAfter(byte[] fields, byte[] parent) {
    // A null that an added field has in old keys takes no byte: its key is a beginning of others.
    if (fields.length == parent.length) {
      return Bytes.next(fields);
    }
    return layout.schema().format().isNative() ? Bytes.successor(fields) : endOf(fields);
  }

  /** The same in other formats, in which one value may begin with the bytes of another. */
  private byte @Nullable [] endOf(byte[] fields) {
    KeySchema plain = layout.schema().withShards(0, 0);
    try {
      KeyReader reader = plain.newReader().reset(fields);
      KeySelection same = plain.select().ofAnyLength();
      for (int i = 0; i <= field; i++) {
        same.eq(plain.field(i).name(), reader.get());
      }
      List<KeyRange> ranges = same.ranges();
      return ranges.isEmpty() ? Bytes.successor(fields) : ranges.get(ranges.size() - 1).end();
    } catch (KeyException malformed) {
      return Bytes.next(fields);
    }
  }

  /** The bytes of the first fields of a key, with the child's; all of it if it is malformed. */
  private byte[] fieldsOf(byte[] key, int root) {
    int id = layout.prefixLength();
    try {
      byte[] inner = Arrays.copyOfRange(key, id, key.length);
      return Arrays.copyOfRange(key, root, id + layout.schema().prefixLength(inner, field + 1));
    } catch (KeyException malformed) {
      return Arrays.copyOfRange(key, root, key.length);
    }
  }
}
