package dev.keyfold.table.model;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.OrderItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether every index in a store is the exact image of its table's records, found the naive way: by
 * making all entries again from the declarations and comparing two sorted maps. Shares no code with
 * {@code check} nor with what writes entries. Of an index that is being built entries may be
 * missing, but none may be wrong; a disabled one has none; and no key belongs to nobody. In a store
 * without atomic batches entries hold a stamp and nothing else, and unique values are claimed.
 */
final class ImageChecker {
  private final Store store;
  private final long now;
  private final boolean stamped;
  private final List<String> problems = new ArrayList<>();

  /** Claims that must be there, and those that may be: of what has expired. By key: the record. */
  private final Map<String, String> claims = new TreeMap<>();

  private final Set<String> expiredClaims = new HashSet<>();

  private ImageChecker(Store store, long now) {
    this.store = store;
    this.now = now;
    this.stamped = !store.has(Capability.ATOMIC_BATCH);
  }

  /** What is wrong; nothing, if all is well. */
  static List<String> problems(Store store, long now) {
    ImageChecker checker = new ImageChecker(store, now);
    Set<String> known = new HashSet<>();
    for (TableDef def : Tables.of(store).list()) {
      checker.table(def);
      known.add(Bytes.toHex(KeySpace.prefix(def.primary().keyId())));
      if (def.primary().next() != null) {
        known.add(Bytes.toHex(KeySpace.prefix(def.primary().next().id())));
      }
      def.indexes().forEach(index -> known.add(Bytes.toHex(KeySpace.prefix(index.id()))));
    }
    for (String key :
        checker.entries(Scan.between(new byte[] {0x10}, new byte[] {(byte) 0xD0})).keySet()) {
      if (known.stream().noneMatch(key::startsWith)) {
        checker.problems.add("a key of no table: " + key);
      }
    }
    checker.compareClaims();
    return checker.problems;
  }

  private Map<String, String> entries(Scan scan) {
    Map<String, String> entries = new TreeMap<>();
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        entries.put(cursor.key().toString(), cursor.value().toString());
      }
    }
    return entries;
  }

  private void table(TableDef def) {
    TableLayout layout = TableLayout.of(def, Functions.builtIn());
    Map<IndexDef, Map<String, String>> expected = new TreeMap<>((a, b) -> a.id() - b.id());
    def.indexes().forEach(index -> expected.put(index, new TreeMap<>()));
    RowView view = new RowView(layout);
    Map<String, String> beside = new TreeMap<>();
    try (Cursor cursor = store.scan(Scan.over(layout.primary().everything()))) {
      while (cursor.next()) {
        view.record(cursor.key(), cursor.value());
        if (view.header().isFence()) {
          continue;
        }
        Object[] values = view.toArray();
        if (layout.next() != null) {
          Object[] key = def.key().fields().stream().map(f -> values[def.indexOf(f)]).toArray();
          beside.put(
              Bytes.toHex(layout.next().storeKey(layout.next().schema().encode(key))),
              cursor.value().toString());
        }
        for (IndexLayout index : layout.indexes()) {
          if (index.def().state().isWritten()) {
            expect(
                layout,
                index,
                field -> values[field],
                view.header().expiry(),
                expected.get(index.def()));
            if (stamped && index.isUnique()) {
              claim(def, layout, index, values, cursor.key().toString(), view.header().expiry());
            }
          }
        }
      }
    }
    if (layout.next() != null) {
      entries(Scan.over(layout.next().everything()))
          .forEach(
              (key, value) -> {
                if (!value.equals(beside.get(key))) {
                  problems.add("next key of " + def.name() + ": " + key + " is no record");
                }
              });
    }
    for (IndexLayout index : layout.indexes()) {
      compare(def, index, expected.get(index.def()));
    }
  }

  private void expect(
      TableLayout layout, IndexLayout index, RowAccess row, long expiry, Map<String, String> out) {
    var text = index.def().text();
    if (!text.where().conditions().stream().allMatch(c -> layout.binder().bind(c).test(row))) {
      return;
    }
    List<Object> values = new ArrayList<>();
    List<Object> elements = new ArrayList<>();
    int each = -1;
    List<Integer> plain = new ArrayList<>();
    for (OrderItem part : text.parts()) {
      FieldExpression expression = layout.binder().bind(part.expression());
      if (expression.isEach()) {
        each = values.size();
        Object list = row.get(expression.source());
        elements.addAll(list == null ? List.of() : new HashSet<>((List<?>) list));
        values.add(null);
      } else {
        values.add(expression.of(row));
        if (expression.isPlain()) {
          plain.add(expression.source());
        }
      }
    }
    for (String field : layout.def().key().fields()) {
      int position = layout.def().indexOf(field);
      if (!plain.contains(position)) {
        values.add(row.get(position));
      }
    }
    String value = stamped ? STAMP : value(layout.def(), text.include(), row, expiry);
    String prefix = Bytes.toHex(KeySpace.prefix(index.def().id()));
    KeySchema schema = index.key().schema();
    if (each < 0) {
      out.put(prefix + Bytes.toHex(schema.encode(values.toArray())), value);
    }
    for (Object element : elements) {
      values.set(each, element);
      out.put(prefix + Bytes.toHex(schema.encode(values.toArray())), value);
    }
  }

  private static final String STAMP = "a stamp";

  /** Found in the entries that were just made for the record: they begin with what is claimed. */
  private void claim(
      TableDef def,
      TableLayout layout,
      IndexLayout index,
      Object[] values,
      String record,
      long expiry) {
    Map<String, String> own = new TreeMap<>();
    expect(layout, index, field -> values[field], expiry, own);
    KeySchema schema = index.key().schema();
    int prefix = index.key().prefixLength();
    for (String entry : own.keySet()) {
      byte[] bytes = Bytes.parseHex(entry);
      byte[] key = Arrays.copyOfRange(bytes, prefix, bytes.length);
      if (schema.decode(key).subList(0, index.declaredParts()).contains(null)) {
        continue;
      }
      int length = prefix + schema.prefixLength(key, index.declaredParts());
      String claim = "08" + entry.substring(0, 2 * length);
      if (expiry <= now || index.def().state() != IndexState.READABLE) {
        expiredClaims.add(claim + " " + record);
      } else if (claims.put(claim, record) != null) {
        problems.add("table " + def.name() + ": " + entry + " is unique, and there twice");
      }
    }
  }

  private void compareClaims() {
    Map<String, String> found =
        entries(Scan.between(new byte[] {KeySpace.CLAIMS}, new byte[] {KeySpace.CLAIMS + 1}));
    found.replaceAll((key, value) -> value.substring(18)); // after version and stamp
    found.forEach(
        (key, record) -> {
          if (!record.equals(claims.get(key)) && !expiredClaims.contains(key + " " + record)) {
            problems.add("claim " + key + " of " + record + ", not of " + claims.get(key));
          }
        });
    claims.forEach(
        (key, record) -> {
          if (!found.containsKey(key)) {
            problems.add("no claim " + key + " of " + record);
          }
        });
  }

  private static String value(TableDef def, List<String> include, RowAccess row, long expiry) {
    if (include.isEmpty() && expiry == RowHeader.NEVER) {
      return "";
    }
    // The second format if a decimal within a list has its scale after it.
    boolean nested =
        include.stream()
            .map(name -> def.fields().get(def.indexOf(name)).type().toString())
            .anyMatch(type -> type.equals("list<decimal>"));
    String format = nested ? "2" : "1";
    String header =
        expiry == RowHeader.NEVER
            ? "0" + format + "00"
            : String.format("1%s00%016x", format, expiry);
    if (include.isEmpty()) {
      return header;
    }
    KeySchema.Builder schema = KeySchema.builder();
    List<Object> values = new ArrayList<>();
    for (String name : include) {
      FieldDef field = def.fields().get(def.indexOf(name));
      // Of a decimal the digits stay as they were given.
      KeyType type =
          switch (field.type().toString()) {
            case "decimal" -> KeyType.DECIMAL_EXACT;
            case "list<decimal>" -> KeyType.list(KeyType.DECIMAL_EXACT);
            default -> field.type();
          };
      schema.field(name, type, field.keyField(false).order());
      values.add(row.get(def.indexOf(name)));
    }
    return header + Bytes.toHex(schema.build().encode(values.toArray()));
  }

  private void compare(TableDef def, IndexLayout index, Map<String, String> expected) {
    Map<String, String> found = entries(Scan.over(KeySpace.range(index.def().id())));
    if (stamped) {
      found.replaceAll((key, value) -> value.matches("4100[0-9a-f]{16}") ? STAMP : value);
    }
    String where = "table " + def.name() + ", index " + index.def().text() + ": ";
    found.forEach(
        (key, value) -> {
          if (!expected.containsKey(key)) {
            problems.add(where + "dangling " + key);
          } else if (!expected.get(key).equals(value)) {
            problems.add(
                where + "wrong value of " + key + ": " + value + ", not " + expected.get(key));
          }
        });
    if (index.def().state() == IndexState.READABLE) {
      expected.forEach(
          (key, value) -> {
            if (!found.containsKey(key)) {
              problems.add(where + "missing " + key);
            }
          });
      if (index.isUnique() && !stamped) {
        unique(where, index, found);
      }
    }
  }

  private void unique(String where, IndexLayout index, Map<String, String> found) {
    Set<List<Object>> seen = new HashSet<>();
    found.forEach(
        (key, value) -> {
          byte[] bytes = Bytes.parseHex(key);
          byte[] header = Bytes.parseHex(value);
          List<Object> values =
              index
                  .key()
                  .schema()
                  .decode(Arrays.copyOfRange(bytes, index.key().prefixLength(), bytes.length))
                  .subList(0, index.declaredParts());
          boolean expired = new RowHeader().read(header, 0, header.length).isExpired(now);
          if (!expired && !values.contains(null) && !seen.add(values)) {
            problems.add(where + values + " twice");
          }
        });
  }
}
