package dev.keyfold.table.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TestStores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was exported is imported as it was, for values of every type. */
class RoundTripTest {
  private static final String FIELDS =
      "k int32, bo bool null, i8 int8 null, i64 int64 null, u64 uint64 null, big integer null, fl"
          + " float null, db double null, de decimal null, sc decimal(12,3) null, st string null,"
          + " by bytes null, uu uuid null, da date null, ti time null, ts timestamp null, ns"
          + " timestamp(9) null, en enum(A=1,B=2) null, li list<string null first> null, tu"
          + " tuple<a int32, b string> null";

  private static final String ALPHABET = "ab,\"\\'\n\r\t\u0000 \u00e4\u20ac\ufeff\u2028";

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyType(boolean csv) throws IOException {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    try (Store store = TestStores.open();
        Store copy = TestStores.open()) {
      Table<Row> table = Loads.create(store, FIELDS, "k");
      for (int i = 0; i < 3000; i++) {
        table.put(Row.of(table.definition(), row(i, random)));
      }
      byte[] text = Loads.export(table, csv);
      Table<Row> other = Loads.create(copy, FIELDS, "k desc");
      LoadProgress progress =
          new Import(copy, other, new Strict())
              .run(
                  Loads.reader(other.definition(), new ByteArrayInputStream(text), csv),
                  null,
                  LoadProgress.NONE);
      assertThat(progress)
          .as("-Dseed=%d\n%s", seed, new String(text, StandardCharsets.UTF_8))
          .isEqualTo(new LoadProgress(3000, 0, progress.position()));
      for (int i = 0; i < 3000; i++) {
        assertThat(other.get(i)).as("-Dseed=%d, row %d", seed, i).isEqualTo(table.get(i));
      }
      // Sorted the other way round; as text the same again.
      List<String> lines = lines(text);
      List<String> again = lines(Loads.export(other, csv));
      lines.sort(null);
      again.sort(null);
      assertThat(again).isEqualTo(lines);
    }
  }

  private static List<String> lines(byte[] text) {
    return Arrays.asList(new String(text, StandardCharsets.UTF_8).split("\n", -1));
  }

  private static final class Strict implements Import.Listener {
    @Override
    public void progress(LoadProgress progress) {}

    @Override
    public void bad(long line, String message) {
      throw new AssertionError("line " + line + ": " + message);
    }
  }

  private static Map<String, Object> row(int key, Random random) {
    Map<String, Object> row = new HashMap<>();
    row.put("k", key);
    row.put("bo", random.nextBoolean());
    row.put("i8", random.nextInt(256) - 128);
    row.put("i64", random.nextLong() >> random.nextInt(64));
    row.put("u64", new BigInteger(random.nextInt(65), random));
    row.put("big", new BigInteger(random.nextInt(300), random).negate());
    row.put("fl", Float.intBitsToFloat(random.nextInt()));
    row.put("db", Double.longBitsToDouble(random.nextLong()));
    row.put(
        "de", new BigDecimal(new BigInteger(random.nextInt(90), random), random.nextInt(99) - 49));
    row.put("sc", BigDecimal.valueOf(random.nextInt(), 3));
    row.put("st", text(random));
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    row.put("by", bytes);
    row.put("uu", new UUID(random.nextLong(), random.nextLong()));
    row.put("da", LocalDate.ofEpochDay(random.nextInt(200_000) - 100_000));
    row.put("ti", LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)));
    row.put("ts", Instant.ofEpochMilli(random.nextLong() >> (random.nextInt(40) + 12)));
    row.put("ns", Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)));
    row.put("en", random.nextBoolean() ? "A" : "B");
    row.put("li", Arrays.asList(text(random), null, text(random)).subList(0, random.nextInt(4)));
    row.put("tu", List.of(random.nextInt(), text(random)));
    row.replaceAll((name, value) -> !name.equals("k") && random.nextInt(6) == 0 ? null : value);
    return row;
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return random.nextInt(20) == 0 ? "null" : text.toString();
  }
}
