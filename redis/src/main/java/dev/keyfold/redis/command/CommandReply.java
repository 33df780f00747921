package dev.keyfold.redis.command;

import dev.keyfold.redis.resp.ReplyWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Commands as COMMAND INFO and COMMAND DOCS describe them. */
public final class CommandReply {
  private CommandReply() {}

  /** The ten fields of COMMAND INFO. */
  public static void info(ReplyWriter reply, Command command) {
    reply.array(10);
    reply.bulk(command.fullName());
    reply.integer(command.arity());
    words(reply, command.flags().stream().filter(Flag::isShown).map(Flag::wireName).toList());
    int[] positions = positions(command.keySpecs());
    for (int position : positions) {
      reply.integer(position);
    }
    words(reply, command.categories().stream().map(category -> "@" + category.wireName()).toList());
    reply.array(command.tips().size());
    command.tips().forEach(reply::bulk);
    reply.array(command.keySpecs().size());
    command.keySpecs().forEach(spec -> spec(reply, spec));
    reply.array(command.subcommands().size());
    command.subcommands().forEach(sub -> info(reply, sub));
  }

  private static void words(ReplyWriter reply, Collection<String> words) {
    reply.set(words.size());
    words.forEach(reply::simple);
  }

  /** First key, last key and step of the legacy form, which can express one range only. */
  private static int[] positions(List<KeySpec> specs) {
    int first = 0;
    int last = 0;
    int step = 0;
    for (KeySpec spec : specs) {
      if (!spec.isFixed()) {
        continue;
      }
      int end = spec.last() >= 0 ? spec.first() + spec.last() : spec.last();
      if (first == 0) {
        first = spec.first();
        last = end;
        step = spec.step();
      } else if (last >= 0 && spec.first() == last + 1) {
        last = end;
      }
    }
    return new int[] {first, last, step};
  }

  /** What happens to a key, as words. */
  public static void flags(ReplyWriter reply, KeySpec spec) {
    reply.set(spec.flags().size());
    for (String flag : spec.flags()) {
      reply.simple(flag.length() == 2 ? flag : flag.toLowerCase(Locale.ROOT));
    }
  }

  private static void spec(ReplyWriter reply, KeySpec spec) {
    reply.map(3);
    reply.bulk("flags");
    flags(reply, spec);
    reply.bulk("begin_search");
    reply.map(2);
    reply.bulk("type");
    if (spec.isUnknown()) {
      unknown(reply);
      reply.bulk("find_keys");
      reply.map(2);
      reply.bulk("type");
      unknown(reply);
      return;
    }
    reply.bulk(spec.keyword().isEmpty() ? "index" : "keyword");
    reply.bulk("spec");
    if (spec.keyword().isEmpty()) {
      reply.map(1);
      field(reply, "index", spec.first());
    } else {
      reply.map(2);
      reply.bulk("keyword");
      reply.bulk(spec.keyword());
      field(reply, "startfrom", spec.first());
    }
    reply.bulk("find_keys");
    reply.map(2);
    reply.bulk("type");
    reply.bulk(spec.counted() ? "keynum" : "range");
    reply.bulk("spec");
    reply.map(3);
    if (spec.counted()) {
      field(reply, "keynumidx", 0);
      field(reply, "firstkey", 1);
      field(reply, "keystep", spec.step());
    } else {
      field(reply, "lastkey", spec.last());
      field(reply, "keystep", spec.step());
      field(reply, "limit", 0);
    }
  }

  private static void unknown(ReplyWriter reply) {
    reply.bulk("unknown");
    reply.bulk("spec");
    reply.map(0);
  }

  private static void field(ReplyWriter reply, String name, int value) {
    reply.bulk(name);
    reply.integer(value);
  }

  /** Name and documentation, of the subcommands too. */
  public static void docs(ReplyWriter reply, Command command) {
    reply.bulk(command.fullName());
    List<ArgumentSpec> arguments = ArgumentTable.of(command.fullName());
    reply.map(4 + (arguments.isEmpty() ? 0 : 1) + (command.isContainer() ? 1 : 0));
    reply.bulk("summary");
    reply.bulk(command.summary());
    reply.bulk("since");
    reply.bulk(command.since());
    reply.bulk("group");
    reply.bulk(command.group());
    reply.bulk("complexity");
    reply.bulk(command.complexity());
    if (!arguments.isEmpty()) {
      reply.bulk("arguments");
      reply.array(arguments.size());
      arguments.forEach(argument -> argument.write(reply));
    }
    if (command.isContainer()) {
      reply.bulk("subcommands");
      reply.map(command.subcommands().size());
      command.subcommands().forEach(sub -> docs(reply, sub));
    }
  }
}
