package dev.keyfold.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.keyfold.codec.KeySelection;
import org.junit.jupiter.api.Test;

/** Which module and package may know which. */
class ArchitectureTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.keyfold");

  @Test
  void codecStandsAlone() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.codec..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "dev.keyfold.codec..")
        .check(ALL);
  }

  @Test
  void bytesKnowNothingOfKeys() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.codec.bytes..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.keyfold..")
                .and(not(resideInAPackage("dev.keyfold.codec.bytes.."))))
        .check(ALL);
  }

  @Test
  void onlyTheCommandLineKnowsPicocli() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.cli")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(ALL);
  }

  @Test
  void nobodyKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.cli..")
        .check(ALL);
  }

  @Test
  void tablesKnowNoEngine() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.table..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.store.rocksdb..", "org.rocksdb..", "org.apache.hadoop..")
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
}
