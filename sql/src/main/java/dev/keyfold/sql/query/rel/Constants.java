package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.Operand;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Literals and parameters of expressions as operands of scans. */
final class Constants {
  private static final long DAY = 86_400_000L;

  private Constants() {}

  /**
   * The operand, null if the node is none, or one whose value cannot be compared with a column of
   * the type without a cast.
   */
  static @Nullable Operand operand(RexNode node, RelDataType column) {
    if (node instanceof RexLiteral literal) {
      if (literal.isNull()) {
        return new Operand.Constant(null);
      }
      Object value = runtime(literal);
      return value == null || !fits(value, column) ? null : new Operand.Constant(value);
    }
    if (node instanceof RexDynamicParam parameter) {
      return isAlike(parameter.getType(), column)
          ? new Operand.Parameter(parameter.getIndex())
          : null;
    }
    if (node instanceof RexCall call && call.getKind() == SqlKind.CAST) {
      return cast(call, column);
    }
    Object moment = node instanceof RexCall call ? shifted(call) : null;
    return moment == null || !fits(moment, column) ? null : new Operand.Constant(moment);
  }

  /** {@code date '1994-01-01' + interval '3' month}; null if it is something else. */
  private static @Nullable Object shifted(RexCall call) {
    boolean minus = call.getKind() == SqlKind.MINUS || call.getOperator().getName().equals("-");
    if ((call.getKind() != SqlKind.PLUS && !minus)
        || call.getOperands().size() != 2
        || !(call.getOperands().get(1) instanceof RexLiteral by)
        || !(by.getValue() instanceof BigDecimal amount)
        || by.getType().getIntervalQualifier() == null) {
      return null;
    }
    RexNode of = call.getOperands().get(0);
    Object start =
        of instanceof RexLiteral literal
            ? runtime(literal)
            : of instanceof RexCall inner ? shifted(inner) : null;
    if (start == null) {
      return null;
    }
    long count = minus ? -amount.longValue() : amount.longValue();
    boolean months = by.getType().getIntervalQualifier().isYearMonth();
    return switch (call.getType().getSqlTypeName()) {
      case DATE -> {
        LocalDate day = LocalDate.ofEpochDay(((Number) start).longValue());
        if (!months && count % DAY != 0) {
          yield null;
        }
        yield (int) (months ? day.plusMonths(count) : day.plusDays(count / DAY)).toEpochDay();
      }
      case TIMESTAMP ->
          months
              ? (Object)
                  LocalDateTime.ofInstant(
                          Instant.ofEpochMilli(((Number) start).longValue()), ZoneOffset.UTC)
                      .plusMonths(count)
                      .toInstant(ZoneOffset.UTC)
                      .toEpochMilli()
              : (Object) (((Number) start).longValue() + count);
      default -> null;
    };
  }

  private static @Nullable Operand cast(RexCall call, RelDataType column) {
    RexNode from = call.getOperands().get(0);
    if (from instanceof RexDynamicParam parameter) {
      boolean same =
          isAlike(parameter.getType(), call.getType()) && isAlike(call.getType(), column);
      return same ? new Operand.Parameter(parameter.getIndex()) : null;
    }
    if (!(from instanceof RexLiteral literal) || literal.isNull()) {
      return null;
    }
    Object value = runtime(literal);
    Object converted = value == null ? null : converted(value, literal.getType(), call.getType());
    return converted == null || !fits(converted, column) ? null : new Operand.Constant(converted);
  }

  /** The value after a cast that changes nothing but its form; null if it is another cast. */
  private static @Nullable Object converted(Object value, RelDataType from, RelDataType to) {
    try {
      return switch (to.getSqlTypeName()) {
        case DATE ->
            value instanceof String text
                ? (Object) (int) LocalDate.parse(text.strip()).toEpochDay()
                : from.getSqlTypeName() == SqlTypeName.DATE ? value : null;
        case TIMESTAMP -> timestamp(value, from);
        case UUID -> value instanceof String text ? UUID.fromString(text.strip()) : value;
        case VARCHAR -> {
          boolean cut =
              to.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                  && value instanceof String text
                  && text.length() > to.getPrecision();
          yield value instanceof String && !cut ? value : null;
        }
        case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> {
          BigDecimal number =
              value instanceof BigDecimal decimal
                  ? decimal
                  : value instanceof String text ? new BigDecimal(text.strip()) : null;
          int scale = to.getSqlTypeName() == SqlTypeName.DECIMAL ? to.getScale() : 0;
          yield number != null && number.stripTrailingZeros().scale() <= scale ? number : null;
        }
        case REAL, FLOAT, DOUBLE ->
            value instanceof BigDecimal decimal ? (Object) decimal.doubleValue() : value;
        default -> null;
      };
    } catch (IllegalArgumentException | DateTimeException malformed) {
      return null; // the runtime reports it, with its position
    }
  }

  private static @Nullable Object timestamp(Object value, RelDataType from) {
    if (value instanceof String text) {
      return new TimestampString(text.strip()).getMillisSinceEpoch();
    }
    return switch (from.getSqlTypeName()) {
      case DATE -> ((Number) value).longValue() * DAY;
      case TIMESTAMP -> value;
      default -> null;
    };
  }

  /** The value of a literal, which has other classes for dates than ranges have. */
  private static @Nullable Object runtime(RexLiteral literal) {
    return switch (literal.getType().getSqlTypeName()) {
      case DATE -> runtime(literal.getValueAs(DateString.class));
      case TIME -> runtime(literal.getValueAs(TimeString.class));
      case TIMESTAMP -> runtime(literal.getValueAs(TimestampString.class));
      default -> runtime(literal.getValue());
    };
  }

  /** A literal's value in the runtime's form; numbers stay decimals. Null if it has none. */
  static @Nullable Object runtime(@Nullable Comparable<?> value) {
    if (value instanceof NlsString text) {
      return text.getValue();
    }
    if (value instanceof DateString date) {
      return date.getDaysSinceEpoch();
    }
    if (value instanceof TimestampString timestamp) {
      return timestamp.getMillisSinceEpoch();
    }
    if (value instanceof TimeString time) {
      return time.getMillisOfDay();
    }
    if (value instanceof BigDecimal
        || value instanceof Boolean
        || value instanceof ByteString
        || value instanceof Double
        || value instanceof UUID) {
      return value;
    }
    return null;
  }

  private static boolean fits(Object value, RelDataType column) {
    return switch (column.getSqlTypeName()) {
      case BOOLEAN -> value instanceof Boolean;
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> value instanceof BigDecimal;
      case REAL -> value instanceof Number n && n.floatValue() == n.doubleValue();
      case FLOAT, DOUBLE -> value instanceof Number;
      case CHAR, VARCHAR -> value instanceof String;
      case BINARY, VARBINARY -> value instanceof ByteString;
      case UUID -> value instanceof UUID;
      case DATE, TIME -> value instanceof Integer;
      case TIMESTAMP -> value instanceof Long;
      default -> false;
    };
  }

  /** Whether values of both types are compared as they are. */
  static boolean isAlike(RelDataType a, RelDataType b) {
    SqlTypeName one = a.getSqlTypeName();
    SqlTypeName other = b.getSqlTypeName();
    boolean exact = isExact(one) && isExact(other);
    boolean text =
        one.getFamily() == SqlTypeFamily.CHARACTER && other.getFamily() == SqlTypeFamily.CHARACTER;
    boolean bytes =
        one.getFamily() == SqlTypeFamily.BINARY && other.getFamily() == SqlTypeFamily.BINARY;
    return one == other || exact || text || bytes;
  }

  private static boolean isExact(SqlTypeName type) {
    return SqlTypeName.EXACT_TYPES.contains(type);
  }
}
