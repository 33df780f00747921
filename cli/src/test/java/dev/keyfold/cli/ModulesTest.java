package dev.keyfold.cli;

import static dev.keyfold.cli.ProductClasses.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The module descriptors: what is exported is complete, and nothing else is. */
class ModulesTest {
  /** HBase's client cannot be a module; see decision 18. */
  private static final Set<String> AUTOMATIC = Set.of("store-hbase");

  /** Only for our own tests. */
  private static final Set<String> UNPUBLISHED = Set.of("testkit");

  private static final Pattern DIRECTIVE =
      Pattern.compile("(exports|provides) ([\\w.]+)(?: (?:to|with) ([\\w., ]+))?;");

  private final Map<String, Described> modules = new TreeMap<>();
  private final Map<String, Described> owners = new TreeMap<>();

  /**
   * A module as its sources describe it.
   *
   * @param exports the modules to which each package is exported; empty: to all
   * @param provides the implementations of each service, in their order
   */
  private record Described(
      String directory,
      String name,
      Map<String, Set<String>> exports,
      Map<String, List<String>> provides) {
    /** Whether the package is exported to all of these modules; none: to everybody. */
    boolean exports(String packageName, Set<String> readers) {
      Set<String> to = exports.get(packageName);
      return to != null && (to.isEmpty() || (!readers.isEmpty() && to.containsAll(readers)));
    }
  }

  ModulesTest() throws IOException {
    for (String directory : directories()) {
      Described module = read(directory);
      modules.put(module.name(), module);
      for (String packageName : packages(directory)) {
        Described other = owners.put(packageName, module);
        assertThat(other).as("a second module with the package " + packageName).isNull();
      }
    }
  }

  @Test
  void everyPublishedModuleHasADescriptor() {
    assertThat(modules).hasSizeGreaterThan(12);
    for (Described module : modules.values()) {
      Path descriptor = sources(module.directory()).resolve("module-info.java");
      if (AUTOMATIC.contains(module.directory())) {
        assertThat(descriptor).doesNotExist();
        assertThat(Path.of("..", module.directory(), "pom.xml"))
            .content()
            .contains("<Automatic-Module-Name>" + module.name() + "</Automatic-Module-Name>");
      } else {
        assertThat(descriptor).content().contains("module " + module.name() + " {");
      }
    }
  }

  /** ARCHITECTURE.md lists the exported packages of each module, without the module's name. */
  @Test
  void theArchitectureListsTheExports() throws IOException {
    String page = Files.readString(Path.of("../docs/ARCHITECTURE.md"));
    String rows = page.substring(page.indexOf("| module | exported packages |"));
    rows = rows.substring(0, rows.indexOf("\n\n"));
    Set<String> listed = new TreeSet<>();
    for (String row : rows.lines().skip(2).toList()) {
      String[] cells = row.split("\\|", -1);
      String exports = cells[2].replaceAll("\\bto `[^`]+`", "");
      List<String> names = quoted(exports);
      for (String directory : quoted(cells[1])) {
        listed.add(directory);
        if (AUTOMATIC.contains(directory)) {
          assertThat(exports).contains("no descriptor");
          continue;
        }
        Described module = modules.get("dev.keyfold." + directory.replace('-', '.'));
        Set<String> expected = new TreeSet<>();
        names.forEach(name -> expected.add(module.name() + "." + name));
        if (exports.strip().startsWith("root")) {
          expected.add(module.name());
        }
        assertThat(module.exports().keySet()).as(directory).isEqualTo(expected);
      }
    }
    assertThat(listed)
        .isEqualTo(
            modules.values().stream()
                .map(Described::directory)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static List<String> quoted(String text) {
    return Pattern.compile("`([^`]+)`")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** On the class path services are found by files, on the module path by descriptors. */
  @Test
  void descriptorsProvideTheServicesOfTheClassPath() throws IOException {
    int services = 0;
    for (Described module : modules.values()) {
      if (AUTOMATIC.contains(module.directory())) {
        continue;
      }
      Map<String, List<String>> files = serviceFiles(module.directory());
      assertThat(module.provides()).as(module.name()).isEqualTo(files);
      services += files.size();
    }
    assertThat(services).isGreaterThanOrEqualTo(4);
  }

  /** Whoever can call a method can name what it takes and returns. */
  @Test
  void exportedTypesMentionExportedTypesOnly() {
    List<String> found = new ArrayList<>();
    int[] seen = {0};
    for (JavaClass type : ALL) {
      Described module = owners.get(type.getPackageName());
      Set<String> readers = module == null ? null : module.exports().get(type.getPackageName());
      if (readers != null && isVisible(type)) {
        seen[0]++;
        mentioned(
            type,
            mention -> {
              if (!canBeNamed(mention, type, readers)) {
                found.add(type.getName() + " mentions " + mention.getName());
              }
            });
      }
    }
    assertThat(found).isEmpty();
    assertThat(seen[0]).isGreaterThan(200);
  }

  /** Javac sees to it where there is a descriptor; the others are only checked here. */
  @Test
  void modulesUseExportedPackagesOnly() {
    Set<String> found = new TreeSet<>();
    Set<String> needed = new LinkedHashSet<>();
    for (JavaClass type : ALL) {
      Described user = owners.get(type.getPackageName());
      if (user == null) {
        continue;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
        Described owner = owners.get(used);
        if (owner != null && !owner.equals(user)) {
          needed.add(used + " to " + user.name());
          if (!owner.exports(used, Set.of(user.name()))) {
            found.add(user.name() + " uses " + used);
          }
        }
      }
    }
    assertThat(found).isEmpty();

    Set<String> qualified = new TreeSet<>();
    for (Described module : modules.values()) {
      module
          .exports()
          .forEach((name, to) -> to.forEach(each -> qualified.add(name + " to " + each)));
    }
    assertThat(needed).as("what modules use of each other").containsAll(qualified);
  }

  private boolean canBeNamed(JavaClass mention, JavaClass by, Set<String> readers) {
    Described owner = owners.get(mention.getPackageName());
    return owner == null
        || (isVisible(mention)
            && (mention.getPackageName().equals(by.getPackageName())
                || owner.exports(mention.getPackageName(), readers)));
  }

  private static boolean isVisible(JavaClass type) {
    return isVisible(type.getModifiers())
        && type.getEnclosingClass().map(ModulesTest::isVisible).orElse(true);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  /** The types in the declaration of a class and of its public and protected members. */
  private static void mentioned(JavaClass type, Consumer<JavaClass> out) {
    Consumer<JavaType> each =
        mention -> mention.getAllInvolvedRawTypes().forEach(raw -> out.accept(element(raw)));
    // A hidden class of its package may hold what several classes share: that is theirs then.
    type.getRawSuperclass()
        .filter(above -> !isVisible(above) && above.getPackageName().equals(type.getPackageName()))
        .ifPresentOrElse(
            hidden -> mentioned(hidden, out), () -> type.getSuperclass().ifPresent(each));
    type.getInterfaces().forEach(each);
    type.getTypeParameters().forEach(parameter -> parameter.getUpperBounds().forEach(each));
    for (JavaMember member : type.getMembers()) {
      boolean inherited = !type.getModifiers().contains(JavaModifier.FINAL);
      if (!member.getModifiers().contains(JavaModifier.PUBLIC)
          && !(inherited && member.getModifiers().contains(JavaModifier.PROTECTED))) {
        continue;
      }
      if (member instanceof JavaField field) {
        each.accept(field.getType());
      } else if (member instanceof JavaCodeUnit code) {
        each.accept(code.getReturnType());
        code.getParameterTypes().forEach(each);
        code.getExceptionTypes().forEach(each);
      }
    }
  }

  private static JavaClass element(JavaClass type) {
    return type.getBaseComponentType();
  }

  private static Path sources(String directory) {
    return Path.of("..", directory, "src/main/java");
  }

  private static List<String> directories() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    String own = pom.substring(0, pom.indexOf("</modules>"));
    List<String> directories = new ArrayList<>();
    Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(own);
    while (module.find()) {
      if (!UNPUBLISHED.contains(module.group(1))) {
        directories.add(module.group(1));
      }
    }
    return directories;
  }

  private static Set<String> packages(String directory) throws IOException {
    Path sources = sources(directory);
    try (Stream<Path> files = Files.walk(sources)) {
      return new TreeSet<>(
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(file -> sources.relativize(file).getParent())
              .filter(parent -> parent != null)
              .map(parent -> parent.toString().replace(parent.getFileSystem().getSeparator(), "."))
              .toList());
    }
  }

  private static Described read(String directory) throws IOException {
    Map<String, Set<String>> exports = new TreeMap<>();
    Map<String, List<String>> provides = new TreeMap<>();
    if (AUTOMATIC.contains(directory)) {
      packages(directory).forEach(each -> exports.put(each, Set.of()));
    } else {
      String text =
          Files.readString(sources(directory).resolve("module-info.java"))
              .replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "")
              .replaceAll("\\s+", " ")
              .replaceAll(" ?\\. ?", "."); // the formatter breaks lines at dots, too
      Matcher directive = DIRECTIVE.matcher(text);
      while (directive.find()) {
        String names = directive.group(3);
        List<String> list = names == null ? List.of() : List.of(names.strip().split(" ?, ?"));
        if (directive.group(1).equals("exports")) {
          exports.put(directive.group(2), new TreeSet<>(list));
        } else {
          provides.put(directive.group(2), list);
        }
      }
    }
    String name = "dev.keyfold." + directory.replace('-', '.');
    return new Described(directory, name, exports, provides);
  }

  private static Map<String, List<String>> serviceFiles(String directory) throws IOException {
    Path services = Path.of("..", directory, "src/main/resources/META-INF/services");
    Map<String, List<String>> found = new TreeMap<>();
    if (Files.exists(services)) {
      try (Stream<Path> files = Files.list(services)) {
        for (Path file : files.toList()) {
          found.put(
              file.getFileName().toString(),
              Files.readAllLines(file).stream()
                  .map(line -> line.replaceFirst("#.*", "").strip())
                  .filter(line -> !line.isEmpty())
                  .toList());
        }
      }
    }
    return found;
  }
}
