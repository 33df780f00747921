package dev.keyfold.cli.shell;

import dev.keyfold.cli.sql.ShellSql;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.FieldDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Completions for the shell, from the commands and the tables of the store. */
public final class ShellWords {
  private static final Set<String> OPERATORS =
      Set.of("=", "!=", "<>", "<", "<=", ">", ">=", "like");
  private static final List<String> AFTER_FIELD =
      List.of("=", "<", "<=", ">", ">=", "between", "in (", "like '", "is null", "is not null");
  private static final List<String> AFTER_VALUE = List.of("and", "order by", "limit");

  private final Tables tables;
  private final CommandLine commands;
  private final Supplier<List<String>> redisCommands;

  /**
   * @param redisCommands the names of the Redis commands that the store supports
   */
  public ShellWords(Tables tables, CommandLine commands, Supplier<List<String>> redisCommands) {
    this.tables = tables;
    this.commands = commands;
    this.redisCommands = redisCommands;
  }

  /**
   * Words that may follow the others.
   *
   * @param before the complete words before the one being typed
   */
  public List<String> after(List<String> before) {
    if (before.isEmpty()) {
      return first();
    }
    String first = before.get(0);
    if (Shell.QUERIES.contains(first)) {
      return before.size() == 1 ? names() : query(before.get(1), before.subList(2, before.size()));
    }
    if (names().contains(first)) {
      return query(first, before.subList(1, before.size()));
    }
    return switch (first) {
      case "describe" -> before.size() == 1 ? names() : List.of();
      case "format" -> before.size() == 1 ? ShellFormat.words() : List.of();
      case "page", "help", "exit", "tables", "next" -> List.of();
      case RedisLines.PREFIX -> before.size() == 1 ? redisCommands.get() : List.of();
      case "scan" -> before.size() == 1 ? List.of("off") : List.of();
      default -> ShellSql.begins(first) ? ShellSql.words(tables) : command(before);
    };
  }

  private List<String> first() {
    List<String> words = new ArrayList<>(names());
    words.addAll(Shell.OWN);
    commands.getSubcommands().keySet().stream()
        .filter(name -> !Shell.OUTSIDE.contains(name) && !words.contains(name))
        .forEach(words::add);
    redisCommands.get().stream().filter(name -> !words.contains(name)).forEach(words::add);
    return words;
  }

  private List<String> names() {
    return tables.names();
  }

  /** Words of the program's own commands: what is below them, their options, tables. */
  private List<String> command(List<String> before) {
    CommandLine at = commands;
    for (String word : before) {
      CommandLine below = at.getSubcommands().get(word);
      if (below == null) {
        break;
      }
      at = below;
    }
    List<String> words = new ArrayList<>(at.getSubcommands().keySet());
    if (at == commands) {
      return List.of();
    }
    if (words.isEmpty()) {
      words.addAll(names());
      at.getCommandSpec().options().stream()
          .map(option -> option.longestName())
          .filter(name -> !name.equals("--store") && !name.equals("--color"))
          .forEach(words::add);
    }
    return words;
  }

  private List<String> query(String table, List<String> before) {
    List<String> fields =
        tables.list().stream()
            .filter(def -> def.name().equals(table))
            .flatMap(def -> def.fields().stream())
            .map(FieldDef::name)
            .toList();
    if (before.isEmpty()) {
      List<String> words = new ArrayList<>(fields);
      words.addAll(List.of("select", "order by", "limit"));
      return words;
    }
    if (before.get(0).equalsIgnoreCase("select")) {
      int where = before.indexOf("where");
      if (where >= 0) {
        List<String> after = before.subList(where + 1, before.size());
        return after.isEmpty() ? fields : query(table, after);
      }
      if (!before.contains("by") && !before.contains("order")) {
        boolean next = before.size() == 1 || before.get(before.size() - 1).endsWith(",");
        return next ? fields : List.of("where", "order by", "limit");
      }
    }
    String last = before.get(before.size() - 1).toLowerCase(Locale.ROOT);
    if (last.equals("and") && !isBetween(before)) {
      return fields;
    }
    if (last.equals("by") || last.endsWith(",")) {
      return fields;
    }
    int order = before.lastIndexOf("by");
    if (order >= 0) {
      return fields.contains(last) ? List.of("desc", "asc", "limit") : List.of("limit");
    }
    if (fields.contains(before.get(before.size() - 1))) {
      return AFTER_FIELD;
    }
    return switch (last) {
      case "order" -> List.of("by");
      case "is" -> List.of("null", "not null");
      case "not" -> List.of("null");
      case "limit", "between", "in", "and" -> List.of();
      default -> OPERATORS.contains(last) ? List.of() : AFTER_VALUE;
    };
  }

  /** Whether the word "and" at the end belongs to a between. */
  private static boolean isBetween(List<String> words) {
    int at = words.size() - 3;
    return at >= 0 && words.get(at).equalsIgnoreCase("between");
  }
}
