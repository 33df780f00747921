package dev.keyfold.codec.record;

import dev.keyfold.codec.record.Nulls.Placement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;

/** Record classes with components of every kind. */
final class Records {
  static final List<Class<? extends Record>> ALL =
      List.of(Primitives.class, Boxes.class, Objects.class, Nested.class, Point.class, Wide.class);

  private Records() {}

  enum Status {
    @Code(7)
    NEW,
    @Code(3)
    PAID {
      @Override
      public String toString() {
        return "a constant with a body, and a text that is not its name";
      }
    },
    @Code(65_535)
    GONE
  }

  record Point(int x, @Desc @Nulls(Placement.LAST) String label) {}

  // Private, so that the generated classes must be nest mates.
  private record Primitives(
      boolean flag,
      byte b,
      short s,
      int i,
      long l,
      float f,
      double d,
      @Unsigned byte ub,
      @Unsigned short us,
      @Unsigned int ui,
      @Unsigned long ul) {}

  record Boxes(
      Boolean flag,
      Byte b,
      @Desc Short s,
      @Nulls(Placement.FIRST) Integer i,
      @Desc @Nulls(Placement.LAST) Long l,
      @Nulls(Placement.LAST) Float f,
      @Desc Double d,
      @Unsigned Byte ub,
      @Unsigned @Desc Short us,
      @Unsigned @Nulls(Placement.LAST) Integer ui,
      @Unsigned Long ul) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Objects(
      @Desc String text,
      @Width(4) @Nulls(Placement.FIRST) String narrow,
      byte[] bytes,
      @Width(2) @Desc byte[] fixed,
      @Nulls(Placement.LAST) UUID id,
      BigInteger big,
      @Nulls(Placement.LAST) BigDecimal decimal,
      @Scale(exact = true) BigDecimal exact,
      @Scale(value = 2, precision = 20) BigDecimal money,
      Instant nanos,
      @Scale(3) Instant millis,
      @Scale(6) @Desc @Nulls(Placement.FIRST) Instant micros,
      LocalDate day,
      LocalTime time,
      Status status,
      @Nulls(Placement.FIRST) @Desc Status other) {}

  record Nested(
      Point point,
      @Nulls(Placement.FIRST) @Desc Point maybe,
      List<String> names,
      @Desc List<@Nulls(Placement.LAST) Point> points,
      List<List<@Unsigned Short>> unsigned,
      @Nulls(Placement.LAST) List<@Width(2) byte[]> pairs,
      List<Status> states,
      List<@Scale(value = 1, precision = 3) BigDecimal> tenths,
      @Added @Nulls(Placement.FIRST) Long later,
      @Added @Nulls(Placement.FIRST) Point latest) {}

  /** Sixty components, those of one local and of two mixed. */
  record Wide(
      long c0,
      byte c1,
      boolean c2,
      double c3,
      Long c4,
      float c5,
      int c6,
      Instant c7,
      short c8,
      String c9,
      double c10,
      Long c11,
      float c12,
      int c13,
      Instant c14,
      short c15,
      String c16,
      long c17,
      byte c18,
      boolean c19,
      int c20,
      Instant c21,
      short c22,
      String c23,
      long c24,
      byte c25,
      boolean c26,
      double c27,
      Long c28,
      float c29,
      String c30,
      long c31,
      byte c32,
      boolean c33,
      double c34,
      Long c35,
      float c36,
      int c37,
      Instant c38,
      short c39,
      boolean c40,
      double c41,
      Long c42,
      float c43,
      int c44,
      Instant c45,
      short c46,
      String c47,
      long c48,
      byte c49,
      float c50,
      int c51,
      Instant c52,
      short c53,
      String c54,
      long c55,
      byte c56,
      boolean c57,
      double c58,
      Long c59) {}

  static Class<? extends Record> primitives() {
    return Primitives.class;
  }
}
