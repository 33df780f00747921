package dev.keyfold.cli.structure;

import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a structure of any type, in pages. A map's are in the order of its keys, those of
 * sets and sorted sets in the order of their members' bytes.
 */
final class Elements {
  private static final int PAGE = 1000;
  private static final int PAGE_BYTES = 1 << 20;

  private Elements() {}

  /**
   * One element.
   *
   * @param key the key in a map, the member of a set, the element of an array, or the value of a
   *     string
   * @param value only in a map
   * @param score only in a sorted set
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Element(byte[] key, byte @Nullable [] value, double score) {
    int bytes() {
      return key.length + (value == null ? 0 : value.length);
    }
  }

  /** Takes pages. */
  interface Pages {
    /** Takes the next elements; returns whether to continue. */
    boolean take(List<Element> page, boolean last) throws IOException;
  }

  /** The bytes of the name and of all elements, without what storing them costs. */
  static long bytes(Space space, byte[] name, StructureType type) throws IOException {
    long[] sum = {name.length};
    pages(
        space,
        name,
        type,
        (page, last) -> {
          page.forEach(element -> sum[0] += element.bytes() + scoreBytes(type));
          return true;
        });
    return sum[0];
  }

  private static int scoreBytes(StructureType type) {
    return type == StructureType.SORTED_SET ? Double.BYTES : 0;
  }

  /** Hands out all elements; at least one page. */
  static void pages(Space space, byte[] name, StructureType type, Pages pages) throws IOException {
    if (type == StructureType.STRING) {
      byte[] value = space.strings().get(name);
      pages.take(List.of(new Element(value == null ? new byte[0] : value, null, 0)), true);
      return;
    }
    Page page = new Page();
    byte[] after = null;
    long index = 0;
    boolean goesOn = true;
    while (goesOn) {
      page.begin();
      read(space, name, type, page, after, index);
      index += page.elements.size();
      after = page.elements.isEmpty() ? after : page.elements.get(page.elements.size() - 1).key;
      goesOn = pages.take(page.elements, !page.full) && page.full;
    }
  }

  /** The page being read; the element that makes it full is the first of the next one. */
  private static final class Page {
    List<Element> elements = new ArrayList<>();
    long bytes;
    boolean full;

    void begin() {
      elements = new ArrayList<>();
      bytes = 0;
      full = false;
    }

    boolean add(Element element) {
      if (elements.size() == PAGE || bytes >= PAGE_BYTES) {
        full = true;
        return false;
      }
      elements.add(element);
      bytes += element.bytes();
      return true;
    }
  }

  private static void read(
      Space space,
      byte[] name,
      StructureType type,
      Page page,
      byte @Nullable [] after,
      long index) {
    switch (type) {
      case HASH ->
          space
              .hashes()
              .forEach(
                  name,
                  after,
                  (field, value) -> page.add(new Element(field.toArray(), value.toArray(), 0)));
      case SET ->
          space
              .sets()
              .forEach(name, after, member -> page.add(new Element(member.toArray(), null, 0)));
      case SORTED_SET ->
          space
              .sortedSets()
              .forEachMember(
                  name,
                  after,
                  (member, score) -> page.add(new Element(member.toArray(), null, score)));
      default ->
          space
              .lists()
              .forEach(
                  name,
                  index,
                  false,
                  (at, element) -> page.add(new Element(element.toArray(), null, 0)));
    }
  }
}
