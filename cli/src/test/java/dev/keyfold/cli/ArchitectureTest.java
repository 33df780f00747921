package dev.keyfold.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.keyfold.cli.ProductClasses.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which module and package may depend on which, for all modules. */
class ArchitectureTest {
  /** Whoever reads a package needs those it names, and never in a circle. */
  @Test
  void packagesHaveNoCycles() {
    slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
              }

              @Override
              public String getDescription() {
                return "packages";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(ALL);
  }

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

  /** Formats and records know keys; keys know none of them, and find formats as services. */
  @Test
  void keysKnowNoFormat() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.codec")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.keyfold.codec.*")
                .and(not(resideInAPackage("dev.keyfold.codec.bytes"))))
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
  void onlyTheCommandLineKnowsPicocliAndJLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..", "org.jline..")
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

  /** In messages and comments too: who reads a lower module need not know those above it. */
  @Test
  void lowerModulesDoNotNameUpperOnes() throws IOException {
    Map<String, String> above =
        Map.of(
            "codec", "rocksdb|hbase",
            "store", "\\btables\\b|\\bstructures\\b|redis",
            "table", "rocksdb|hbase|redis|console",
            "structures", "rocksdb|hbase|\\btables\\b|console");
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, String> module : above.entrySet()) {
      Pattern upper = Pattern.compile(module.getValue(), Pattern.CASE_INSENSITIVE);
      try (Stream<Path> files = Files.walk(Path.of("../" + module.getKey() + "/src/main/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          Files.readAllLines(file).stream()
              .filter(line -> upper.matcher(line).find())
              .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** Only what reads and writes text knows JSON. */
  @Test
  void jsonIsForLoadingOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold..")
        .and()
        .resideOutsideOfPackages(
            "dev.keyfold.table.entry",
            "dev.keyfold.table.load",
            "dev.keyfold.structures.codec",
            "dev.keyfold.console.http",
            "dev.keyfold.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
        .check(ALL);
  }
}
