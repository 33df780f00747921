package dev.keyfold.peers.phoenix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.codec.phoenix.PhoenixIndex;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random local indexes and indexes on views: our keys, from the DDL that Phoenix has run, are its
 * keys. {@code -Dseed=N} replays a run.
 */
class PhoenixIndexKindsTest {
  private static final int TABLES = 120;
  private static final int ROWS = 12;
  private static final HexFormat HEX = HexFormat.of();

  private PhoenixProcess phoenix;
  private KeyType idType;
  private long compared;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keysAreThoseOfPhoenix(boolean bigint) throws Exception {
    long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1_000_000_000_000L));
    System.out.println("local and view indexes of Phoenix with -Dseed=" + seed);
    idType = bigint ? KeyType.INT64 : KeyType.INT16;
    phoenix = new PhoenixProcess("phoenix.index.longViewIndex.enabled=" + bigint);
    try {
      Random random = new Random(seed);
      RandomTables tables = new RandomTables(random);
      for (int i = 0; i < TABLES; i++) {
        compare("K" + i, tables, random, seed);
      }
    } finally {
      phoenix.stop();
    }
    System.out.println("local and view indexes of Phoenix: " + compared + " rows compared");
    assertThat(compared).isGreaterThan(TABLES * ROWS / 2);
  }

  private void compare(String name, RandomTables tables, Random random, long seed) {
    KeySchema key;
    do {
      key = tables.key();
    } while (key.format() != KeyFormats.PHOENIX || RandomTables.losesZeros(key));
    List<KeyField> columns = tables.columns();
    boolean local = random.nextBoolean();
    boolean view = !local || random.nextBoolean();
    Object constant = view && random.nextBoolean() ? constant(key.field(0)) : null;
    List<KeyField> indexed = tables.indexed(key, columns);
    if (constant != null) {
      String fixed = key.field(0).name();
      indexed = indexed.stream().filter(column -> !column.name().equals(fixed)).toList();
    }
    if (indexed.isEmpty()) {
      return;
    }
    List<String> script = new ArrayList<>(List.of(Sql.table(name, key, columns)));
    String on = name;
    if (view) {
      on = name + "_V";
      String where =
          constant == null ? "" : " WHERE " + key.field(0).name() + " = " + sql(constant);
      script.add("CREATE VIEW " + on + " AS SELECT * FROM " + name + where);
    }
    script.add(Sql.index(local ? "LOCAL " : "", name + "_I", on, indexed));
    script.forEach(statement -> phoenix.must("ddl", statement));
    PhoenixIndex index = PhoenixDdl.parse(String.join(";\n", script), idType).index();
    for (int i = 0; i < ROWS; i++) {
      List<Object> values = tables.values(key.fields(), false);
      if (constant != null) {
        values.set(0, constant);
      }
      try {
        compareRow(on, name, key, columns, index, values, tables.values(columns, true));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "replay with -Dseed=%s: %s %s".formatted(seed, script, e.getMessage()), e);
      }
    }
  }

  /** A value that a view may fix a column to; null for types whose literals are too special. */
  private static Object constant(KeyField field) {
    return switch (field.type().kind()) {
      case STRING -> "q";
      case INT8, INT16, INT32 -> 7;
      case INT64 -> -7L;
      default -> null;
    };
  }

  private static String sql(Object constant) {
    return constant instanceof String ? "'" + constant + "'" : constant.toString();
  }

  /** DATE has a time, so the DDL says timestamp where the random table has date. */
  private static Object instant(Object value) {
    if (value instanceof List<?> list) {
      List<Object> instants = new ArrayList<>();
      list.forEach(element -> instants.add(instant(element)));
      return instants;
    }
    return value instanceof LocalDate date ? date.atStartOfDay(ZoneOffset.UTC).toInstant() : value;
  }

  private void compareRow(
      String on,
      String table,
      KeySchema key,
      List<KeyField> columns,
      PhoenixIndex index,
      List<Object> values,
      List<Object> further) {
    List<String> question = new ArrayList<>(List.of("row", on));
    Map<String, Object> row = new HashMap<>();
    // Phoenix counts ids from 0 for a SMALLINT and from the smallest number for a BIGINT.
    row.put(PhoenixIndex.ID, idType.equals(KeyType.INT16) ? 0 : Long.MIN_VALUE);
    for (int i = 0; i < key.size(); i++) {
      question.add(Sql.wire(key.field(i).type(), values.get(i)));
      row.put(key.field(i).name(), instant(values.get(i)));
    }
    for (int i = 0; i < columns.size(); i++) {
      question.add(Sql.wire(columns.get(i).type(), further.get(i)));
      row.put(columns.get(i).name(), instant(further.get(i)));
    }
    List<String> answer = phoenix.must(question.toArray(new String[0]));
    assertThat(answer).hasSize(3);
    byte[] data = HEX.parseHex(answer.get(1).substring(answer.get(1).indexOf('=') + 1));
    byte[] theirs = HEX.parseHex(answer.get(2).substring(answer.get(2).indexOf('=') + 1));
    assertThat(answer.get(2)).startsWith((index.isLocal() ? "" : "_IDX_") + table + "=");
    PhoenixIndex inRegion = index;
    if (index.isLocal() && key.shards() > 0) {
      // The start of a region, which here begins with its salt, is all that comes before our key.
      byte[] start = Arrays.copyOf(theirs, theirs.length - index.encode(row).length);
      inRegion = index.inRegion(start, new byte[0]);
    }
    byte[] ours = inRegion.encode(row);
    assertThat(HEX.formatHex(ours)).isEqualTo(HEX.formatHex(theirs));
    assertThat(HEX.formatHex(inRegion.tableRow(theirs))).isEqualTo(HEX.formatHex(data));
    compared++;
  }
}
