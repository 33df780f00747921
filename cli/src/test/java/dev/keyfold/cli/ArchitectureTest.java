package dev.keyfold.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which module and package may know which. */
class ArchitectureTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.keyfold");

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

  /** Of keys a store knows only that they are bytes, and what a range of them is. */
  @Test
  void storesKnowBytesOnly() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.store..")
        .and()
        .resideOutsideOfPackages("dev.keyfold.store.rocksdb..", "dev.keyfold.store.hbase..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "dev.keyfold.store..",
                    "dev.keyfold.codec.bytes..",
                    "com.github.benmanes.caffeine..",
                    "net.jpountz..",
                    "com.github.luben.zstd..")
                .and(
                    not(
                        resideInAnyPackage(
                            "dev.keyfold.store.rocksdb..", "dev.keyfold.store.hbase..")))
                .or(type(KeyRange.class)))
        .check(ALL);
  }

  /** An engine knows the contract and itself; nobody knows an engine: stores are found by URL. */
  @Test
  void enginesAreKnownToNobody() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.store.rocksdb..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "com.sun.management..",
                    "org.rocksdb..",
                    "net.jpountz.lz4..", // blocks of damaged files are read without the engine
                    "com.github.luben.zstd..",
                    "dev.keyfold.store..",
                    "dev.keyfold.codec.bytes..")
                .or(type(KeyRange.class)))
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.store.rocksdb..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.store.rocksdb..", "org.rocksdb..")
        .check(ALL);
    classes()
        .that()
        .resideInAPackage("dev.keyfold.store.hbase..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "org.apache.hadoop..",
                    "org.apache.hbase.thirdparty..", // in signatures of HBase's client
                    "com.github.benmanes.caffeine..",
                    "dev.keyfold.store..",
                    "dev.keyfold.codec.bytes..")
                .and(not(resideInAPackage("dev.keyfold.store.rocksdb..")))
                .or(type(KeyRange.class)))
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.store.hbase..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.store.hbase..", "org.apache.hadoop..")
        .check(ALL);
  }

  /** The protocol of an owner is tried without HBase; so it must not know it. */
  @Test
  void theProtocolOfAnOwnerKnowsNoHBase() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.store.hbase.owned..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.hadoop..", "dev.keyfold.store.hbase")
        .check(ALL);
  }

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
            "dev.keyfold.table..",
            "com.dynatrace.hash4j..",
            "com.fasterxml.jackson.core..")
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
                    "dev.keyfold.store.transaction",
                    "dev.keyfold.structures..",
                    "com.fasterxml.jackson..")
                .or(type(KeyRange.class))
                .or(type(KeyException.class))
                .or(resideInAPackage("dev.keyfold.codec.compound")))
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
        .resideOutsideOfPackages("dev.keyfold.structures.view", "dev.keyfold.structures.compound")
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

  /** Data flows from the network to the data: what is asked knows nothing of who asks. */
  @Test
  void theServerIsLayered() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.console.api..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.console.http..", "dev.keyfold.console.heat..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.console.api..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.keyfold.redis.client..",
            "dev.keyfold.redis.command..",
            "dev.keyfold.redis.dispatch..",
            "dev.keyfold.redis.state..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.redis.net..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.redis.client", "dev.keyfold.redis.command")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.redis.command.*..", "dev.keyfold.redis.dispatch..")
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.keyfold.port..", "dev.keyfold.redis..", "dev.keyfold.console..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
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

  /** A port is a module to add: none knows another, and only the server knows them all. */
  @Test
  void portsDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.redis..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.console..", "dev.keyfold.db..", "dev.keyfold.table..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.console..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.redis..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.port..", "dev.keyfold.redis..", "dev.keyfold.console..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.server..")
        .check(ALL);
  }

  /** Only what reads and writes text knows JSON. */
  @Test
  void jsonIsForLoadingOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold..")
        .and()
        .resideOutsideOfPackages(
            "dev.keyfold.table.load",
            "dev.keyfold.structures.codec",
            "dev.keyfold.console.http",
            "dev.keyfold.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
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
            "dev.keyfold.table.write..",
            "dev.keyfold.table.shared..",
            "dev.keyfold.table.catalog..",
            "dev.keyfold.table.upkeep..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.table.load..")
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
            "dev.keyfold.table.upkeep..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.table.shared..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.table", "dev.keyfold.table.catalog..", "dev.keyfold.table.upkeep..")
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
