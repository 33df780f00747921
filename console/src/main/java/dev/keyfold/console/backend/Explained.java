package dev.keyfold.console.backend;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.structures.StructureKeys;
import dev.keyfold.table.schema.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key split into its parts: of a table, an index, a structure, the catalog, or a schema given by
 * the user.
 */
public final class Explained {
  private final byte[] key;
  private final String what;
  private final @Nullable KeySchema schema;
  private final List<KeyPart> parts;
  private final List<String> values;
  private final @Nullable String error;

  private Explained(
      byte[] key,
      String what,
      @Nullable KeySchema schema,
      List<KeyPart> parts,
      List<String> values,
      @Nullable String error) {
    this.key = key;
    this.what = what;
    this.schema = schema;
    this.parts = parts;
    this.values = values;
    this.error = error;
  }

  /** A key of a schema. */
  public static Explained of(byte[] key, KeySchema schema) {
    KeyExplanation explanation = new KeyExplainer(schema).explain(key);
    KeyException wrong = explanation.error();
    return new Explained(
        key,
        "key of the given schema",
        schema,
        explanation.parts(),
        wrong == null ? values(schema, key) : List.of(),
        wrong == null ? null : wrong.getMessage());
  }

  /** A key of the store. */
  public static Explained of(byte[] key, Places.Place place) {
    return switch (place.kind()) {
      case RECORDS, INDEX -> ofLayout(key, place);
      case STRUCTURES -> ofStructure(key);
      case CATALOG -> plain(key, place.describe(), catalogKind(key[0]));
      case UNKNOWN -> plain(key, place.describe(), null);
    };
  }

  private static Explained ofLayout(byte[] key, Places.Place place) {
    KeyLayout layout = place.keys();
    int shift = layout.prefixLength();
    Explained inner = of(Arrays.copyOfRange(key, shift, key.length), layout.schema());
    List<KeyPart> parts = new ArrayList<>();
    parts.add(
        new KeyPart(
            0,
            shift,
            -1,
            "id",
            KeyPart.Role.MARKER,
            (place.kind() == Places.Kind.INDEX ? "index " : "table ") + place.title()));
    for (KeyPart part : inner.parts) {
      parts.add(
          new KeyPart(
              part.offset() + shift,
              part.length(),
              part.field(),
              part.name(),
              part.role(),
              part.text()));
    }
    return new Explained(key, place.describe(), inner.schema, parts, inner.values, inner.error);
  }

  private static Explained ofStructure(byte[] key) {
    List<KeyPart> parts = new ArrayList<>();
    List<StructureKeys.Part> found = StructureKeys.explain(key);
    int field = 0;
    String error = null;
    for (StructureKeys.Part part : found) {
      KeyPart.Role role =
          switch (part.role()) {
            case SPACE -> KeyPart.Role.MARKER;
            case NUMBER, VALUE -> KeyPart.Role.VALUE;
            case MALFORMED -> KeyPart.Role.MALFORMED;
          };
      error = role == KeyPart.Role.MALFORMED ? part.text() : error;
      int at = part.offset();
      String text =
          part.text().isEmpty()
              ? "'" + KeyInput.escaped(key, at, at + part.length()) + "'"
              : part.text();
      parts.add(
          new KeyPart(
              at,
              part.length(),
              role == KeyPart.Role.VALUE ? field++ : -1,
              part.name(),
              role,
              text));
    }
    return new Explained(key, "structure: " + found.get(0).text(), null, parts, List.of(), error);
  }

  private static Explained plain(byte[] key, String what, @Nullable String first) {
    List<KeyPart> parts = new ArrayList<>();
    int at = 0;
    if (first != null) {
      parts.add(new KeyPart(0, 1, -1, "kind", KeyPart.Role.MARKER, first));
      at = 1;
    }
    if (at < key.length) {
      parts.add(
          new KeyPart(
              at,
              key.length - at,
              first == null ? -1 : 0,
              "bytes",
              KeyPart.Role.VALUE,
              "'" + KeyInput.escaped(key, at, key.length) + "'"));
    }
    return new Explained(key, what, null, parts, List.of(), null);
  }

  private static String catalogKind(byte kind) {
    return switch (kind) {
      case 0 -> "format version";
      case 1 -> "definition of a table";
      case 2 -> "next id";
      case 3 -> "progress of a build";
      case 4 -> "statistics of a table";
      case 5 -> "query log of a table";
      case 6 -> "data of a dropped table or index";
      case 7 -> "progress of an import";
      default -> "unused";
    };
  }

  private static List<String> values(KeySchema schema, byte[] key) {
    List<Object> decoded = schema.decode(key);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < decoded.size(); i++) {
      texts.add(ValueText.print(schema.field(i).type(), decoded.get(i)));
    }
    return texts;
  }

  byte[] key() {
    return key;
  }

  /** The part that contains the byte; null after the end. */
  @Nullable KeyPart partAt(int offset) {
    for (KeyPart part : parts) {
      if (offset >= part.offset() && offset < part.end()) {
        return part;
      }
    }
    return null;
  }

  /** The field of the schema with that number; null if it does not exist or no schema is known. */
  @Nullable KeyField field(int number) {
    return schema == null || number < 0 || number >= schema.size() ? null : schema.field(number);
  }

  /** The name of a field, from its parts where there is no schema. */
  String nameOf(int number) {
    return parts.stream()
        .filter(part -> part.field() == number)
        .map(KeyPart::name)
        .findFirst()
        .orElseGet(() -> schemaName(number));
  }

  private String schemaName(int number) {
    KeyField field = field(number);
    return field == null ? "field " + number : field.name();
  }

  /** The value of a field, in words; its bytes if it has none. */
  String valueOf(int number) {
    if (number >= 0 && number < values.size()) {
      return values.get(number);
    }
    return parts.stream()
        .filter(part -> part.field() == number && part.role() == KeyPart.Role.VALUE)
        .map(KeyPart::text)
        .findFirst()
        .orElse("");
  }

  /** Everything, as JSON. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("hex", Bytes.toHex(key));
    json.put("escaped", KeyInput.escaped(key));
    json.put("length", key.length);
    json.put("what", what);
    json.put("schema", schema == null ? null : schema.toString());
    json.put("format", schema == null ? null : schema.format().toString());
    json.put("shards", schema == null ? 0 : schema.shards());
    json.put("error", error);
    json.put("parts", parts.stream().map(Explained::json).toList());
    json.put("fields", fields());
    return json;
  }

  /** Only the parts, for keys that are shown next to others. */
  public Map<String, Object> brief() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("hex", Bytes.toHex(key));
    json.put("parts", parts.stream().map(Explained::json).toList());
    json.put("values", values);
    return json;
  }

  private static Map<String, Object> json(KeyPart part) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("offset", part.offset());
    json.put("length", part.length());
    json.put("field", part.field());
    json.put("name", part.name());
    json.put("role", part.role().name().toLowerCase(Locale.ROOT));
    json.put("text", part.text());
    return json;
  }

  private List<Object> fields() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; schema != null && i < schema.size(); i++) {
      KeyField field = schema.field(i);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("name", field.name());
      json.put("type", field.type().toString());
      json.put("descending", field.order().isDescending());
      json.put("nullable", field.order().isNullable());
      json.put("value", i < values.size() ? values.get(i) : null);
      list.add(json);
    }
    return list;
  }
}
