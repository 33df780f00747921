package dev.keyfold.redis.command;

import dev.keyfold.redis.resp.ReplyWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * One argument of a command, or a group of arguments, as COMMAND DOCS describes them.
 *
 * @param name its name
 * @param type such as {@code key} or {@code integer}; {@code oneof} and {@code block} have parts
 * @param keySpec the index of its key specification; -1 for none
 * @param token the token that precedes it; empty for none
 * @param since the first version of Redis with it, if later than the command's; otherwise empty
 * @param occurrence how often it may occur
 * @param parts the choices of a {@code oneof}, or the parts of a {@code block}
 */
record ArgumentSpec(
    String name,
    String type,
    int keySpec,
    String token,
    String since,
    Occurrence occurrence,
    List<ArgumentSpec> parts) {

  /**
   * How often an argument may occur.
   *
   * @param optional whether it may be omitted
   * @param multiple whether it may occur several times
   * @param repeatsToken whether its token is repeated each time
   */
  record Occurrence(boolean optional, boolean multiple, boolean repeatsToken) {}

  ArgumentSpec asOptional() {
    Occurrence mayBeOmitted = new Occurrence(true, occurrence.multiple, occurrence.repeatsToken);
    return new ArgumentSpec(name, type, keySpec, token, since, mayBeOmitted, parts);
  }

  /** The minimum number of words. */
  int leastWords() {
    if (occurrence.optional) {
      return 0;
    }
    int own = type.equals("pure-token") || token.isEmpty() ? 0 : 1;
    return own
        + switch (type) {
          case "oneof" -> parts.stream().mapToInt(ArgumentSpec::leastWords).min().orElse(0);
          case "block" -> parts.stream().mapToInt(ArgumentSpec::leastWords).sum();
          default -> 1;
        };
  }

  /** The map of COMMAND DOCS. */
  void write(ReplyWriter reply) {
    List<String> flags = flags();
    int fields = 2;
    fields += keySpec >= 0 ? 1 : 0;
    fields += token.isEmpty() ? 0 : 1;
    fields += since.isEmpty() ? 0 : 1;
    fields += flags.isEmpty() ? 0 : 1;
    fields += parts.isEmpty() ? 0 : 1;
    reply.map(fields);
    text(reply, "name", name);
    text(reply, "type", type);
    if (keySpec >= 0) {
      reply.bulk("key_spec_index");
      reply.integer(keySpec);
    }
    text(reply, "token", token);
    text(reply, "since", since);
    if (!flags.isEmpty()) {
      reply.bulk("flags");
      reply.set(flags.size());
      flags.forEach(reply::simple);
    }
    if (!parts.isEmpty()) {
      reply.bulk("arguments");
      reply.array(parts.size());
      parts.forEach(part -> part.write(reply));
    }
  }

  private List<String> flags() {
    List<String> flags = new ArrayList<>(0);
    if (occurrence.optional) {
      flags.add("optional");
    }
    if (occurrence.multiple) {
      flags.add("multiple");
    }
    if (occurrence.repeatsToken) {
      flags.add("multiple_token");
    }
    return flags;
  }

  private static void text(ReplyWriter reply, String name, String value) {
    if (!value.isEmpty()) {
      reply.bulk(name);
      reply.bulk(value);
    }
  }
}
