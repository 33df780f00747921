package dev.keyfold.sql.system;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schema of computed tables and functions. Thread-safe. */
public interface SystemSchema {
  /** Its name in lower case. */
  String name();

  /** The names of its tables. */
  Collection<String> tables();

  /** By name; null if none exists. */
  @Nullable SystemTable table(String name);

  /**
   * Its functions by name: public static methods of public classes in exported packages, since
   * generated code calls them. They may read thread-locals: a statement is planned and its rows are
   * computed on the thread that asks for them.
   */
  Map<String, List<Method>> functions();
}
