package dev.keyfold.redis.command.sort;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.StoredResult;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One SORT: its options, the order, the reply. For one command. */
final class SortRequest {
  /** An element and its sort key. */
  private static final class Row {
    final byte[] element;

    /** Null if BY leads to nothing. */
    byte @Nullable [] text;

    double number;

    Row(byte[] element) {
      this.element = element;
    }
  }

  private final Call call;
  private final Space space;
  private final List<Pattern> gets = new ArrayList<>();
  private boolean descending;
  private boolean alphabetical;
  private boolean sorts = true;
  private long offset;
  private long limit = -1;
  private @Nullable Pattern by;
  private byte @Nullable [] target;

  private SortRequest(Call call) {
    this.call = call;
    this.space = call.space();
  }

  static void run(Call call, boolean mayStore) {
    SortRequest request = new SortRequest(call);
    request.parse(mayStore);
    if (request.target != null) {
      request.store(request.target);
      return;
    }
    StructureType type = request.found(call.arg(1));
    List<byte[]> elements = request.slice(request.space, type);
    ReplyWriter reply = call.reply();
    reply.array((long) elements.size() * Math.max(1, request.gets.size()));
    request.forEachResult(elements, reply::bulk);
  }

  /** How many values follow the option; -1 for STORE and its one. */
  static int values(byte[] option) {
    if (Arguments.is(option, "limit")) {
      return 2;
    }
    if (Arguments.is(option, "by") || Arguments.is(option, "get")) {
      return 1;
    }
    return Arguments.is(option, "store") ? -1 : 0;
  }

  private void parse(boolean mayStore) {
    for (int i = 2; i < call.count(); i++) {
      int left = call.count() - i - 1;
      if (call.is(i, "asc")) {
        descending = false;
      } else if (call.is(i, "desc")) {
        descending = true;
      } else if (call.is(i, "alpha")) {
        alphabetical = true;
      } else if (call.is(i, "limit") && left >= 2) {
        offset = call.integer(i + 1);
        limit = call.integer(i + 2);
        i += 2;
      } else if (mayStore && call.is(i, "store") && left >= 1) {
        target = call.arg(++i);
      } else if (call.is(i, "by") && left >= 1) {
        by = new Pattern(call.arg(++i));
        sorts = by.isVariable();
        if (sorts) {
          checkReadsAllKeys("BY");
        }
      } else if (call.is(i, "get") && left >= 1) {
        checkReadsAllKeys("GET");
        gets.add(new Pattern(call.arg(++i)));
      } else {
        throw CommandException.syntax();
      }
    }
  }

  /** The keys that the patterns lead to depend on the data: no pattern of rights can name them. */
  private void checkReadsAllKeys(String option) {
    if (!call.mayReadAllKeys()) {
      throw CommandException.err(
          option + " option of SORT denied due to insufficient ACL permissions.");
    }
  }

  /** The elements in order, from the offset on. */
  private List<byte[]> slice(Space from, @Nullable StructureType type) {
    if (type == StructureType.SET && !sorts && target != null) {
      // What is stored must not hang on the order in which a set is kept.
      sorts = true;
      alphabetical = true;
      by = null;
    }
    List<byte[]> elements = elements(from, call.arg(1), type);
    if (sorts) {
      elements = sorted(elements);
    } else if (descending && type != StructureType.SET) {
      // They have an order of their own.
      Collections.reverse(elements);
    }
    int first = (int) Math.min(Math.max(0, offset), elements.size());
    long end =
        limit < 0
            ? elements.size()
            : Math.min(elements.size(), first + Math.min(limit, elements.size()));
    return elements.subList(first, (int) Math.max(first, end));
  }

  /** All of them, or as many as a limit can show that nothing is sorted for. */
  private List<byte[]> elements(Space from, byte[] key, @Nullable StructureType type) {
    List<byte[]> elements = new ArrayList<>();
    boolean allNeeded = sorts || descending || limit < 0;
    long needed =
        allNeeded
            ? Long.MAX_VALUE
            : Math.min(Math.max(0, offset), Integer.MAX_VALUE) + Math.min(limit, Integer.MAX_VALUE);
    if (type == null) {
      return elements;
    }
    switch (type) {
      case LIST ->
          from.lists().forEach(key, 0, false, (index, each) -> add(from, each, elements, needed));
      case SET -> from.sets().forEach(key, null, each -> add(from, each, elements, needed));
      case SORTED_SET ->
          from.sortedSets()
              .forEach(key, 0, false, (each, score) -> add(from, each, elements, needed));
      default -> throw new IllegalStateException("checked before; found " + type);
    }
    return elements;
  }

  /** Whether more are needed. */
  private static boolean add(Space from, Slice element, List<byte[]> elements, long needed) {
    from.collect(element.length());
    elements.add(element.toArray());
    return elements.size() < needed;
  }

  private List<byte[]> sorted(List<byte[]> elements) {
    List<Row> rows = new ArrayList<>(elements.size());
    for (byte[] element : elements) {
      Row row = new Row(element);
      row.text = by == null ? element : collected(by.lookUp(call, element));
      if (!alphabetical && row.text != null) {
        row.number = number(row.text);
      }
      rows.add(row);
    }
    Comparator<Row> order = alphabetical ? byText() : byNumber();
    rows.sort(descending ? order.reversed() : order);
    List<byte[]> sorted = new ArrayList<>(rows.size());
    rows.forEach(row -> sorted.add(row.element));
    return sorted;
  }

  /** A sort key is kept until all are known. */
  private byte @Nullable [] collected(byte @Nullable [] text) {
    space.collect(text == null ? 0 : text.length);
    return text;
  }

  private static double number(byte[] text) {
    double number = Arguments.strtod(text);
    boolean infinite = Double.isInfinite(number) && Character.isDigit(text[text.length - 1]);
    boolean tooSmall = number != 0 && Math.abs(number) < Double.MIN_NORMAL;
    boolean vanished = number == 0 && hasDigitAboveZero(text);
    if (Double.isNaN(number) || infinite || tooSmall || vanished) {
      throw CommandException.err("One or more scores can't be converted into double");
    }
    return number;
  }

  /** Before an exponent: then a number that is read as zero was only too small. */
  private static boolean hasDigitAboveZero(byte[] text) {
    for (byte c : text) {
      if (c == 0 || c == 'e' || c == 'E') {
        break;
      }
      if (c >= '1' && c <= '9') {
        return true;
      }
    }
    return false;
  }

  private static Comparator<Row> byNumber() {
    return (a, b) ->
        a.number == b.number
            ? Arrays.compareUnsigned(a.element, b.element)
            : Double.compare(a.number, b.number);
  }

  private static Comparator<Row> byText() {
    Comparator<byte[]> bytes = Arrays::compareUnsigned;
    return Comparator.comparing((Row row) -> row.text, Comparator.nullsFirst(bytes));
  }

  /** What GET asks for, or the elements themselves. */
  private void forEachResult(List<byte[]> elements, Consumer<byte @Nullable []> visitor) {
    if (gets.isEmpty()) {
      elements.forEach(visitor);
      return;
    }
    for (byte[] element : elements) {
      for (Pattern get : gets) {
        visitor.accept(get.lookUp(call, element));
      }
    }
  }

  /**
   * Patterns read keys through the call, which is confined to the loop, so the result is computed
   * immediately.
   */
  private void store(byte[] into) {
    byte[] key = call.arg(1);
    boolean reads = by != null || !gets.isEmpty();
    long elements = reads ? 0 : space.keys().elements(key);
    StructureType type = found(key);
    new StoredResult(call, StructureType.LIST, into, Events.LIST, "sortstore")
        .store(
            elements,
            (from, load) ->
                forEachResult(
                    slice(from, type), each -> load.element(each == null ? new byte[0] : each)));
  }

  /** The type of the key, counted as read; one that cannot be sorted is refused. */
  private @Nullable StructureType found(byte[] key) {
    StructureType type = space.keys().type(key);
    call.found(key, type != null);
    if (type == StructureType.STRING || type == StructureType.HASH) {
      space.lists().size(key);
    }
    return type;
  }
}
