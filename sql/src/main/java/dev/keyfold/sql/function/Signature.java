package dev.keyfold.sql.function;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** Makes SQL functions of static methods. The result is null if an argument is null. */
final class Signature {
  /** Types of arguments and results. */
  enum Of {
    BOOLEAN(SqlTypeName.BOOLEAN, SqlTypeFamily.BOOLEAN),
    INTEGER(SqlTypeName.INTEGER, SqlTypeFamily.INTEGER),
    BIGINT(SqlTypeName.BIGINT, SqlTypeFamily.INTEGER),
    NUMERIC(SqlTypeName.DECIMAL, SqlTypeFamily.NUMERIC),
    DOUBLE(SqlTypeName.DOUBLE, SqlTypeFamily.NUMERIC),
    TEXT(SqlTypeName.VARCHAR, SqlTypeFamily.CHARACTER),
    BYTES(SqlTypeName.VARBINARY, SqlTypeFamily.BINARY),
    DATE(SqlTypeName.DATE, SqlTypeFamily.DATE),
    TIME(SqlTypeName.TIME, SqlTypeFamily.TIME),
    TIMESTAMP(SqlTypeName.TIMESTAMP, SqlTypeFamily.TIMESTAMP),
    UUID(SqlTypeName.UUID, SqlTypeFamily.UUID);

    private final SqlTypeName type;
    private final SqlTypeFamily family;

    Of(SqlTypeName type, SqlTypeFamily family) {
      this.type = type;
      this.family = family;
    }

    RelDataType in(RelDataTypeFactory factory) {
      return this == NUMERIC
          ? factory.createSqlType(SqlTypeName.DECIMAL, DIGITS, SCALE)
          : this == TIMESTAMP || this == TIME
              ? factory.createSqlType(type, 3)
              : factory.createSqlType(type);
    }
  }

  /** The type of a number without a precision: see KeyfoldTypeSystem. */
  private static final int DIGITS = 200;

  private static final int SCALE = 50;

  private Signature() {}

  /**
   * A function that the method of the same name in the class computes; the method's parameters are
   * of the types that Calcite's runtime has.
   */
  static SqlOperator function(String name, Class<?> in, Of result, Of... parameters) {
    return function(name, methodName(name), in, result, parameters);
  }

  /** A function that is computed by a method of another name. */
  static SqlOperator function(
      String name, String methodName, Class<?> in, Of result, Of... parameters) {
    boolean changing = parameters.length == 0;
    return new SqlUserDefinedFunction(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> {
          RelDataType type = result.in(binding.getTypeFactory());
          boolean nullable =
              binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
          return binding.getTypeFactory().createTypeWithNullability(type, nullable);
        },
        InferTypes.explicit(List.of()),
        metadata(parameters),
        ScalarFunctionImpl.create(method(in, methodName, parameters.length))) {
      @Override
      public boolean isDeterministic() {
        return !changing;
      }
    };
  }

  static SqlOperandMetadata metadata(Of... parameters) {
    return OperandTypes.operandMetadata(
        Arrays.stream(parameters).map(each -> each.family).toList(),
        factory -> {
          List<RelDataType> types = new ArrayList<>();
          for (Of each : parameters) {
            types.add(factory.createTypeWithNullability(each.in(factory), true));
          }
          return types;
        },
        i -> "arg" + i,
        i -> false);
  }

  private static String methodName(String name) {
    StringBuilder out = new StringBuilder();
    for (String word : name.split("_", -1)) {
      out.append(
          out.length() == 0
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return out.toString();
  }

  private static Method method(Class<?> in, String name, int parameters) {
    for (Method method : in.getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        return method;
      }
    }
    throw new IllegalStateException("no method " + in.getSimpleName() + "." + name);
  }
}
