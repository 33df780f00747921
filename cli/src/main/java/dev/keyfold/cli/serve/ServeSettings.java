package dev.keyfold.cli.serve;

import dev.keyfold.cli.command.FileException;
import dev.keyfold.codec.bytes.EditDistance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The options of {@code keyfold serve}: those of the command line, and those of the configuration
 * file for what the command line leaves open. Immutable.
 *
 * <p>A line of the file is {@code name = value}: an option without its dashes, or {@code
 * config.NAME} for a parameter of CONFIG SET. Lines that begin with {@code #} are comments.
 */
final class ServeSettings {
  static final String CONFIG = "--config";
  static final String PARAMETER = "config.";

  /** {@code maxclients=100} is a parameter, {@code ./a=b.conf} and {@code keyfold.conf} files. */
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z0-9-]+=.*", Pattern.DOTALL);

  private final ParseResult args;
  private final @Nullable Path file;
  private final Map<String, String> options;
  private final Map<String, String> parameters;

  private ServeSettings(
      ParseResult args,
      @Nullable Path file,
      Map<String, String> options,
      Map<String, String> parameters) {
    this.args = args;
    this.file = file;
    this.options = options;
    this.parameters = parameters;
  }

  /**
   * @param names the options that a file may have, with their dashes
   * @param usage makes the error of a mistake
   */
  static ServeSettings of(
      ParseResult args, Set<String> names, Function<String, ParameterException> usage) {
    Path file = null;
    Map<String, String> given = new LinkedHashMap<>();
    List<String> values = args.matchedOptionValue(CONFIG, List.of());
    for (String value : values) {
      if (ASSIGNMENT.matcher(value).matches()) {
        int equals = value.indexOf('=');
        given.put(value.substring(0, equals), value.substring(equals + 1));
      } else if (value.startsWith("=")) {
        throw usage.apply(CONFIG + ": found '" + value + "', expected a FILE or NAME=VALUE");
      } else if (file != null) {
        throw usage.apply(
            CONFIG + ": found two files, " + file + " and " + value + "; expected one");
      } else {
        file = Path.of(value);
      }
    }
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, String> parameters = new LinkedHashMap<>();
    if (file != null) {
      read(file, names, options, parameters, usage);
    }
    parameters.putAll(given);
    return new ServeSettings(args, file, options, parameters);
  }

  private static void read(
      Path file,
      Set<String> names,
      Map<String, String> options,
      Map<String, String> parameters,
      Function<String, ParameterException> usage) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String where = file + ", line " + (i + 1) + ": ";
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw usage.apply(where + "found '" + line + "', expected NAME = VALUE");
      }
      String name = line.substring(0, equals).strip();
      String value = line.substring(equals + 1).strip();
      boolean parameter = name.startsWith(PARAMETER);
      if (!parameter && !names.contains("--" + name)) {
        throw usage.apply(where + "found '" + name + "', expected " + nearest(name, names));
      }
      String known =
          parameter
              ? parameters.put(name.substring(PARAMETER.length()), value)
              : options.put("--" + name, value);
      if (known != null) {
        throw usage.apply(where + "found " + name + " a second time, expected it once");
      }
    }
  }

  private static String nearest(String name, Set<String> names) {
    Set<String> all = new TreeSet<>();
    names.forEach(option -> all.add(option.substring(2)));
    String best = "";
    int distance = 3;
    for (String each : all) {
      int found = EditDistance.of(name, each);
      if (found < distance) {
        distance = found;
        best = each;
      }
    }
    return best.isEmpty()
        ? "one of " + String.join(", ", all) + " or " + PARAMETER + "NAME"
        : "an option such as " + best;
  }

  boolean has(String option) {
    return args.hasMatchedOption(option) || options.containsKey(option);
  }

  String get(String option, String otherwise) {
    return args.matchedOptionValue(option, options.getOrDefault(option, otherwise));
  }

  /** An option without a value; {@code true} or {@code false} in the file. */
  boolean isOn(String option, Function<String, ParameterException> usage) {
    String text = options.getOrDefault(option, "false");
    if (!text.equals("true") && !text.equals("false")) {
      throw usage.apply(
          file + ": " + option.substring(2) + ": found '" + text + "', expected true or false");
    }
    return args.hasMatchedOption(option) || text.equals("true");
  }

  /** Parameters of CONFIG SET, by name. */
  Map<String, String> parameters() {
    return parameters;
  }

  /** Whether the options come from a file, which can be read again. */
  boolean hasFile() {
    return file != null;
  }
}
