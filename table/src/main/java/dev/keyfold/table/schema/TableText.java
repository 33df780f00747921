package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.TableDef.StoredField;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.KeyText;
import dev.keyfold.table.where.Where;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table definition as lines of text: what the catalog keeps, and what people can read.
 *
 * <pre>
 *   table 1 orders
 *   layout 2
 *   next-field 6
 *   field 1 user_id string
 *   field 2 order_date timestamp
 *   field 5 note string null
 *   key user_id, order_date desc
 *   shards 256 1
 *   option versioned true
 *   index 2 readable by_day: day(order_date) include note
 *   index-shards 2 16 1
 *   stored 1 4 amount decimal(10,2)
 *   stored 2 5 note string null first
 * </pre>
 *
 * <p>Also {@code key-added N}: the last N key fields were added to keys that exist without them;
 * {@code primary ID}: records are no longer under the table's own id; {@code next-key ID SHARDS
 * BY}: the primary key that is being built beside the old one; {@code format NAME}: primary keys
 * are not in the native format. A view has {@code source URL} and {@code source-values FORM}, and
 * perhaps {@code source-where CONDITIONS} and {@code source-skips bad}. Versions that do not know
 * these lines refuse to read the definition, and so never read the keys wrongly. A line {@code
 * stored LAYOUT ID FIELD} is one field of the values of a layout, in order. Layouts are numbered
 * from 1 to the current one without a gap, so one that no line mentions holds no field: all are in
 * the key. See {@link CatalogLines} for {@code escaped LINE}, {@link DefinitionChecksum} for what
 * the catalog has on its second line.
 */
final class TableText {
  /** Most layouts, so that a damaged number costs no memory. Each change of fields makes one. */
  private static final int MOST_LAYOUTS = 100_000;

  /** What a view may pass over. */
  private static final String SKIPPED = "bad";

  private TableText() {}

  static String print(TableDef def) {
    StringBuilder out = new StringBuilder();
    line(out, "table " + def.id() + " " + def.name());
    line(out, "layout " + def.layout());
    line(out, "next-field " + def.nextField());
    def.fields().forEach(field -> line(out, "field " + field.id() + " " + print(field)));
    line(out, "key " + def.key());
    PrimaryDef primary = def.primary();
    if (primary.added() > 0) {
      line(out, "key-added " + primary.added());
    }
    if (def.shards() > 0) {
      line(out, "shards " + def.shards() + " " + def.shardBy());
    }
    if (primary.keyId() != def.id()) {
      line(out, "primary " + primary.keyId());
    }
    if (primary.next() != null) {
      PrimaryDef.Next next = primary.next();
      line(out, "next-key " + next.id() + " " + next.shards() + " " + next.shardBy());
    }
    if (!primary.format().equals(PrimaryDef.NATIVE)) {
      line(out, "format " + primary.format());
    }
    SourceDef source = primary.source();
    if (source != null) {
      line(out, "source " + source.url());
      line(out, "source-values " + source.values());
      if (!source.where().isEmpty()) {
        line(out, "source-where " + source.where());
      }
      if (source.skipping()) {
        line(out, "source-skips " + SKIPPED);
      }
    }
    new TreeMap<>(def.options())
        .forEach((name, value) -> line(out, "option " + name + " " + value));
    for (IndexDef index : def.indexes()) {
      line(out, "index " + index.id() + " " + index.state().word() + " " + index.text());
      if (index.shards() > 0) {
        line(out, "index-shards " + index.id() + " " + index.shards() + " " + index.shardBy());
      }
    }
    new TreeMap<>(def.layouts())
        .forEach(
            (number, fields) ->
                fields.forEach(
                    stored ->
                        line(
                            out,
                            "stored "
                                + number
                                + " "
                                + stored.field().id()
                                + " "
                                + print(stored.field()))));
    return out.toString();
  }

  private static String print(FieldDef field) {
    return field.keyField(false).toString();
  }

  private static void line(StringBuilder out, String line) {
    CatalogLines.append(out, line);
  }

  /**
   * Reads what {@link #print} wrote, with or without a checksum; whatever else it finds means a
   * damaged or newer catalog, and is a {@link TableException} that says what is wrong in one line.
   */
  static TableDef parse(String text) {
    try {
      return new Parser().read(text);
    } catch (TableException e) {
      throw e;
    } catch (RuntimeException e) { // damaged bytes may trip any check of what they are made into
      throw new TableException("the definition cannot be read: " + e.getMessage(), e);
    }
  }

  private static final class Parser {
    private int id;
    private @Nullable String name;
    private int layout;
    private int nextField;
    private final List<FieldDef> fields = new ArrayList<>();
    private @Nullable KeyText key;
    private int added;
    private int keyId;
    private PrimaryDef.@Nullable Next next;
    private int shards;
    private int shardBy;
    private String format = PrimaryDef.NATIVE;
    private @Nullable String url;
    private @Nullable String values;
    private Where where = Where.ALL;
    private boolean skipping;
    private final Map<String, String> options = new TreeMap<>();
    private final List<IndexDef> indexes = new ArrayList<>();
    private final Map<Integer, List<StoredField>> layouts = new TreeMap<>();

    TableDef read(String text) {
      CatalogLines.split(DefinitionChecksum.verify(text)).forEach(this::line);
      if (id <= 0 || name == null) {
        throw lacks("a line 'table ID NAME'");
      }
      if (key == null) {
        throw lacks("a line 'key FIELDS'");
      }
      checkComplete();
      for (int number = 1; number <= layout; number++) {
        layouts.computeIfAbsent(number, missing -> new ArrayList<>());
      }
      return new TableDef(
          id,
          name,
          layout,
          nextField,
          fields,
          key,
          shards,
          shardBy,
          options,
          indexes,
          layouts,
          new PrimaryDef(keyId == 0 ? id : keyId, added, next, format, source()));
    }

    private @Nullable SourceDef source() {
      if (url == null || values == null) {
        require(url == null && values == null, "one of the lines 'source' and 'source-values'");
        require(where.isEmpty() && !skipping, "a line 'source URL'");
        return null;
      }
      return new SourceDef(url, values, where, skipping);
    }

    private void checkComplete() {
      require(!fields.isEmpty(), "a line 'field ID FIELD'");
      int last = layouts.isEmpty() ? 1 : Collections.max(layouts.keySet());
      require(
          layout >= last && layout <= MOST_LAYOUTS,
          "a line 'layout NUMBER' with a number from " + last + " to " + MOST_LAYOUTS);
      int highest = fields.stream().mapToInt(FieldDef::id).max().orElse(0);
      require(nextField > highest, "a line 'next-field ID' with an id above " + highest);
      checkIds();
    }

    /** An id that is out of range, or given twice, would lead to the entries of something else. */
    private void checkIds() {
      Set<Integer> spaces = new HashSet<>();
      checkSpace(spaces, keyId == 0 ? id : keyId, "primary key");
      if (next != null) {
        checkSpace(spaces, next.id(), "next primary key");
      }
      indexes.forEach(index -> checkSpace(spaces, index.id(), "index " + index.name()));
      Set<Integer> known = new HashSet<>();
      for (FieldDef field : fields) {
        if (field.id() < 1 || !known.add(field.id())) {
          throw new TableException(
              "the definition gives field "
                  + field.name()
                  + " the id "
                  + field.id()
                  + ", which is no id or that of another field");
        }
      }
    }

    private static void checkSpace(Set<Integer> spaces, int id, String owner) {
      if (!KeySpace.isId(id) || !spaces.add(id)) {
        throw new TableException(
            "the definition gives the "
                + owner
                + " the id "
                + id
                + ", which is no id or that of another key");
      }
    }

    private static void require(boolean holds, String expected) {
      if (!holds) {
        throw lacks(expected);
      }
    }

    private static TableException lacks(String expected) {
      return new TableException("the definition lacks " + expected);
    }

    private void line(String line) {
      String[] words = line.split(" ", 2);
      if (words.length < 2) {
        throw unknown(line);
      }
      String rest = words[1];
      switch (words[0]) {
        case "table" -> {
          id = number(rest, 0);
          name = rest(rest, 1);
        }
        case "layout" -> layout = Integer.parseInt(rest); // a damaged checksum is no number
        case "next-field" -> nextField = number(rest, 0);
        case "field" -> fields.add(field(number(rest, 0), rest(rest, 1)));
        case "key" -> key = KeyText.parse(rest);
        case "key-added" -> added = number(rest, 0);
        case "primary" -> keyId = number(rest, 0);
        case "next-key" ->
            next = new PrimaryDef.Next(number(rest, 0), number(rest, 1), number(rest, 2));
        case "shards" -> {
          shards = number(rest, 0);
          shardBy = number(rest, 1);
        }
        case "format" -> format = KeyFormats.named(rest).name();
        case "source" -> url = rest;
        case "source-values" -> values = rest;
        case "source-where" -> where = Where.parse(rest);
        case "source-skips" -> skipping = skips(rest);
        case "option" -> options.put(rest.split(" ", 2)[0], rest(rest, 1));
        case "index" ->
            indexes.add(
                new IndexDef(
                    number(rest, 0),
                    state(rest.split(" ", 3)[1]),
                    IndexText.parse(rest(rest, 2)),
                    0,
                    0));
        case "index-shards" ->
            indexes.replaceAll(
                index ->
                    index.id() == number(rest, 0)
                        ? new IndexDef(
                            index.id(),
                            index.state(),
                            index.text(),
                            number(rest, 1),
                            number(rest, 2))
                        : index);
        case "stored" ->
            layouts
                .computeIfAbsent(number(rest, 0), number -> new ArrayList<>())
                .add(new StoredField(field(number(rest, 1), rest(rest, 2))));
        case CatalogLines.ESCAPED -> line(CatalogLines.unescape(rest));
        default -> throw unknown(line);
      }
    }

    private static boolean skips(String what) {
      if (!what.equals(SKIPPED)) {
        throw unknown("source-skips " + what);
      }
      return true;
    }

    private static TableException unknown(String line) {
      return new TableException(
          "the definition has a line that this version does not know: '"
              + line
              + "'; it is damaged, or a newer version wrote it");
    }

    private static IndexState state(String word) {
      IndexState state = IndexState.of(word);
      if (state == null) {
        throw new TableException(
            "the definition has an index in the state '"
                + word
                + "', expected one of readable, write-only, disabled");
      }
      return state;
    }

    private static FieldDef field(int id, String text) {
      KeyField field = KeySchema.parseFields(text).get(0);
      return new FieldDef(id, field.name(), field.type(), field.order().isNullable());
    }

    private static int number(String text, int word) {
      return Integer.parseInt(text.split(" ", word + 2)[word]);
    }

    private static String rest(String text, int fromWord) {
      return text.split(" ", fromWord + 1)[fromWord];
    }
  }
}
