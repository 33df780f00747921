package dev.keyfold.cli.demo;

import dev.keyfold.structures.errors.WrongTypeException;
import dev.keyfold.structures.view.ScoredSet;
import dev.keyfold.structures.view.Views;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A map, an array and a sorted set in the same store as the orders, through the Java API. */
final class DemoStructures {
  private static final String MAP = "bob";
  private static final String ARRAY = "steps";
  private static final String SORTED_SET = "best";

  private static final Map<String, String> FIELDS =
      Map.of("name", "Bob", "email", "bob@example.com", "city", "Bern");
  private static final List<String> STEPS = List.of("ordered", "paid", "sent", "delivered");
  private static final Map<String, Double> SCORES =
      Map.of("books", 120.0, "toys", 125.5, "music", 99.0);

  private final DemoPage page;

  DemoStructures(DemoPage page) {
    this.page = page;
  }

  void show(Views views) {
    page.title("5. Maps, arrays and sorted sets in the same store, one entry per element");
    map(views);
    array(views);
    sortedSet(views);
  }

  /** Whether the structure of this name was created here and is unchanged. */
  static boolean isOwn(Views views, String name) {
    try {
      return switch (name) {
        case MAP -> views.map(MAP, String.class, String.class).equals(FIELDS);
        case ARRAY -> STEPS.equals(views.array(ARRAY, String.class));
        case SORTED_SET -> {
          Map<String, Double> found = new HashMap<>();
          ScoredSet<String> best = views.sortedSet(SORTED_SET, String.class);
          // One more than there should be: a user's may have many.
          best.range(0, SCORES.size() + 1L).forEach(one -> found.put(one.member(), one.score()));
          yield found.equals(SCORES);
        }
        default -> false;
      };
    } catch (WrongTypeException | IllegalArgumentException e) {
      return false; // of another kind, or with bytes that are no text
    }
  }

  private void map(Views views) {
    Map<String, String> bob = views.map(MAP, String.class, String.class);
    bob.putAll(FIELDS);
    page.fact("map", Map.of("bob", new TreeMap<>(bob)));
    page.command("Map<String, String> bob = db.map(\"bob\", String.class, String.class);");
    page.say("  bob                      " + bob);
    page.say("  bob.get(\"email\")         " + bob.get("email"));
  }

  private void array(Views views) {
    List<String> steps = views.array(ARRAY, String.class);
    steps.clear();
    steps.addAll(List.of("ordered", "paid", "delivered"));
    steps.add(2, "sent");
    page.fact("array", Map.of("steps", List.copyOf(steps)));
    page.command("List<String> steps = db.array(\"steps\", String.class);");
    page.say("  steps.add(2, \"sent\")     " + List.copyOf(steps));
  }

  private void sortedSet(Views views) {
    ScoredSet<String> best = views.sortedSet(SORTED_SET, String.class);
    best.add("books", 120);
    best.add("toys", 75.5);
    best.add("music", 99);
    best.increment("toys", 50);
    page.command("ScoredSet<String> best = db.sortedSet(\"best\", String.class);");
    StringBuilder line = new StringBuilder();
    Map<String, Object> scores = new LinkedHashMap<>();
    for (ScoredSet.Scored<String> one : best.rangeReversed(0, best.size())) {
      line.append(line.length() == 0 ? "" : ", ").append(one.member()).append(' ');
      line.append(one.score());
      scores.put(one.member(), one.score());
    }
    page.fact("sorted set", Map.of("best", scores));
    page.say("  best.rangeReversed(0, 3) " + line);
    page.say("  best.rank(\"music\")       " + best.rank("music").orElse(-1));
  }
}
