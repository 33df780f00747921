package dev.keyfold.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How stores are opened, and who knows what their engines can do. */
class StoreAccessTest {
  private static final Pattern COMPARED =
      Pattern.compile("(equals|startsWith|contains|case|matches)[( ]*\"(memory|rocksdb|hbase)\\b");

  /** A command is a program like any other: it opens a database. */
  @Test
  void commandsOpenDatabases() {
    noClasses()
        .should()
        .callMethodWhere(
            new DescribedPredicate<JavaMethodCall>("Stores.open… or Tables.of are called") {
              @Override
              public boolean test(JavaMethodCall call) {
                boolean opens =
                    call.getTargetOwner().isEquivalentTo(Stores.class)
                        && call.getName().startsWith("open");
                return opens
                    || (call.getTargetOwner().isEquivalentTo(Tables.class)
                        && call.getName().equals("of"));
              }
            })
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.keyfold.cli"));
  }

  /** What a store can do is asked of its provider, so that another engine is only a module more. */
  @Test
  void schemesAreNotCompared() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : List.of("store", "table", "db", "console", "server", "cli")) {
      try (Stream<Path> files = Files.walk(Path.of("../" + module + "/src/main/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          Files.readAllLines(file).stream()
              .filter(line -> COMPARED.matcher(line).find())
              .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
        }
      }
    }
    assertThat(found).isEmpty();
  }
}
