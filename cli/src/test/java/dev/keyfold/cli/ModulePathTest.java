package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All modules on the module path of one program, although tests run on the class path. */
class ModulePathTest {
  /** HBase's client cannot be a module, see decision 17, and brings most of these. */
  private static final Pattern NOT_OURS =
      Pattern.compile(
          "hbase|opentelemetry|commons-logging|activation|audience|slf4j|junit|opentest4j"
              + "|apiguardian|assertj|byte-buddy|archunit|test-classes");

  private static final Set<String> ROOTS =
      Set.of("dev.keyfold.cli", "dev.keyfold.store.rocksdb", "dev.keyfold.structures");

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private ModuleLayer layer;

  @BeforeEach
  void resolve() throws Exception {
    Path own = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(
        Files.isRegularFile(own) || Files.exists(own.resolve("module-info.class")),
        "compiled without descriptors");
    Path[] path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !NOT_OURS.matcher(entry).find())
            .map(Path::of)
            .filter(Files::exists)
            .toArray(Path[]::new);
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration().resolveAndBind(ModuleFinder.of(path), ModuleFinder.of(), ROOTS);
    layer =
        ModuleLayer.defineModulesWithOneLoader(
                configuration, List.of(boot), ClassLoader.getPlatformClassLoader())
            .layer();
    Thread.currentThread().setContextClassLoader(layer.findLoader("dev.keyfold.cli"));
  }

  @AfterEach
  void back() {
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void servicesAreFoundByDescriptors() throws Exception {
    Object formats = type("dev.keyfold.codec.KeyFormats").getMethod("all").invoke(null);
    assertThat((List<?>) formats).hasSize(6);
    Object store =
        type("dev.keyfold.store.Stores").getMethod("open", String.class).invoke(null, "memory:");
    ((AutoCloseable) store).close();
    assertThat(store.getClass().getModule()).isEqualTo(module("dev.keyfold.store"));
  }

  @Test
  void internalsAreHidden() {
    assertThat(module("dev.keyfold.table").isExported("dev.keyfold.table")).isTrue();
    assertThat(module("dev.keyfold.table").isExported("dev.keyfold.table.maintenance")).isFalse();
    assertThat(module("dev.keyfold.store").isExported("dev.keyfold.store.memory")).isFalse();
    assertThat(module("dev.keyfold.console").isExported("dev.keyfold.console.api")).isFalse();
    assertThat(
            module("dev.keyfold.console")
                .isExported("dev.keyfold.console.api", module("dev.keyfold.server")))
        .isTrue();
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    Class<?> type = layer.findLoader("dev.keyfold.cli").loadClass(name);
    assertThat(type.getModule().isNamed()).isTrue();
    return type;
  }

  private Module module(String name) {
    return layer.findModule(name).orElseThrow();
  }
}
