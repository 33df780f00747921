package dev.keyfold.table.where;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.contains;
import static dev.keyfold.table.where.Conditions.eq;
import static dev.keyfold.table.where.Conditions.ge;
import static dev.keyfold.table.where.Conditions.gt;
import static dev.keyfold.table.where.Conditions.in;
import static dev.keyfold.table.where.Conditions.isNotNull;
import static dev.keyfold.table.where.Conditions.isNull;
import static dev.keyfold.table.where.Conditions.le;
import static dev.keyfold.table.where.Conditions.lt;
import static dev.keyfold.table.where.Conditions.ne;
import static dev.keyfold.table.where.Conditions.notIn;
import static dev.keyfold.table.where.Conditions.startsWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static void assertPrints(Condition condition, String text) {
    assertThat(condition).hasToString(text);
    assertThat(condition.at()).isEqualTo(-1);
    Condition read = Where.parse(text).conditions().get(0);
    assertThat(read.expression()).isEqualTo(condition.expression());
    assertThat(read.operator()).isEqualTo(condition.operator());
    assertThat(read.values()).hasSameSizeAs(condition.values());
  }

  @Test
  void everyOperatorCanBeBuilt() {
    assertPrints(eq("a", 1), "a = 1");
    assertPrints(ne("a", 1), "a != 1");
    assertPrints(lt("a", 1), "a < 1");
    assertPrints(le("a", 1), "a <= 1");
    assertPrints(gt("a", 1), "a > 1");
    assertPrints(ge("a", 1), "a >= 1");
    assertPrints(between("a", 1, 2), "a between 1 and 2");
    assertPrints(in("a", 1, "x"), "a in (1, 'x')");
    assertPrints(in("a", List.of(1, 2)), "a in (1, 2)");
    assertPrints(notIn("a", 1, 2), "a not in (1, 2)");
    assertPrints(notIn("a", List.of(1)), "a not in (1)");
    assertPrints(isNull("a"), "a is null");
    assertPrints(isNotNull("a"), "a is not null");
    assertPrints(startsWith("a", "50%_'\\"), "a like '50\\%\\_''\\\\%'");
    assertPrints(startsWith("a", new byte[] {1, -1}), "a like '01ff%'");
    assertPrints(contains("tags", "x"), "tags contains 'x'");
    assertPrints(eq("LOWER( email )", "bob"), "lower(email) = 'bob'");
    assertThat(Where.of(eq("a", 1), isNull("b"))).hasToString("a = 1 and b is null");
  }

  @Test
  void everyValueCanBePrinted() {
    assertPrints(eq("a", "it's"), "a = 'it''s'");
    assertPrints(eq("a", CharBuffer.wrap("x")), "a = 'x'");
    assertPrints(eq("a", true), "a = true");
    assertPrints(eq("a", (byte) -1), "a = -1");
    assertPrints(eq("a", (short) 2), "a = 2");
    assertPrints(eq("a", 3L), "a = 3");
    assertPrints(eq("a", BigInteger.TWO.pow(70)), "a = 1180591620717411303424");
    assertPrints(eq("a", new BigDecimal("2.50")), "a = 2.50");
    assertPrints(eq("a", 1.5f), "a = 1.5");
    assertPrints(eq("a", 1e30), "a = 1.0E30");
    assertPrints(eq("a", -0.0), "a = -0.0");
    assertPrints(eq("a", Double.NaN), "a = 'NaN'");
    assertPrints(eq("a", Float.NEGATIVE_INFINITY), "a = '-Infinity'");
    assertPrints(eq("a", new byte[] {0, -1}), "a = x'00ff'");
    assertPrints(eq("a", new UUID(1, 2)), "a = '00000000-0000-0001-0000-000000000002'");
    assertPrints(eq("a", LocalDate.of(2025, 1, 17)), "a = '2025-01-17'");
    assertPrints(eq("a", LocalTime.of(8, 0)), "a = '08:00'");
    Instant instant = Instant.parse("2025-01-17T08:00:00Z");
    assertPrints(eq("a", instant), "a = '2025-01-17T08:00:00Z'");
    assertThat(eq("a", instant.atOffset(ZoneOffset.ofHours(2)))).isEqualTo(eq("a", instant));
    assertThat(eq("a", instant.atZone(ZoneOffset.UTC))).isEqualTo(eq("a", instant));
    assertPrints(eq("a", TimeUnit.DAYS), "a = 'DAYS'");
    assertPrints(eq("a", Arrays.asList(1, null, List.of("x"))), "a = [1, null, ['x']]");
    assertPrints(eq("a", new Object[] {1, new byte[] {2}}), "a = [1, x'02']");
  }

  @Test
  void equalityIsOfMeaningNotOfPlace() {
    assertThat(Where.parse("a = 1")).isEqualTo(Where.parse("   a   =   1"));
    assertThat(eq("a", 1)).isEqualTo(eq("a", 1L)).hasSameHashCodeAs(eq("a", BigInteger.ONE));
    assertThat(eq("a", new byte[] {1})).isEqualTo(eq("a", new byte[] {1}));
    assertThat(eq("a", 1)).isNotEqualTo(eq("a", "1")).isNotEqualTo(eq("b", 1));
    assertThat(eq("a", 1)).isNotEqualTo(ne("a", 1)).isNotEqualTo(eq("f(a)", 1));
    // The same text, but a timestamp(6) reads them as different instants.
    assertThat(eq("a", 1)).isNotEqualTo(Where.parse("a = 1").conditions().get(0));
  }

  @Test
  void valuesAreCopied() {
    byte[] bytes = {1};
    Object[] list = {1};
    Condition condition = in("a", bytes, (Object) list);
    bytes[0] = 2;
    list[0] = 2;
    assertThat(condition).hasToString("a in (x'01', [1])");
  }

  @Test
  void emptyListsAreForCodeOnly() {
    assertThat(in("a", List.of()).values()).isEmpty();
    assertThat(notIn("a", List.of()).values()).isEmpty();
  }

  @Test
  void refusesWhatNoFieldHolds() {
    assertThatThrownBy(() -> eq("a", null))
        .hasMessage(
            "field a: found null, expected a value: comparisons never match null; use isNull or"
                + " isNotNull");
    assertThatThrownBy(() -> in("a", Arrays.asList(1, null))).hasMessageContaining("found null");
    assertThatThrownBy(
            () ->
                eq(
                    "lower(a)",
                    new Object() {
                      @Override
                      public String toString() {
                        return "thing";
                      }
                    }))
        .hasMessageStartingWith("field a: found thing (), expected a value of a field: text, a");
    assertThatThrownBy(() -> eq("a = 1", 1)).hasMessage("at offset 2: found '=', expected the end");
    assertThatThrownBy(() -> eq("each(tags)", 1)).hasMessageContaining("'tags contains ...'");
    assertThatThrownBy(() -> between("a", 1, 2).value()).hasMessageStartingWith("2 values");
  }
}
