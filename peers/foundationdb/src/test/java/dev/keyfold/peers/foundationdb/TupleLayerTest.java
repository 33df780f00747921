package dev.keyfold.peers.foundationdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.tuple.Tuples;
import dev.keyfold.codec.tuple.Versionstamp;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same bytes as FoundationDB, and the same values from them. */
class TupleLayerTest {
  private static final int TUPLES = 20_000;
  private static final int SCHEMAS = 1_000;
  private static final int ROWS = 10;

  private final long[] bytes = new long[1];

  @Test
  void tuplesWithoutASchema() {
    int[] tuples = {0};
    Seeds.each(
        random -> {
          RandomItems items = new RandomItems(random);
          for (int i = 0; i < TUPLES; i++) {
            List<Object> ours = items.tuple();
            checkTuple(ours, Theirs.tuple(ours));
            tuples[0]++;
          }
        });
    System.out.println(
        "peers: "
            + tuples[0]
            + " tuples without a schema, packed, unpacked and as ranges, "
            + bytes[0]
            + " bytes");
  }

  private void checkTuple(List<Object> ours, Tuple theirs) {
    byte[] packed = theirs.pack();
    bytes[0] += packed.length;

    assertThat(Tuples.pack(ours)).as("%s", ours).isEqualTo(packed);
    assertThat(Theirs.text(Tuples.unpack(packed)))
        .isEqualTo(Theirs.text(Tuple.fromBytes(packed).getItems()))
        .isEqualTo(Theirs.text(ours));
    assertThat(Theirs.text(Tuple.fromBytes(Tuples.pack(ours)).getItems()))
        .isEqualTo(Theirs.text(ours));

    Range range = theirs.range();
    KeyRange same = Tuples.range(ours);
    assertThat(same.start()).isEqualTo(range.begin);
    assertThat(same.end()).isEqualTo(range.end);
  }

  /** They read more than we do (longer forms of integers, text that is none), never otherwise. */
  @Test
  void damagedTuplesAreReadAlikeOrRefused() {
    int[] counts = {0, 0};
    Seeds.each(
        random -> {
          RandomItems items = new RandomItems(random);
          for (int i = 0; i < TUPLES; i++) {
            byte[] damaged = Tuples.pack(items.tuple());
            if (damaged.length > 0) {
              damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            counts[0]++;
            counts[1] += checkBytes(damaged) ? 1 : 0;
          }
        });
    System.out.println("peers: " + counts[0] + " damaged tuples, " + counts[1] + " of them read");
  }

  private static boolean checkBytes(byte[] bytes) {
    List<Object> ours;
    try {
      ours = Tuples.unpack(bytes);
    } catch (KeyFormatException e) {
      return false;
    }
    assertThat(Theirs.text(Tuple.fromBytes(bytes).getItems())).isEqualTo(Theirs.text(ours));
    assertThat(Theirs.tuple(ours).pack()).isEqualTo(bytes);
    return true;
  }

  @Test
  void orderOfTuples() {
    int[] pairs = {0};
    Seeds.each(
        random -> {
          RandomItems items = new RandomItems(random);
          for (int i = 0; i < TUPLES; i++) {
            List<Object> a = items.tuple();
            List<Object> b = new ArrayList<>(a);
            b.addAll(items.tuple());
            int theirs = Integer.signum(Theirs.tuple(a).compareTo(Theirs.tuple(b)));
            int ours = Integer.signum(Arrays.compareUnsigned(Tuples.pack(a), Tuples.pack(b)));
            assertThat(ours).as("%s %s", a, b).isEqualTo(theirs);
            pairs[0]++;
          }
        });
    System.out.println("peers: " + pairs[0] + " pairs in order");
  }

  @Test
  void tuplesWithAVersionstampToCome() {
    int[] tuples = {0};
    Seeds.each(
        random -> {
          RandomItems items = new RandomItems(random);
          for (int i = 0; i < TUPLES / 4; i++) {
            List<Object> ours = new ArrayList<>(items.tuple());
            Object stamp = Versionstamp.incomplete(items.user());
            Object item = random.nextBoolean() ? stamp : Arrays.asList(1L, null, stamp);
            ours.add(random.nextInt(ours.size() + 1), item);
            byte[] prefix = items.bytes(random.nextInt(4));

            byte[] packed = Theirs.tuple(ours).packWithVersionstamp();
            assertThat(Tuples.packWithVersionstamp(ours)).as("%s", ours).isEqualTo(packed);
            assertThat(Theirs.text(Tuples.unpackWithVersionstamp(packed)))
                .isEqualTo(Theirs.text(ours));
            assertThat(Tuples.packWithVersionstamp(prefix, ours))
                .isEqualTo(Theirs.tuple(ours).packWithVersionstamp(prefix));
            tuples[0]++;
          }
        });
    System.out.println("peers: " + tuples[0] + " tuples with an incomplete versionstamp");
  }

  @Test
  void rowsOfSchemas() {
    int[] counts = {0, 0};
    Seeds.each(
        random -> {
          RandomRows rows = new RandomRows(random);
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = rows.schema();
            for (int j = 0; j < ROWS; j++) {
              checkRow(schema, rows.row(schema.fields()), random);
              counts[1]++;
            }
            counts[0]++;
          }
        });
    System.out.println("peers: " + counts[1] + " rows of " + counts[0] + " schemas");
  }

  private static void checkRow(KeySchema schema, List<Object> row, Random random) {
    Tuple theirs = Theirs.tuple(row);
    byte[] packed = theirs.pack();

    assertThat(schema.encode(row.toArray())).as("%s: %s", schema, row).isEqualTo(packed);
    assertThat(Theirs.text(schema.decode(packed))).as("%s", schema).isEqualTo(Theirs.text(row));
    assertThat(Theirs.text(Tuple.fromBytes(schema.encode(row.toArray())).getItems()))
        .isEqualTo(Theirs.text(RandomRows.untyped(row)));

    // The keys below some leading fields: FoundationDB's range, but for the tuple of those alone.
    int fields = random.nextInt(schema.size());
    var selection = schema.select();
    for (int i = 0; i < fields; i++) {
      selection.eq(schema.field(i).name(), row.get(i));
    }
    Range range = Theirs.tuple(row.subList(0, fields)).range();
    KeyRange ours = selection.ranges().get(0);
    assertThat(ours.end()).isEqualTo(range.end);
    assertThat(ours.start()).isEqualTo(Arrays.copyOf(range.begin, range.begin.length - 1));
    assertThat(ours.contains(packed)).isTrue();
  }

  /** What theirs does to a decimal, and ours does not. */
  @Test
  void aDecimalIsCutByThemAndRefusedByUs() {
    BigDecimal decimal = new BigDecimal("1.9");

    assertThat(Tuple.from(decimal).pack()).isEqualTo(Tuple.from(1).pack());
    assertThatThrownBy(() -> Tuples.pack(decimal)).isInstanceOf(KeyValueException.class);
  }
}
