package dev.keyfold.sql.function;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.TableFunction;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.schema.impl.TableFunctionImpl;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedTableFunction;
import org.jspecify.annotations.Nullable;

/** {@code generate_series(from, to [, step])}: a table of numbers. Generated code calls it. */
public final class Series extends AbstractTable implements ScannableTable {
  static final String NAME = "generate_series";

  private final long from;
  private final long to;
  private final long step;

  private Series(long from, long to, long step) {
    this.from = from;
    this.to = to;
    this.step = step;
  }

  /** The class that implements the function of two arguments. */
  public static final class Plain {
    private Plain() {}

    public static ScannableTable eval(long from, long to) {
      return new Series(from, to, 1);
    }
  }

  /** The class that implements the function of three arguments. */
  public static final class Stepped {
    private Stepped() {}

    public static ScannableTable eval(long from, long to, long step) {
      if (step == 0) {
        throw new SqlStateException("22023", "found the step 0, expected one other than 0");
      }
      return new Series(from, to, step);
    }
  }

  static List<SqlOperator> functions() {
    return List.of(function(Plain.class, 2), function(Stepped.class, 3));
  }

  private static SqlOperator function(Class<?> type, int parameters) {
    Signature.Of[] types = new Signature.Of[parameters];
    java.util.Arrays.fill(types, Signature.Of.BIGINT);
    TableFunction function = TableFunctionImpl.create(type);
    if (function == null) {
      throw new IllegalStateException("no method eval in " + type);
    }
    return new SqlUserDefinedTableFunction(
        new SqlIdentifier(NAME, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.CURSOR,
        InferTypes.FIRST_KNOWN,
        Signature.metadata(types),
        function) {
      @Override
      public org.apache.calcite.sql.type.SqlReturnTypeInference getRowTypeInference() {
        return binding -> rowType(binding.getTypeFactory());
      }
    };
  }

  private static RelDataType rowType(RelDataTypeFactory factory) {
    return factory.builder().add(NAME, SqlTypeName.BIGINT).build();
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return rowType(factory);
  }

  @Override
  public Enumerable<Object[]> scan(DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        return new Numbers(from, to, step, DataContext.Variable.CANCEL_FLAG.get(root));
      }
    };
  }

  private static final class Numbers implements Enumerator<Object[]> {
    private final long from;
    private final long to;
    private final long step;
    private long current;
    private boolean started;
    private boolean done;
    private final @Nullable AtomicBoolean canceled;

    Numbers(long from, long to, long step, @Nullable AtomicBoolean canceled) {
      this.canceled = canceled;
      this.from = from;
      this.to = to;
      this.step = step;
    }

    @Override
    public Object[] current() {
      return new Object[] {current};
    }

    @Override
    public boolean moveNext() {
      if (done) {
        return false;
      }
      if (canceled != null && canceled.get()) {
        throw new SqlStateException(
            SqlStates.QUERY_CANCELED, "the statement was canceled at the user's request");
      }
      long next = started ? current + step : from;
      boolean overflow = started && ((step > 0) != (next > current));
      if (overflow || (step > 0 ? next > to : next < to)) {
        done = true;
        return false;
      }
      current = next;
      started = true;
      return true;
    }

    @Override
    public void reset() {
      started = false;
      done = false;
    }

    @Override
    public void close() {}
  }
}
