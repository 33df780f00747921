package dev.keyfold.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.keyfold.cli.ProductClasses.ALL;

import org.junit.jupiter.api.Test;

/** The layers of SQL, and where Calcite may be named. */
class SqlArchitectureTest {
  /** parse → (dialect, function, type) → query → row → define → statement → the API → JDBC. */
  @Test
  void sqlIsLayered() {
    above("dev.keyfold.sql.parse", "catalog", "query", "row", "define", "statement", "jdbc");
    above("dev.keyfold.sql.dialect", "catalog", "query", "row", "define", "statement", "jdbc");
    above("dev.keyfold.sql.function", "catalog", "query", "row", "define", "statement", "jdbc");
    above("dev.keyfold.sql.query", "catalog", "row", "define", "statement", "jdbc");
    above("dev.keyfold.sql.row", "define", "statement", "jdbc");
    above("dev.keyfold.sql.define", "statement", "jdbc");
    above("dev.keyfold.sql.statement", "jdbc");
  }

  private static void above(String lower, String... upper) {
    String[] packages = new String[upper.length];
    for (int i = 0; i < upper.length; i++) {
      packages[i] = "dev.keyfold.sql." + upper[i] + "..";
    }
    noClasses()
        .that()
        .resideInAPackage(lower + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .check(ALL);
  }

  /** A program embeds SQL without a server; the object that it opens is above it. */
  @Test
  void sqlKnowsTablesAndStructuresOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.sql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.db..",
            "dev.keyfold.port..",
            "dev.keyfold.redis..",
            "dev.keyfold.pg..",
            "dev.keyfold.console..",
            "dev.keyfold.server..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.db..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.port..",
            "dev.keyfold.redis..",
            "dev.keyfold.pg..",
            "dev.keyfold.console..",
            "dev.keyfold.server..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.table..", "dev.keyfold.structures..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.sql..", "dev.keyfold.db..")
        .check(ALL);
  }

  /** Statements, definitions, JDBC and the API would outlive another query engine. */
  @Test
  void calciteIsNamedByTheQuerySideOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.keyfold.sql.query..",
            "dev.keyfold.sql.dialect..",
            "dev.keyfold.sql.function..",
            "dev.keyfold.sql.kv..",
            "dev.keyfold.sql.type..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.calcite..")
        .check(ALL);
  }
}
