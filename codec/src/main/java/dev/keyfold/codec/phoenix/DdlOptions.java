package dev.keyfold.codec.phoenix;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows the columns of a CREATE TABLE or CREATE INDEX. What is neither about keys nor about
 * where columns are is skipped.
 *
 * @param saltBuckets -1 if SALT_BUCKETS is not given; 0 is none
 * @param encodedBytes COLUMN_ENCODED_BYTES, -1 if it is not given
 * @param immutable whether IMMUTABLE_ROWS is true
 * @param singleCell what IMMUTABLE_STORAGE_SCHEME says, null if it is not given
 * @param defaultFamily DEFAULT_COLUMN_FAMILY as Phoenix keeps it
 * @param included the columns of INCLUDE
 */
record DdlOptions(
    int saltBuckets,
    boolean isMultiTenant,
    int encodedBytes,
    boolean immutable,
    @Nullable Boolean singleCell,
    String defaultFamily,
    List<Included> included) {
  private static final int MOST_ENCODED_BYTES = 4;
  private static final String DEFAULT_FAMILY = "0";

  /**
   * A column of INCLUDE.
   *
   * @param qualifier what ENCODED_QUALIFIER says, -1 if it does not exist
   */
  record Included(DdlTokens.Name column, int qualifier) {}

  static DdlOptions parse(DdlTokens tokens) {
    int saltBuckets = -1;
    boolean multiTenant = false;
    int encodedBytes = -1;
    boolean immutable = false;
    @Nullable Boolean singleCell = null;
    String defaultFamily = DEFAULT_FAMILY;
    List<Included> included = new ArrayList<>();
    while (!tokens.isEnd() && !tokens.is(";")) {
      if (tokens.accept("SPLIT")) {
        tokens.expect("ON");
        tokens.skipParentheses();
      } else if (tokens.accept("INCLUDE")) {
        include(tokens, included);
      } else if (tokens.accept("COLUMN_QUALIFIER_COUNTER")) {
        tokens.skipParentheses();
      } else if (tokens.is("WHERE")) {
        throw tokens.found("an index of all rows: partial indexes are not supported");
      } else if (!tokens.accept(",") && !tokens.accept("ASYNC") && !tokens.accept("NOVERIFY")) {
        String name = property(tokens);
        if (name.equals("SALT_BUCKETS")) {
          saltBuckets = tokens.number(0, PhoenixFormat.SALT_BUCKETS);
        } else if (name.equals("COLUMN_ENCODED_BYTES")) {
          encodedBytes = tokens.takes("NONE") ? 0 : tokens.number(0, MOST_ENCODED_BYTES);
        } else if (name.equals("IMMUTABLE_ROWS")) {
          immutable = tokens.takes("true");
          if (!immutable) {
            tokens.skipValue();
          }
        } else if (name.equals("IMMUTABLE_STORAGE_SCHEME")) {
          singleCell = !tokens.takes("ONE_CELL_PER_COLUMN");
          if (singleCell && !tokens.takes("SINGLE_CELL_ARRAY_WITH_OFFSETS")) {
            throw tokens.found("ONE_CELL_PER_COLUMN or SINGLE_CELL_ARRAY_WITH_OFFSETS");
          }
        } else if (name.equals("DEFAULT_COLUMN_FAMILY")) {
          defaultFamily = tokens.textOrName("the name of a family");
        } else {
          multiTenant |= name.equals("MULTI_TENANT") && tokens.is("true");
          tokens.skipValue();
        }
      }
    }
    return new DdlOptions(
        saltBuckets, multiTenant, encodedBytes, immutable, singleCell, defaultFamily, included);
  }

  /** Columns, each with an ENCODED_QUALIFIER if it was not numbered in their order. */
  private static void include(DdlTokens tokens, List<Included> included) {
    tokens.expect("(");
    do {
      DdlTokens.Name column = tokens.name("a column of the table");
      if (tokens.accept(".")) {
        column = tokens.name("the column name after its family");
      }
      int qualifier =
          tokens.accept("ENCODED_QUALIFIER")
              ? tokens.number(PhoenixStorage.FIRST, Integer.MAX_VALUE)
              : -1;
      included.add(new Included(column, qualifier));
    } while (tokens.accept(","));
    tokens.expect(")");
  }

  /** The name of a property, without its family, up to the value. */
  private static String property(DdlTokens tokens) {
    String name = tokens.name("a property such as SALT_BUCKETS=16, or ';'").key();
    if (tokens.accept(".")) {
      name = tokens.name("a property of the family").key();
    }
    tokens.expect("=");
    return name;
  }
}
