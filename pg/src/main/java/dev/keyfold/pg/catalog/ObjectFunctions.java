package dev.keyfold.pg.catalog;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.result.TextForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Functions that clients call with objects that do not exist here, such as operators and text
 * search dictionaries, and functions over texts and arrays that come with them. Generated code
 * calls them; their names are those of SQL.
 */
public final class ObjectFunctions {
  private static final int UTF8 = 6;

  private ObjectFunctions() {}

  public static Boolean pgOperatorIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgOpclassIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgOpfamilyIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgCollationIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgConversionIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgStatisticsObjIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgTsConfigIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgTsDictIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgTsParserIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgTsTemplateIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  /** No catalog lists functions, so none has a number. */
  public static @Nullable Long functionOid(@Nullable String name) {
    if (name == null) {
      return null;
    }
    throw new SqlStateException(
        SqlStates.UNDEFINED_FUNCTION, "function \"" + name + "\" is not listed in pg_proc");
  }

  public static @Nullable String pgGetRuledef(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgGetRuledef(@Nullable Long oid, @Nullable Boolean pretty) {
    return null;
  }

  public static @Nullable String pgGetFunctionSqlbody(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgTablespaceLocation(@Nullable Long oid) {
    return oid == null ? null : "";
  }

  public static @Nullable Long pgTablespaceSize(@Nullable Long oid) {
    return oid == null ? null : (Long) 0L;
  }

  public static String getdatabaseencoding() {
    return "UTF8";
  }

  public static @Nullable Integer pgCharToEncoding(@Nullable String name) {
    if (name == null) {
      return null;
    }
    String plain = name.toUpperCase(Locale.ROOT).replace("-", "");
    return plain.equals("UTF8") || plain.equals("UNICODE") ? UTF8 : -1;
  }

  /** The array without the elements that are equal to that one. */
  public static @Nullable List<?> arrayRemove(@Nullable List<?> array, @Nullable String element) {
    return array == null
        ? null
        : array.stream().filter(each -> !Objects.equals(each, element)).toList();
  }

  /** Where the element is, from 1 on; null if it does not exist. */
  public static @Nullable Integer arrayPosition(@Nullable List<?> array, @Nullable String element) {
    if (array == null) {
      return null;
    }
    for (int i = 0; i < array.size(); i++) {
      Object each = array.get(i);
      // elements of CHAR type are padded
      if (each == null ? element == null : each.toString().stripTrailing().equals(element)) {
        return i + 1;
      }
    }
    return null;
  }

  public static @Nullable String format(@Nullable String pattern, @Nullable Object first) {
    return formatted(pattern, first);
  }

  public static @Nullable String format(
      @Nullable String pattern, @Nullable Object first, @Nullable Object second) {
    return formatted(pattern, first, second);
  }

  public static @Nullable String format(
      @Nullable String pattern,
      @Nullable Object first,
      @Nullable Object second,
      @Nullable Object third) {
    return formatted(pattern, first, second, third);
  }

  /** {@code %s} is a value, {@code %I} a name, {@code %L} a literal, {@code %%} a percent sign. */
  private static @Nullable String formatted(@Nullable String pattern, @Nullable Object... values) {
    if (pattern == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    int used = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%') {
        text.append(c);
        continue;
      }
      char kind = ++i < pattern.length() ? pattern.charAt(i) : 0;
      if (kind == '%') {
        text.append('%');
        continue;
      }
      if ("sIL".indexOf(kind) < 0) {
        throw new SqlStateException(
            SqlStates.INVALID_PARAMETER,
            "format found '%" + (kind == 0 ? "" : kind) + "', expected %s, %I, %L or %%");
      }
      if (used >= values.length) {
        throw new SqlStateException(
            SqlStates.INVALID_PARAMETER, "format has fewer values than its pattern asks for");
      }
      Object value = values[used++];
      String shown = value == null ? null : TextForms.print(value);
      switch (kind) {
        case 'I' -> text.append(CatalogModel.quoted(shown == null ? "" : shown));
        case 'L' -> text.append(shown == null ? "NULL" : CatalogFunctions.quoteLiteral(shown));
        default -> text.append(shown == null ? "" : shown);
      }
    }
    return text.toString();
  }

  /** Not counted here. */
  public static Long pgStatGetNumscans(@Nullable Long oid) {
    return 0L;
  }

  /** How many parts a name has that may have a schema: {@code "My shop".orders} has two. */
  public static @Nullable Integer keyfoldIdentParts(@Nullable String name) {
    return name == null ? null : parts(name).size();
  }

  /** One part of such a name, from 1 on, as quote_ident writes it. */
  public static @Nullable String keyfoldIdentPart(@Nullable String name, @Nullable Integer number) {
    List<String> parts = name == null ? List.of() : parts(name);
    return number == null || number < 1 || number > parts.size()
        ? null
        : CatalogModel.quoted(parts.get(number - 1));
  }

  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    for (SqlToken token : SqlLexer.tokens(name)) {
      if (token.isName()) {
        parts.add(token.text());
      }
    }
    return parts;
  }
}
