package dev.keyfold.redis.command;

import dev.keyfold.redis.auth.CommandCatalog;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The command table as rights see it. */
public final class TableCatalog implements CommandCatalog {
  private final CommandTable table;

  /** Of that table. */
  public TableCatalog(CommandTable table) {
    this.table = table;
  }

  @Override
  public int size() {
    return table.all().size();
  }

  @Override
  public int id(String fullName) {
    Command command = table.find(fullName);
    return command == null ? -1 : command.id();
  }

  @Override
  public String name(int id) {
    return table.all().get(id).fullName();
  }

  @Override
  public List<Integer> subcommands(int id) {
    return table.all().get(id).subcommands().stream().map(Command::id).toList();
  }

  @Override
  public @Nullable List<Integer> category(String name) {
    for (Category category : Category.values()) {
      if (category.name().equals(name.toUpperCase(Locale.ROOT))) {
        return table.all().stream()
            .filter(command -> command.categories().contains(category))
            .map(Command::id)
            .toList();
      }
    }
    return null;
  }

  @Override
  public List<String> categories() {
    return Arrays.stream(Category.values()).map(Category::wireName).toList();
  }
}
