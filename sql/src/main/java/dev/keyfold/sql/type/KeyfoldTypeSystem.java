package dev.keyfold.sql.type;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Precisions, and the types of sums and averages, as PostgreSQL has them: sums of integers do not
 * overflow, and averages of exact numbers are exact numbers with digits after the decimal point.
 */
public final class KeyfoldTypeSystem extends RelDataTypeSystemImpl {
  public static final KeyfoldTypeSystem INSTANCE = new KeyfoldTypeSystem();

  /** Of DECIMAL without a precision, and of what results from large ones. */
  public static final int MOST_DIGITS = 200;

  /** Digits after the decimal point of DECIMAL without a scale. */
  public static final int OPEN_SCALE = 50;

  private static final int AVERAGE_SCALE = 16;

  private KeyfoldTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> MOST_DIGITS;
      case VARCHAR, CHAR, VARBINARY, BINARY -> Integer.MAX_VALUE;
      default -> super.getMaxPrecision(type);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? MOST_DIGITS : super.getMaxScale(type);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> MOST_DIGITS;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIME -> 3;
      default -> super.getDefaultPrecision(type);
    };
  }

  /** 'a' and 'abc' in one column are VARCHAR: no value is filled up with spaces. */
  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** What a cast to fewer digits does with the others. */
  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  /** At least 16 digits after the decimal point, as many as PostgreSQL has for small numbers. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType dividend, RelDataType divisor) {
    RelDataType type = super.deriveDecimalDivideType(factory, dividend, divisor);
    if (type == null || type.getScale() >= AVERAGE_SCALE) {
      return type;
    }
    int digits = Math.min(MOST_DIGITS, type.getPrecision() - type.getScale() + AVERAGE_SCALE);
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.DECIMAL, digits, AVERAGE_SCALE), type.isNullable());
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    SqlTypeName sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> SqlTypeName.BIGINT;
          case BIGINT -> SqlTypeName.DECIMAL;
          case REAL, FLOAT -> SqlTypeName.DOUBLE;
          default -> null;
        };
    RelDataType type;
    if (sum == SqlTypeName.DECIMAL) {
      type = factory.createSqlType(SqlTypeName.DECIMAL, 38, 0);
    } else if (sum != null) {
      type = factory.createSqlType(sum);
    } else if (argument.getSqlTypeName() == SqlTypeName.DECIMAL) {
      int digits = Math.max(38, argument.getPrecision()); // the sum of sums has the same type
      type = factory.createSqlType(SqlTypeName.DECIMAL, digits, argument.getScale());
    } else {
      return argument;
    }
    return factory.createTypeWithNullability(type, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType type;
    if (SqlTypeUtil.isExactNumeric(argument)) {
      int scale = Math.max(AVERAGE_SCALE, argument.getScale());
      type = factory.createSqlType(SqlTypeName.DECIMAL, 38 + scale, scale);
    } else if (SqlTypeUtil.isApproximateNumeric(argument)) {
      type = factory.createSqlType(SqlTypeName.DOUBLE);
    } else {
      return argument;
    }
    return factory.createTypeWithNullability(type, argument.isNullable());
  }
}
