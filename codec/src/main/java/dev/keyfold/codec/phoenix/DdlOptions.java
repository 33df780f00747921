package dev.keyfold.codec.phoenix;

/**
 * What follows the columns of a CREATE TABLE or CREATE INDEX. What is not about keys is skipped.
 *
 * @param saltBuckets -1 if SALT_BUCKETS is not given; 0 is none
 */
record DdlOptions(int saltBuckets, boolean isMultiTenant) {
  static DdlOptions parse(DdlTokens tokens) {
    int saltBuckets = -1;
    boolean multiTenant = false;
    while (!tokens.isEnd() && !tokens.is(";")) {
      if (tokens.accept("SPLIT")) {
        tokens.expect("ON");
        tokens.skipParentheses();
      } else if (tokens.accept("INCLUDE") || tokens.accept("COLUMN_QUALIFIER_COUNTER")) {
        tokens.skipParentheses();
      } else if (tokens.is("WHERE")) {
        throw tokens.found("an index of all rows: partial indexes are not supported");
      } else if (!tokens.accept(",") && !tokens.accept("ASYNC") && !tokens.accept("NOVERIFY")) {
        String name = property(tokens);
        if (name.equals("SALT_BUCKETS")) {
          saltBuckets = tokens.number(0, PhoenixFormat.SALT_BUCKETS);
        } else {
          multiTenant |= name.equals("MULTI_TENANT") && tokens.is("true");
          tokens.skipValue();
        }
      }
    }
    return new DdlOptions(saltBuckets, multiTenant);
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
