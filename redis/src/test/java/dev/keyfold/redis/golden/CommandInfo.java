package dev.keyfold.redis.golden;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** COMMAND of a server as text: a line for each command and subcommand, in the order of names. */
final class CommandInfo {
  private final SortedMap<String, String> lines = new TreeMap<>();

  private CommandInfo() {}

  /** By name, as {@code command-info.list} has them. */
  static SortedMap<String, String> of(int port) throws IOException {
    CommandInfo info = new CommandInfo();
    try (TranscriptClient client = new TranscriptClient(port)) {
      client.send(List.of("COMMAND"));
      list(client.tree()).forEach(info::add);
    }
    return info.lines;
  }

  private void add(Object described) {
    List<Object> fields = list(described);
    StringBuilder line = new StringBuilder();
    line.append(fields.get(0)).append(' ').append(fields.get(1));
    line.append(' ').append(words(fields.get(2), ""));
    line.append(' ').append(fields.get(3)).append(',').append(fields.get(4));
    line.append(',').append(fields.get(5));
    line.append(' ').append(words(fields.get(6), "@"));
    for (Object spec : list(fields.get(8))) {
      line.append(" | ").append(words(field(spec, "flags"), ""));
      line.append(' ').append(part(field(spec, "begin_search")));
      line.append(' ').append(part(field(spec, "find_keys")));
    }
    lines.put(fields.get(0).toString(), line.toString());
    list(fields.get(9)).forEach(this::add);
  }

  private static String part(Object search) {
    List<Object> spec = list(field(search, "spec"));
    StringBuilder text = new StringBuilder(field(search, "type").toString());
    for (int i = 1; i < spec.size(); i += 2) {
      text.append(':').append(spec.get(i));
    }
    return text.toString();
  }

  private static Object field(Object map, String name) {
    List<Object> pairs = list(map);
    return pairs.get(pairs.indexOf(name) + 1);
  }

  private static String words(Object words, String mark) {
    String text =
        list(words).stream()
            .map(word -> word.toString().substring(mark.length()))
            .sorted()
            .collect(Collectors.joining(","));
    return text.isEmpty() ? "-" : text;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object reply) {
    return (List<Object>) reply;
  }
}
