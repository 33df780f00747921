package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs on the module path, although tests run on the class path. */
class ModulePathTest {
  /** HBase's client cannot be a module, see decision 18, and brings most of these. */
  private static final Pattern NOT_OURS =
      Pattern.compile(
          "hbase|opentelemetry|commons-logging|activation|audience|slf4j|junit|opentest4j"
              + "|apiguardian|assertj|byte-buddy|archunit|test-classes");

  private static final String DESCRIPTOR =
      """
      module com.example.shop {
        requires dev.keyfold.db;
        opens com.example.shop to dev.keyfold.codec;
      }
      """;

  private static final String PROGRAM =
      """
      package com.example.shop;

      import static dev.keyfold.table.where.Conditions.eq;

      import dev.keyfold.db.Keyfold;
      import dev.keyfold.table.Table;
      import java.util.Map;

      public final class Shop {
        record Order(String user, long number, String category) {}

        public static void main(String[] arguments) {
          try (Keyfold db = Keyfold.open(arguments[0])) {
            Table<Order> orders = db.table(Order.class, t -> t
                .key(k -> k.asc("user").asc("number"))
                .index("by_category", i -> i.asc("category")));
            orders.put(new Order("U001", 1, "books"));
            orders.put(new Order("U001", 2, "toys"));
            System.out.println(orders.where(eq("category", "toys")).list());
            Map<String, String> bob = db.map("bob", String.class, String.class);
            bob.put("email", "bob@example.com");
            System.out.println(bob);
          }
          System.out.println(Shop.class.getModule() + " " + Keyfold.class.getModule());
        }
      }
      """;

  private static final String INTRUDER =
      """
      package com.example.shop;

      final class Intruder {
        dev.keyfold.table.maintenance.IndexMaintenance indexes;
        dev.keyfold.structures.layout.Damage damage;
        dev.keyfold.store.memory.MemoryStore memory;
      }
      """;

  @TempDir Path directory;

  @BeforeAll
  static void descriptors() throws Exception {
    Path own = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(
        Files.isRegularFile(own) || Files.exists(own.resolve("module-info.class")),
        "compiled without descriptors");
  }

  @Test
  void aModularProgramUsesTablesAndStructuresOnRocksDb() throws Exception {
    assertThat(compile(PROGRAM)).isEmpty();
    String path = directory.resolve("classes") + File.pathSeparator + modulePath();
    String store = "rocksdb:" + directory.resolve("store");
    assertThat(run(path, "com.example.shop/com.example.shop.Shop", store))
        .containsExactly(
            "[Order[user=U001, number=2, category=toys]]",
            "{email=bob@example.com}",
            "module com.example.shop module dev.keyfold.db");
  }

  @Test
  void internalsAreNotVisibleToIt() throws Exception {
    assertThat(compile(INTRUDER))
        .hasSize(3)
        .allMatch(code -> code.equals("compiler.err.package.not.visible"));
  }

  /** With its server, the console and all services. */
  @Test
  void theProgramItselfRunsAsAModule() throws Exception {
    String main = "dev.keyfold.cli/dev.keyfold.cli.Main";
    assertThat(run(modulePath(), main, "demo", "--exit", "--orders", "100")).hasSizeGreaterThan(10);
    String[] explain = {"key", "explain", "--format", "tuple", "--schema", "a int64", "1507"};
    assertThat(run(modulePath(), main, explain)).isNotEmpty();
  }

  /** The codes of javac's errors. */
  private List<String> compile(String source) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("sources/com/example/shop"));
    String type = source.contains("class Shop") ? "Shop.java" : "Intruder.java";
    List<Path> files =
        List.of(
            Files.writeString(directory.resolve("sources/module-info.java"), DESCRIPTOR),
            Files.writeString(sources.resolve(type), source));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(found, null, null)) {
      String classes = directory.resolve("classes").toString();
      List<String> options =
          List.of("-proc:none", "-nowarn", "-d", classes, "--module-path", modulePath());
      compiler
          .getTask(null, manager, found, options, null, manager.getJavaFileObjectsFromPaths(files))
          .call();
    }
    return found.getDiagnostics().stream()
        .map(each -> each.getCode())
        .filter(code -> code.startsWith("compiler.err"))
        .toList();
  }

  /** The lines that a main class writes. */
  private List<String> run(String path, String main, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable"));
    command.addAll(List.of("--module-path", path, "--module", main));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out");
    Path errors = directory.resolve("errors"); // newer JVMs warn of native code there
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    process.getOutputStream().close();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Files.readAllLines(out);
  }

  private static String modulePath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath())
        .filter(Files::exists)
        .filter(entry -> !NOT_OURS.matcher(artifact(entry)).find())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A jar's name, or {@code store/target/classes}. */
  private static String artifact(Path entry) {
    int names = entry.getNameCount();
    return Files.isDirectory(entry) && names > 3
        ? entry.subpath(names - 3, names).toString()
        : entry.getFileName().toString();
  }
}
