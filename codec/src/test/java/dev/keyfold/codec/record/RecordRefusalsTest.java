package dev.keyfold.codec.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.record.Nulls.Placement;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Record classes that are no keys are refused when the codec is made, with the component's name.
 */
class RecordRefusalsTest {
  enum Uncoded {
    @Code(1)
    ONE,
    TWO
  }

  enum Twice {
    @Code(1)
    ONE,
    @Code(1)
    OTHER
  }

  enum Empty {}

  record Node(int value, List<Node> children) {}

  record Left(Right right) {}

  record Right(@Nulls(Placement.FIRST) Left left) {}

  record Deep(List<List<List<List<List<List<List<List<Deeper>>>>>>>> deep) {}

  record Deeper(List<List<List<List<List<List<List<List<Integer>>>>>>>> deeper) {}

  record Box<T extends String>(T value) {}

  private static void refused(Class<? extends Record> type, String message) {
    Throwable thrown = catchThrowable(() -> KeyCodec.of(type));
    assertThat(thrown).isInstanceOf(KeySchemaException.class).hasMessage(message);
  }

  @Test
  void enumsNeedACodeOfTheirOwnForEveryConstant() {
    record A(int x, Uncoded status) {}
    record B(Twice status) {}
    record C(List<Empty> states) {}
    refused(
        A.class,
        "field status: found Uncoded.TWO without @Code, expected @Code(n) on every constant:"
            + " ordinals change when constants are moved");
    refused(
        B.class,
        "field status: found enum constant OTHER=1, expected a unique name and a unique code from 0"
            + " to 65535");
    refused(
        C.class,
        "field states: found enum(), expected at least one name with its code, as in"
            + " enum(NEW=1,PAID=2)");
  }

  @Test
  void typesThatKeysDoNotHold() {
    record A(Object any) {}
    record B(char c) {}
    record C(Map<String, String> map) {}
    record D(ZonedDateTime at) {}
    record E(List<int[]> numbers) {}
    record F(@SuppressWarnings("rawtypes") List raw) {}
    record G(List<?> any) {}
    record H(List<Character> characters) {}
    String known = "expected a type that keys can hold (see KeyCodec)";
    refused(A.class, "field any: found the Java type java.lang.Object, " + known);
    refused(B.class, "field c: found the Java type char, " + known);
    refused(C.class, "field map: found the Java type java.util.Map, " + known);
    refused(D.class, "field at: found the Java type java.time.ZonedDateTime, " + known);
    refused(E.class, "field numbers: found the Java type int[], " + known);
    refused(F.class, "field raw: found the Java type java.util.List, " + known);
    refused(
        G.class,
        "field any: found the Java type ?, expected a class; wildcards and type variables are not known");
    refused(H.class, "field characters: found the Java type java.lang.Character, " + known);
    refused(
        Box.class,
        "field value: found the Java type T, expected a class; wildcards and type variables are not known");
  }

  @Test
  void annotationsThatDoNotSuitTheType() {
    record A(@Nulls(Placement.FIRST) int number) {}
    record B(@Width(3) int number) {}
    record C(@Scale(2) String text) {}
    record D(@Unsigned String text) {}
    record E(@Width(0) String text) {}
    record F(@Scale(2) Instant at) {}
    record G(@Scale(value = 3, precision = 2) BigDecimal amount) {}
    record H(List<@Width(2) Integer> numbers) {}
    refused(A.class, "field number: found @Nulls on int, expected a type that can be null");
    refused(B.class, "field number: found @Width on int32, expected String or byte[]");
    refused(C.class, "field text: found @Scale on string, expected BigDecimal or Instant");
    refused(D.class, "field text: found @Unsigned on string, expected byte, short, int or long");
    refused(E.class, "field text: found string(0), expected a size from 1 to 1048576");
    refused(
        F.class,
        "field at: found timestamp(2), expected timestamp (millis), timestamp(6) or timestamp(9)");
    refused(
        G.class,
        "field amount: found decimal(2,3), expected decimal(p,s) with 1 <= p <= 600 and 0 <= s <= p");
    refused(H.class, "field numbers: found @Width on int32, expected String or byte[]");
  }

  @Test
  void addedComponentsAreNullableNullsFirstAndLast() {
    record A(int a, @Added Integer b) {}
    record B(int a, @Added @Nulls(Placement.LAST) Integer b) {}
    record C(int a, @Added @Nulls(Placement.FIRST) Integer b, int c) {}
    record D(@Added @Nulls(Placement.FIRST) Integer a) {}
    record Part(int a, @Added @Nulls(Placement.FIRST) Integer b) {}
    record E(Part part) {}
    String first =
        ", expected null first: keys written before the field existed end early and so sort first";
    refused(A.class, "field b: found an added field without null" + first);
    refused(B.class, "field b: found an added field with null last" + first);
    refused(
        C.class,
        "field c: found a field after an added one, expected added fields only at the end of the"
            + " key");
    refused(
        D.class,
        "field a: found an added field at the start, expected at least one field before it");
    refused(
        E.class,
        "field b: found an added field inside a tuple, expected added fields only at the end of the key");
  }

  @Test
  void recordsThatContainThemselvesOrNothing() {
    record None() {}
    refused(None.class, "found 0 fields, expected 1 to 256 fields, as in 'id int64, name string'");
    String levels = " nested deeper, expected at most 16 levels";
    refused(Node.class, "field children: found java.util.List" + levels);
    refused(Left.class, "field right: found " + Right.class.getName() + levels);
    refused(Deep.class, "field deeper: found java.util.List" + levels);
    assertThat(KeyCodec.of(Deeper.class).schema().size()).isEqualTo(1);
  }
}
