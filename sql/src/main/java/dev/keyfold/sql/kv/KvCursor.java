package dev.keyfold.sql.kv;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.query.scan.QueryContext;
import dev.keyfold.sql.query.scan.ScanCursor;
import dev.keyfold.sql.query.scan.ScanRequest;
import dev.keyfold.structures.Space;
import dev.keyfold.table.expr.RowAccess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads structures one after another, each in pages: a visitor pushes rows, and a query pulls them.
 * Not thread-safe.
 */
final class KvCursor implements ScanCursor {
  private static final int PAGE = 1_000;

  private final KvTable table;
  private final QueryContext context;
  private final Space space;
  private final @Nullable List<KvSeek> seeks;
  private final Predicate<RowAccess> test;
  private final ScanRequest request;
  private final ArrayDeque<Object[]> page = new ArrayDeque<>();
  private int seek;
  private @Nullable KvSeek current;

  /** The last name, and the last element of the current structure, that were read. */
  private byte @Nullable [] afterName;

  private @Nullable Object afterElement;
  private Object[] row = {};
  private long read;
  private long left;

  KvCursor(
      KvTable table,
      QueryContext context,
      @Nullable List<KvSeek> seeks,
      Predicate<RowAccess> test,
      ScanRequest request) {
    this.table = table;
    this.context = context;
    this.space = context.structures().space(0);
    this.seeks = seeks;
    this.test = test;
    this.request = request;
    this.left = request.limit();
  }

  @Override
  public boolean next() {
    while (left > 0) {
      Object[] found = page.poll();
      if (found == null) {
        if (!fill()) {
          return false;
        }
        continue;
      }
      count();
      if (test.test(field -> found[field])) {
        row = found;
        left--;
        return true;
      }
    }
    return false;
  }

  private void count() {
    read++;
    if (seeks == null && read > context.scanLimit()) {
      throw new SqlStateException(
          SqlStates.CONFIGURATION_LIMIT_EXCEEDED,
          String.format(
              Locale.ROOT,
              "the query reads kv.%s without a name: it would scan more than %,d rows, the limit of"
                  + " the setting scan_limit",
              table.title(),
              context.scanLimit()),
          "Add a condition with = or IN on name, or allow the scan: SET scan_limit = 'unlimited'");
    }
  }

  /** Reads the next page, of the current structure or of the next one; false at the end. */
  private boolean fill() {
    if (current == null) {
      current = nextSeek();
      afterElement = null;
      if (current == null) {
        return false;
      }
    }
    byte[] name = KvText.bytes(current.name());
    if (space.keys().type(name) != table.type()) {
      current = null;
      return true;
    }
    Object element = current.element();
    boolean more =
        element == null ? read(current.name(), name) : one(current.name(), name, element);
    if (!more) {
      current = null;
    }
    return true;
  }

  private @Nullable KvSeek nextSeek() {
    if (seeks != null) {
      return seek < seeks.size() ? seeks.get(seek++) : null;
    }
    List<byte[]> found = new ArrayList<>(1);
    space
        .keys()
        .scan(
            afterName,
            name -> {
              found.add(name.toArray());
              return false;
            });
    if (found.isEmpty()) {
      return null;
    }
    afterName = found.get(0);
    return new KvSeek(KvText.of(found.get(0)), null);
  }

  private boolean one(String text, byte[] name, Object element) {
    switch (table) {
      case HASHES -> {
        byte[] value = space.hashes().get(name, KvText.bytes((String) element));
        if (value != null) {
          page.add(new Object[] {text, element, KvText.of(value)});
        }
      }
      case SETS -> {
        if (space.sets().contains(name, KvText.bytes((String) element))) {
          page.add(new Object[] {text, element});
        }
      }
      case SORTED_SETS -> {
        double score = space.sortedSets().score(name, KvText.bytes((String) element));
        if (!Double.isNaN(score)) {
          page.add(new Object[] {text, element, score});
        }
      }
      case LISTS -> {
        long index = (Long) element;
        byte[] value = index < 0 ? null : space.lists().get(name, index);
        if (value != null) {
          page.add(new Object[] {text, index, KvText.of(value)});
        }
      }
      case STRINGS -> read(text, name);
    }
    return false;
  }

  /** A page of elements; whether there may be more. */
  private boolean read(String text, byte[] name) {
    byte[] after = afterElement instanceof byte[] bytes ? bytes : null;
    switch (table) {
      case STRINGS -> {
        byte[] value = space.strings().get(name);
        if (value != null) {
          page.add(new Object[] {text, KvText.of(value)});
        }
      }
      case HASHES ->
          space
              .hashes()
              .forEach(
                  name,
                  after,
                  (field, value) -> {
                    page.add(new Object[] {text, KvText.of(field), KvText.of(value)});
                    afterElement = field.toArray();
                    return page.size() < PAGE;
                  });
      case SETS ->
          space
              .sets()
              .forEach(
                  name,
                  after,
                  member -> {
                    page.add(new Object[] {text, KvText.of(member)});
                    afterElement = member.toArray();
                    return page.size() < PAGE;
                  });
      case SORTED_SETS ->
          space
              .sortedSets()
              .forEachMember(
                  name,
                  after,
                  (member, score) -> {
                    page.add(new Object[] {text, KvText.of(member), score});
                    afterElement = member.toArray();
                    return page.size() < PAGE;
                  });
      case LISTS -> {
        long from = afterElement instanceof Long last ? last + 1 : 0;
        space
            .lists()
            .forEach(
                name,
                from,
                false,
                (index, element) -> {
                  page.add(new Object[] {text, index, KvText.of(element)});
                  afterElement = index;
                  return page.size() < PAGE;
                });
      }
    }
    return page.size() >= PAGE;
  }

  @Override
  public @Nullable Object[] row() {
    int[] fields = request.fields();
    @Nullable Object[] own = new @Nullable Object[fields.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = row[fields[i]];
    }
    return own;
  }

  @Override
  public long read() {
    return read;
  }

  @Override
  public String work() {
    return Arrays.toString(request.fields());
  }

  @Override
  public void close() {
    left = 0;
    page.clear();
  }
}
