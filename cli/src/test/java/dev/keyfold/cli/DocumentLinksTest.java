package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the pages of the documentation. */
class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  /** Pages, headings and files that links of the documentation point to. */
  @Test
  void linksOfTheDocumentationLeadSomewhere() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String directory : List.of("..", "../docs", "../docs/decisions")) {
      try (Stream<Path> files = Files.list(Path.of(directory))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        if (link.group(1).contains(":")) {
          continue; // another site
        }
        Path to = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        boolean exists =
            Files.exists(to) && (link.group(2) == null || anchors(to).contains(link.group(2)));
        if (!exists) {
          broken.add(page + " " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(pages).hasSizeGreaterThan(40);
  }

  /** The README leads to every page. */
  @Test
  void theReadmeLinksEveryPage() throws IOException {
    String readme = Files.readString(Path.of("../README.md"));
    try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
      assertThat(pages.filter(page -> page.toString().endsWith(".md")))
          .filteredOn(page -> !page.endsWith("CODE-TOUR.md")) // CONTRIBUTING links it
          .allMatch(page -> readme.contains("](docs/" + page.getFileName() + ")"));
    }
  }

  /** The anchors that headings get: in lower case, without punctuation, with hyphens for blanks. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> found = new HashSet<>();
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("#")) {
        String heading = line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT);
        found.add(heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'));
      }
    }
    return found;
  }
}
