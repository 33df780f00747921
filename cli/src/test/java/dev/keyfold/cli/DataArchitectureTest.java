package dev.keyfold.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.keyfold.cli.ProductClasses.ALL;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.store.Capability;
import org.junit.jupiter.api.Test;

/** Dependencies of tables and structures, and the layers within them. */
class DataArchitectureTest {
  @Test
  void tablesKnowKeysAndTheContractOfStores() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.table..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "dev.keyfold.codec..",
            "dev.keyfold.store",
            "dev.keyfold.store.errors",
            "dev.keyfold.table..",
            "com.dynatrace.hash4j..",
            "com.fasterxml.jackson.core..")
        .check(ALL);
  }

  /** Data flows one way; what is below a table knows nothing of loading, running or planning. */
  @Test
  void tablesAreLayered() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.keyfold.table",
            "dev.keyfold.table.plan..",
            "dev.keyfold.table.run..",
            "dev.keyfold.table.schema..",
            "dev.keyfold.table.expr..",
            "dev.keyfold.table.where..",
            "dev.keyfold.table.entry..",
            "dev.keyfold.table.source..",
            "dev.keyfold.table.write..",
            "dev.keyfold.table.shared..",
            "dev.keyfold.table.catalog..",
            "dev.keyfold.table.upkeep..",
            "dev.keyfold.table.maintenance..",
            "dev.keyfold.table.protocol..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.table.load..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.table.entry..", "dev.keyfold.table.source..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.table",
            "dev.keyfold.table.plan..",
            "dev.keyfold.table.run..",
            "dev.keyfold.table.write..",
            "dev.keyfold.table.maintenance..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.table.write..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.table",
            "dev.keyfold.table.shared..",
            "dev.keyfold.table.catalog..",
            "dev.keyfold.table.maintenance..",
            "dev.keyfold.table.protocol..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.table.shared..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.table",
            "dev.keyfold.table.catalog..",
            "dev.keyfold.table.maintenance..",
            "dev.keyfold.table.protocol..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.table.schema..", "dev.keyfold.table.expr..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.table.plan..", "dev.keyfold.table.run..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.table.plan..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.table.run..")
        .check(ALL);
  }

  /** Which protocol a store needs is asked once; all else calls its implementation. */
  @Test
  void tablesAskOnceWhetherBatchesAreAtomic() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.table..")
        .and()
        .doNotHaveFullyQualifiedName("dev.keyfold.table.protocol.StoreProtocol")
        .should()
        .accessField(Capability.class, "ATOMIC_BATCH")
        .check(ALL);
  }

  /** The texts of conditions and declarations are read without a table, a store or bytes. */
  @Test
  void whereTextsKnowTypesOnly() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.table.where..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "dev.keyfold.codec..", "dev.keyfold.table.where..")
                .and(not(type(KeySelection.class))))
        .check(ALL);
  }

  @Test
  void structuresKnowTheContractOfStoresAndNoTables() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.structures..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "dev.keyfold.codec.bytes..",
                    "dev.keyfold.store",
                    "dev.keyfold.store.errors",
                    "dev.keyfold.store.transaction",
                    "dev.keyfold.structures..",
                    "com.fasterxml.jackson..",
                    "com.google.protobuf..")
                .or(type(KeyRange.class))
                .or(type(KeyException.class))
                .or(resideInAPackage("dev.keyfold.codec.compound"))
                .or(resideInAPackage("dev.keyfold.codec.record")))
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.structures")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.structures.view..", "dev.keyfold.structures.codec..")
        .check(ALL);
  }

  /** The API of structures is above everything it is made of. */
  @Test
  void structuresAreLayered() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.structures.*")
        .and()
        .resideOutsideOfPackages(
            "dev.keyfold.structures.view",
            "dev.keyfold.structures.compound",
            "dev.keyfold.structures.modeling",
            "dev.keyfold.structures.resume",
            "dev.keyfold.structures.copy")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.structures")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.keyfold.structures.layout",
            "dev.keyfold.structures.entries",
            "dev.keyfold.structures.rank",
            "dev.keyfold.structures.load",
            "dev.keyfold.structures.check")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.structures.work",
            "dev.keyfold.structures.element",
            "dev.keyfold.structures.upkeep")
        .check(ALL);
  }
}
