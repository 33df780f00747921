package dev.keyfold.structures.modeling;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.copy.LeftOut;
import dev.keyfold.structures.copy.NamePages;
import dev.keyfold.structures.type.StructureType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Spreads the maps and arrays of one database over entries, the reverse of {@link ModelingImport}:
 * an entry with the names or the length, one entry per field or element, and one per string.
 *
 * <p>Nothing in the layout marks what an entry is, so that some structures would not be read back
 * as they are. They are left out as a whole, counted by reason, and the first of each reason are
 * named: sets and sorted sets; maps with fields that are not UTF-8; structures whose keys another
 * one has, as a map {@code bob} with the field {@code name} and a string {@code bob.name}; values
 * that read as the list of a map or the length of an array whose entries exist. Expiries are
 * counted: a store of entries has none. Not thread-safe.
 */
public final class ModelingExport {
  private static final int BATCH = 1_000;
  private static final int BATCH_BYTES = 4 << 20;

  private static final String NO_LAYOUT =
      "an element of a set or a sorted set, which the layout does not have";
  private static final String NOT_TEXT = "an element of a map with a field that is not UTF-8";
  private static final String TAKEN = "an element whose key another structure has";
  private static final String TOO_LONG = "an element whose key or list of fields is too long";
  private static final String NO_NAME = "an element of a structure with an empty name";
  private static final String AMBIGUOUS = "an element that would be read as a map or an array";

  private final Structures from;
  private final int database;
  private final Store to;
  private final String separator;
  private ModelingData data;
  private final LeftOut leftOut = new LeftOut();
  private final Set<ByteBuffer> skipped = new HashSet<>();
  private LongConsumer progress = names -> {};
  private Batch batch = new Batch();
  private long batchBytes;
  private long maps;
  private long arrays;
  private long strings;
  private long elements;
  private long lostExpiries;

  /**
   * What an export did.
   *
   * @param maps maps written
   * @param arrays arrays written
   * @param strings strings written
   * @param elements values of maps and elements of arrays
   * @param lostExpiries structures and strings whose expiry is not in the copy
   * @param leftOut how many elements and strings were left out, by reason
   * @param problems the first of each reason, by name
   */
  public record Result(
      long maps,
      long arrays,
      long strings,
      long elements,
      long lostExpiries,
      Map<String, Long> leftOut,
      List<String> problems) {
    /** Copies. */
    public Result {
      leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
      problems = List.copyOf(problems);
    }

    /** Whether the copy has everything, with its expiry. */
    public boolean isComplete() {
      return leftOut.isEmpty() && lostExpiries == 0;
    }

    /** The report as text: a summary, then what was left out and why, then names. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          Counted.of(maps, "map")
              + " and "
              + Counted.of(arrays, "array")
              + " with "
              + Counted.of(elements, "element")
              + " exported, and "
              + Counted.of(strings, "string"));
      leftOut.forEach(
          (reason, count) -> lines.add(Counted.of(count, "entry") + " left out: " + reason));
      if (lostExpiries > 0) {
        lines.add(Counted.of(lostExpiries, "name") + " written without their expiry");
      }
      lines.addAll(problems);
      return lines;
    }
  }

  /**
   * @param to a store that is empty
   * @param separator between a name and what is below it, usually {@code .}
   */
  public ModelingExport(Structures from, int database, Store to, String separator) {
    this.from = from;
    this.database = database;
    this.to = to;
    this.separator = separator;
    this.data = new ModelingData(to, separator);
  }

  /** Is told how many names were written. */
  public ModelingExport onProgress(LongConsumer told) {
    progress = told;
    return this;
  }

  /** Copies everything. */
  public Result run() {
    try (Work work = from.read()) {
      Space space = work.space(database);
      long[] names = {0};
      NamePages.forEach(
          space,
          name -> {
            write(space, name);
            progress.accept(++names[0]);
          });
      flush();
      NamePages.forEach(space, name -> removeIfAmbiguous(space, name));
      flush();
    }
    return new Result(
        maps, arrays, strings, elements, lostExpiries, leftOut.counts(), leftOut.problems());
  }

  private void write(Space space, byte[] name) {
    Content content = new Content(space, name);
    String reason = content.hasLayout() ? content.reasonAgainst() : NO_LAYOUT;
    if (reason != null) {
      leaveOut(content, reason);
      return;
    }
    content.forEach(
        (key, value) -> {
          batch.put(key, value);
          batchBytes += key.length + (long) value.length;
          if (batch.count() >= BATCH || batchBytes >= BATCH_BYTES) {
            flush();
          }
          return true;
        });
    count(content, 1);
  }

  private void leaveOut(Content content, String reason) {
    skipped.add(ByteBuffer.wrap(content.name));
    leftOut.addAll(reason, content.size(), content.name, "");
  }

  private void count(Content content, int sign) {
    switch (content.type) {
      case HASH -> maps += sign;
      case LIST -> arrays += sign;
      default -> strings += sign;
    }
    if (content.type != StructureType.STRING) {
      elements += sign * content.size();
    }
    if (content.space.keys().expiresAt(content.name) != Keys.NEVER) {
      lostExpiries += sign;
    }
  }

  /** When everything is written: a value may read as the head of entries of other structures. */
  private void removeIfAmbiguous(Space space, byte[] name) {
    if (skipped.contains(ByteBuffer.wrap(name))) {
      return;
    }
    Content content = new Content(space, name);
    if (content.forEach((key, value) -> !isAmbiguous(content, key, value))) {
      return;
    }
    content.forEach(
        (key, value) -> {
          batch.delete(key);
          return true;
        });
    flush();
    data = new ModelingData(to, separator); // it remembers heads
    count(content, -1);
    leaveOut(content, AMBIGUOUS);
  }

  private boolean isAmbiguous(Content content, byte[] key, byte[] value) {
    boolean string = content.type == StructureType.STRING;
    boolean head = !string && key.length == content.name.length;
    if (head || (HeadValues.length(value) < 0 && HeadValues.names(value) == null)) {
      return false;
    }
    return switch (data.head(key).kind()) {
      case MAP, ARRAY -> true;
      case EMPTY -> string; // below a map or an array it is only a value
      default -> false;
    };
  }

  private void flush() {
    to.write(batch);
    batch = new Batch();
    batchBytes = 0;
  }

  /** Is given an entry; returns false to stop. */
  private interface Taker {
    boolean take(byte[] key, byte[] value);
  }

  /** The entries of a structure or a string. */
  private final class Content {
    private final Space space;
    private final byte[] name;
    private final StructureType type;

    Content(Space space, byte[] name) {
      this.space = space;
      this.name = name;
      this.type = Objects.requireNonNull(space.keys().type(name));
    }

    boolean hasLayout() {
      return type == StructureType.STRING
          || type == StructureType.HASH
          || type == StructureType.LIST;
    }

    long size() {
      return type == StructureType.STRING ? 1 : space.keys().elements(name);
    }

    /** Why it cannot be written; null if it can. */
    @Nullable String reasonAgainst() {
      if (name.length == 0) {
        return NO_NAME;
      }
      // Names come in order: whose keys it could have has a shorter name, and is written.
      boolean shared = contains(name, data.below(new byte[0], new byte[0]));
      if (shared) {
        flush();
      }
      String[] reason = {null};
      if (type == StructureType.HASH) {
        reason[0] = namesReason();
      }
      if (reason[0] == null) {
        forEach(
            (key, value) -> {
              if (key.length > StoreLimits.KEY_BYTES) {
                reason[0] = TOO_LONG;
              } else if (shared && to.get(key) != null) {
                reason[0] = TAKEN;
              }
              return reason[0] == null;
            });
      }
      return reason[0];
    }

    private @Nullable String namesReason() {
      String[] reason = {null};
      long[] bytes = {0};
      space
          .hashes()
          .forEach(
              name,
              null,
              (field, value) -> {
                byte[] text = field.toArray();
                bytes[0] += 3L + 6L * text.length; // at most, with every character escaped
                if (Utf8.indexOfMalformed(text, 0, text.length) >= 0) {
                  reason[0] = NOT_TEXT;
                } else if (bytes[0] > StoreLimits.VALUE_BYTES) {
                  reason[0] = TOO_LONG;
                }
                return reason[0] == null;
              });
      return reason[0];
    }

    /** Its entries, the head first; returns whether all were taken. */
    boolean forEach(Taker taker) {
      boolean[] more = {true};
      switch (type) {
        case HASH -> {
          more[0] = taker.take(name, names());
          if (more[0]) {
            space
                .hashes()
                .forEach(
                    name,
                    null,
                    (field, value) ->
                        more[0] = taker.take(data.below(name, field.toArray()), value.toArray()));
          }
        }
        case LIST -> {
          more[0] = taker.take(name, HeadValues.ofLength(Math.toIntExact(size())));
          if (more[0]) {
            space
                .lists()
                .forEach(
                    name,
                    0,
                    false,
                    (index, value) ->
                        more[0] =
                            taker.take(
                                data.below(name, Head.digits(Math.toIntExact(index))),
                                value.toArray()));
          }
        }
        default -> more[0] = taker.take(name, Objects.requireNonNull(space.strings().get(name)));
      }
      return more[0];
    }

    private byte[] names() {
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      space
          .hashes()
          .forEach(
              name,
              null,
              (field, value) -> {
                json.write(json.size() == 0 ? '[' : ',');
                HeadValues.quote(field.toArray(), json);
                return true;
              });
      json.write(']');
      return json.toByteArray();
    }
  }

  private static boolean contains(byte[] text, byte[] part) {
    for (int at = 0; at + part.length <= text.length; at++) {
      if (Arrays.equals(text, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }
}
