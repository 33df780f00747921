package dev.keyfold.bench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the side-by-side runs of stores and tables are told on their command lines:
 *
 * <pre>
 *   --records=1000000   how many, a multiple of 1,000
 *   --rounds=3          how often; fewer if time runs out
 *   --quick             few records, one short round
 *   --smoke             2,000 records, one round that proves that everything runs
 *   --markdown          tables to be published
 *   --dir=PATH          where the data is made and removed again; else the temporary directory
 *   NAME                only subjects whose name contains this; more than one may be given
 * </pre>
 *
 * @param records 0 if nothing was said
 * @param rounds 0 if nothing was said
 */
public record RunArguments<S extends Enum<S>>(
    int records,
    int rounds,
    boolean quick,
    boolean smoke,
    boolean markdown,
    Path parent,
    List<S> subjects) {

  /** Reads them; throws an {@link IllegalArgumentException} that names what was expected. */
  public static <S extends Enum<S>> RunArguments<S> parse(String[] args, Class<S> all) {
    List<String> words = Arrays.asList(args);
    List<S> subjects = new ArrayList<>();
    for (String arg : args) {
      if (!arg.matches("--quick|--smoke|--markdown|--(records|rounds)=[0-9]{1,9}|--dir=.+")) {
        subjects.addAll(named(arg, all));
      }
    }
    return new RunArguments<>(
        Integer.parseInt(value(words, "--records=", "0")),
        Integer.parseInt(value(words, "--rounds=", "0")),
        words.contains("--quick"),
        words.contains("--smoke"),
        words.contains("--markdown"),
        Path.of(value(words, "--dir=", System.getProperty("java.io.tmpdir"))),
        subjects.isEmpty() ? List.of(all.getEnumConstants()) : List.copyOf(subjects));
  }

  /** How long things are measured; the caller's own idea if nothing was said. */
  public Effort effort(Effort usual) {
    return smoke ? Effort.SMOKE : quick ? Effort.QUICK : usual;
  }

  /** How often. */
  public int rounds(int usual) {
    return rounds > 0 ? rounds : quick || smoke ? 1 : usual;
  }

  private static String value(List<String> words, String option, String otherwise) {
    return words.stream()
        .filter(word -> word.startsWith(option))
        .reduce((first, last) -> last)
        .map(word -> word.substring(option.length()))
        .orElse(otherwise);
  }

  private static <S extends Enum<S>> List<S> named(String arg, Class<S> all) {
    List<S> named =
        Arrays.stream(all.getEnumConstants())
            .filter(subject -> subject.name().contains(arg.toUpperCase(Locale.ROOT)))
            .toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "found '"
              + arg
              + "', expected --records=n, --rounds=n, --quick, --smoke, --markdown, --dir=path or"
              + " part of one of "
              + Arrays.toString(all.getEnumConstants()));
    }
    return named;
  }
}
