package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The paths that documents for developers name, written as {@code table/…/write/RowWriter.java}.
 */
class CodeTourTest {
  private static final Pattern ROW = Pattern.compile("\\| (`[^|]*\\.java`) \\|.*");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern SHORTENED = Pattern.compile("`([\\w-]+)/…/([\\w/.]+)`");

  /** Whoever follows the tour never has to come back to a package. */
  @Test
  void theTourPassesEachPackageOnce() throws IOException {
    int files = 0;
    for (String section : Files.readString(Path.of("../docs/CODE-TOUR.md")).split("\n## ", -1)) {
      Path before = null;
      Set<Path> left = new HashSet<>();
      for (Path file : files(section)) {
        files++;
        Path directory = file.getParent();
        if (!directory.equals(before)) {
          assertThat(left.add(directory)).as("%s is visited again", directory).isTrue();
          before = directory;
        }
      }
    }
    assertThat(files).isGreaterThan(40);
  }

  private static List<Path> files(String section) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String line : section.lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        continue;
      }
      Path directory = null;
      Matcher name = NAME.matcher(row.group(1));
      while (name.find()) {
        Matcher shortened = SHORTENED.matcher(name.group());
        Path file =
            shortened.matches()
                ? only(shortened.group(1), shortened.group(2))
                : directory == null ? Path.of(name.group(1)) : directory.resolve(name.group(1));
        assertThat(file).as(line).isRegularFile();
        files.add(file);
        directory = file.getParent();
      }
    }
    return files;
  }

  /** Where to change what: all of it exists. */
  @Test
  void contributingNamesWhatExists() throws IOException {
    Matcher shortened = SHORTENED.matcher(Files.readString(Path.of("../CONTRIBUTING.md")));
    int found = 0;
    while (shortened.find()) {
      assertThat(under(shortened.group(1), shortened.group(2))).as(shortened.group()).isNotEmpty();
      found++;
    }
    assertThat(found).isGreaterThan(10);
  }

  /** The names in a row that come without a module are classes, packages or files too. */
  @Test
  void everyNameInTheTableOfContributingExists() throws IOException {
    String page = Files.readString(Path.of("../CONTRIBUTING.md"));
    String table = page.substring(page.indexOf("## Where to change what"));
    table = table.substring(0, table.indexOf("\n## "));
    List<String> missing = new ArrayList<>();
    List<Path> sources = sources();
    int found = 0;
    for (String row : table.lines().filter(line -> line.startsWith("| ")).skip(1).toList()) {
      Matcher name = NAME.matcher(row);
      while (name.find()) {
        String end = name.group(1).replaceFirst(".*/…/", "");
        if (end.contains(" ") || end.contains("NAME")) {
          continue; // a command line, or a pattern
        }
        boolean exists =
            Files.exists(Path.of("..", end))
                || sources.stream().anyMatch(path -> path.endsWith(end) || isClass(path, end));
        found++;
        if (!exists) {
          missing.add(name.group());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(70);
  }

  /** Names in code style that look like classes are classes. */
  @Test
  void theArchitectureNamesClassesThatExist() throws IOException {
    String page = Files.readString(Path.of("../docs/ARCHITECTURE.md"));
    List<Path> sources = sources();
    try (Stream<Path> tests = Files.walk(Path.of("src/test/java"))) {
      tests.forEach(sources::add);
    }
    Set<String> classes = new HashSet<>();
    sources.forEach(path -> classes.add(path.getFileName().toString().replace(".java", "")));
    Matcher name = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.\\w+)?(?:\\(\\))?`").matcher(page);
    List<String> missing = new ArrayList<>();
    int found = 0;
    while (name.find()) {
      found++;
      if (!classes.contains(name.group(1))) {
        missing.add(name.group());
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(60);
  }

  /** A module that the build has, in any profile, is in the map of modules, and no other is. */
  @Test
  void theArchitectureListsEveryModule() throws IOException {
    Set<String> expected = new TreeSet<>();
    String pom = Files.readString(Path.of("../pom.xml"));
    Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(pom);
    while (module.find()) {
      expected.add(module.group(1).replaceFirst("^peers/.*", "peers")); // one row for both
    }
    String page = Files.readString(Path.of("../docs/ARCHITECTURE.md"));
    Set<String> listed = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| (`[a-z][^|]*`) \\| [^|]+ \\| [^|]+ \\|$").matcher(page);
    while (row.find()) {
      Matcher name = NAME.matcher(row.group(1));
      while (name.find()) {
        listed.add(name.group(1));
      }
    }
    assertThat(listed).isEqualTo(expected);
  }

  private static boolean isClass(Path path, String name) {
    return path.endsWith(name + ".java") || path.endsWith(name.replace('.', '/'));
  }

  private static List<Path> sources() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.map(each -> each.resolve("src/main")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> all = Files.walk(module)) {
            all.forEach(found::add);
          }
        }
      }
    }
    return found;
  }

  private static Path only(String module, String end) throws IOException {
    List<Path> found = under(module, end);
    assertThat(found).as("%s/…/%s", module, end).hasSize(1);
    return found.get(0);
  }

  private static List<Path> under(String module, String end) throws IOException {
    Path sources = Path.of("..", module, "src/main");
    assertThat(sources).isDirectory();
    try (Stream<Path> all = Files.walk(sources)) {
      return all.filter(path -> path.endsWith(end)).toList();
    }
  }
}
