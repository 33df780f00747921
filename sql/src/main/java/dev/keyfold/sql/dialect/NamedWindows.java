package dev.keyfold.sql.dialect;

import dev.keyfold.sql.errors.SqlErrors;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes the windows of a WINDOW clause where they are used. Calcite would note the frame of the
 * first use in the named window, and so give it to the other uses as well.
 */
final class NamedWindows extends SqlShuttle {
  private static final String WINDOWING_ERROR = "42P20";

  private NamedWindows() {}

  /** The query without WINDOW clauses. */
  static SqlNode inlined(SqlNode query) {
    SqlNode changed = query.accept(new NamedWindows());
    return changed == null ? query : changed;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call instanceof SqlOrderBy ordered
        && ordered.query instanceof SqlSelect select
        && !select.getWindowList().isEmpty()) {
      SqlNodeList order = (SqlNodeList) ordered.orderList.accept(new Uses(declared(select)));
      if (order != null) {
        call =
            new SqlOrderBy(
                ordered.getParserPosition(), select, order, ordered.offset, ordered.fetch);
      }
    }
    if (call instanceof SqlSelect select && !select.getWindowList().isEmpty()) {
      Uses uses = new Uses(declared(select));
      SqlNode items = select.getSelectList().accept(uses);
      if (items instanceof SqlNodeList list) {
        select.setSelectList(list);
      }
      if (select.getOrderList() != null
          && select.getOrderList().accept(uses) instanceof SqlNodeList list) {
        select.setOrderBy(list);
      }
      select.getWindowList().clear();
    }
    return super.visit(call);
  }

  private static Map<String, SqlWindow> declared(SqlSelect select) {
    Map<String, SqlWindow> windows = new HashMap<>();
    for (SqlNode each : select.getWindowList()) {
      SqlWindow window = (SqlWindow) each;
      SqlIdentifier name = window.getDeclName();
      if (name != null && windows.put(name.getSimple(), merged(window, windows)) != null) {
        throw error("the window " + name.getSimple() + " is declared twice");
      }
    }
    return windows;
  }

  /** The window with what it takes from the one it names. */
  private static SqlWindow merged(SqlWindow window, Map<String, SqlWindow> windows) {
    SqlIdentifier name = window.getRefName();
    SqlWindow base = name == null ? null : windows.get(name.getSimple());
    if (base == null) {
      return window; // the validator says that there is none
    }
    if (base.getLowerBound() != null) {
      throw error("the window " + name.getSimple() + " has a frame and cannot be changed");
    }
    if (!window.getPartitionList().isEmpty()) {
      throw error("the window " + name.getSimple() + " cannot get another PARTITION BY");
    }
    if (!base.getOrderList().isEmpty() && !window.getOrderList().isEmpty()) {
      throw error("the window " + name.getSimple() + " cannot get another ORDER BY");
    }
    boolean own = !window.getOrderList().isEmpty();
    return copy(base, own ? window.getOrderList() : base.getOrderList(), window);
  }

  private static SqlWindow copy(SqlWindow base, SqlNodeList order, SqlWindow frame) {
    return SqlWindow.create(
        null,
        null,
        copy(base.getPartitionList()),
        copy(order),
        SqlLiteral.createBoolean(frame.isRows(), SqlParserPos.ZERO),
        frame.getLowerBound(),
        frame.getUpperBound(),
        null,
        frame.getExclude(),
        frame.getParserPosition());
  }

  /** Every use has nodes of its own: the validator writes into them. */
  private static SqlNodeList copy(SqlNodeList list) {
    SqlNode copied =
        list.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                return id.clone(id.getParserPosition());
              }
            });
    return copied instanceof SqlNodeList own ? own : list;
  }

  private static RuntimeException error(String message) {
    return SqlErrors.at(WINDOWING_ERROR, message, -1);
  }

  /** Replaces names in the expressions of one SELECT, not in its subqueries. */
  private static final class Uses extends SqlShuttle {
    private final Map<String, SqlWindow> windows;

    Uses(Map<String, SqlWindow> windows) {
      this.windows = windows;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call instanceof SqlSelect) {
        return call;
      }
      SqlNode own = super.visit(call);
      if (!(own instanceof SqlCall over) || over.getKind() != SqlKind.OVER) {
        return own;
      }
      SqlNode function = over.operand(0);
      SqlNode window = over.operand(1);
      SqlWindow written = null;
      if (window instanceof SqlIdentifier name && name.isSimple()) {
        SqlWindow base = windows.get(name.getSimple());
        written = base == null ? null : copy(base, base.getOrderList(), base);
      } else if (window instanceof SqlWindow given && given.getRefName() != null) {
        written = merged(given, windows);
      }
      return written == null
          ? own
          : over.getOperator().createCall(over.getParserPosition(), function, written);
    }
  }
}
