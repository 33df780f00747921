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
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which module and package may depend on which, for all modules. */
class ArchitectureTest {
  private static final int MOST_CLASSES = 32;
  private static final int MOST_LINES = 450;

  private static final Set<String> UNPUBLISHED =
      Set.of("bench", "console-tests", "examples", "hbase", "peers", "sql-clients");

  /** Established words of two protocols or layers, each in a module that never sees the other. */
  private static final Set<String> SHARED_NAMES =
      Set.of(
          "Backend",
          "Command",
          "CommandRunner",
          "Connection",
          "Execution",
          "Output",
          "ProtocolException",
          "Values");

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
            "store", "\\btables\\b|\\bstructures\\b|redis|sql",
            "table", "rocksdb|hbase|redis|console|sql",
            "structures", "rocksdb|hbase|\\btables\\b|console|sql",
            "sql", "hbase|\\bredis|\\bconsole\\b|\\bpg\\.",
            "db", "hbase|console|postgres",
            "port", "\\bredis port|console|\\bpg\\b",
            "redis", "\\bconsole\\b",
            "pg", "\\bredis|console");
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

  /** A name that is found once says where to look, also in a stack trace. */
  @Test
  void classNamesAreDistinct() throws IOException {
    Map<String, List<String>> places = new TreeMap<>();
    for (Path file : sources("src/main/java")) {
      String module = file.getName(1).toString();
      String name = file.getFileName().toString().replace(".java", "");
      if (!name.endsWith("-info") && !UNPUBLISHED.contains(module)) {
        places.computeIfAbsent(name, any -> new ArrayList<>()).add(file.toString());
      }
    }
    assertThat(places).hasSizeGreaterThan(1000);
    places.keySet().removeAll(SHARED_NAMES);
    places.values().removeIf(files -> files.size() == 1);
    assertThat(places).as("class names in several packages").isEmpty();
  }

  /** A package that can be read at once: larger ones are split by what their classes do. */
  @Test
  void packagesHaveFewClasses() throws IOException {
    Map<String, Integer> sizes = new TreeMap<>();
    for (Path file : sources("src/main/java")) {
      if (!file.toString().endsWith("-info.java")) {
        sizes.merge(String.valueOf(file.getParent()), 1, Integer::sum);
      }
    }
    assertThat(sizes).hasSizeGreaterThan(100);
    sizes.values().removeIf(size -> size <= MOST_CLASSES);
    assertThat(sizes).as("packages with more than %s classes", MOST_CLASSES).isEmpty();
  }

  /** Longer files mix two things. */
  @Test
  void filesAreShort() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources("src")) {
      int lines = Files.readAllLines(file).size();
      if (lines >= MOST_LINES) {
        found.add(file + ": " + lines);
      }
    }
    assertThat(found).isEmpty();
  }

  /** The Java files of all modules below that directory, those of no release included. */
  private static List<Path> sources(String directory) throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String parent : List.of("..", "../hbase", "../peers")) {
      try (Stream<Path> children = Files.list(Path.of(parent))) {
        children
            .map(child -> child.resolve(directory))
            .filter(Files::isDirectory)
            .forEach(modules::add);
      }
    }
    assertThat(modules).hasSizeGreaterThan(15);
    List<Path> found = new ArrayList<>();
    for (Path module : modules) {
      try (Stream<Path> files = Files.walk(module)) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
      }
    }
    return found;
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
