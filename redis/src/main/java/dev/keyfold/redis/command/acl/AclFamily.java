package dev.keyfold.redis.command.acl;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.auth.AclException;
import dev.keyfold.redis.auth.AclFile;
import dev.keyfold.redis.auth.AclLog;
import dev.keyfold.redis.auth.CommandAccess;
import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.command.Permissions;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** ACL and its subcommands. Users exist until the server stops, or ACL SAVE writes them. */
public final class AclFamily implements Family {
  private static final int MOST_PASSWORD_BITS = 4096;
  private static final String NO_FILE =
      "This Redis instance is not configured to use an ACL file. You may want to specify users via"
          + " the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis"
          + " configuration file set) in order to store users in the Redis configuration.";

  private final SecureRandom random = new SecureRandom();
  private final Users users;
  private final AclFile file;
  private final Clients clients;
  private final CommandTable table;
  private final InstantSource clock;

  /** Manages these users and the clients logged in as them. */
  public AclFamily(
      Users users, AclFile file, Clients clients, CommandTable table, InstantSource clock) {
    this.users = users;
    this.file = file;
    this.clients = clients;
    this.table = table;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    Command acl =
        commands
            .add("acl", -2)
            .since("6.0.0")
            .summary("Container for commands about users and their rights.");
    sub(acl, "setuser", -3, "Creates or changes a user.", this::setUser, ADMIN);
    sub(acl, "deluser", -3, "Removes users.", this::delUser, ADMIN);
    sub(acl, "getuser", 3, "Returns the rights of a user.", this::getUser, ADMIN);
    sub(acl, "list", 2, "Lists users with their rights.", this::list, ADMIN);
    sub(acl, "users", 2, "Lists users.", this::listNames, ADMIN);
    sub(
        acl,
        "whoami",
        2,
        "Tells the connection's user.",
        c -> c.reply().bulk(c.client().user().name()));
    sub(acl, "cat", -2, "Lists categories, or the commands of one.", this::cat);
    sub(acl, "genpass", -2, "Generates a random password.", this::genPass);
    sub(acl, "log", -2, "Lists denied commands and failed logins.", this::log, ADMIN);
    sub(acl, "dryrun", -4, "Checks whether a user may run a command.", this::dryRun, ADMIN);
    sub(acl, "load", 2, "Reads users from their file.", this::load, ADMIN);
    sub(acl, "save", 2, "Writes users to their file.", this::save, ADMIN);
    HelpText.add(acl, "6.0.0");
  }

  private static void sub(
      Command acl, String name, int arity, String summary, Handler handler, Flag... flags) {
    acl.sub(name, arity)
        .flags(NOSCRIPT, LOADING, STALE)
        .flags(flags)
        .since("6.0.0")
        .summary(summary)
        .runs(handler);
  }

  private void load(Call call) {
    requireFile();
    try {
      List<User> gone = file.load(users);
      for (Client client : new ArrayList<>(clients.all())) {
        if (gone.contains(client.user()) || listensInVain(client)) {
          disconnect(call, client);
        }
      }
    } catch (IOException e) {
      throw CommandException.err("the users are unchanged: " + e.getMessage());
    }
    call.reply().ok();
  }

  private void save(Call call) {
    requireFile();
    try {
      file.save(users);
    } catch (IOException e) {
      throw CommandException.err("cannot save the users: " + e);
    }
    call.reply().ok();
  }

  private void requireFile() {
    if (!file.isConfigured()) {
      throw CommandException.err(NO_FILE);
    }
  }

  private void setUser(Call call) {
    for (int i = 2; i < call.count(); i++) {
      call.redact(i);
    }
    String name = call.text(2);
    if (name.chars().anyMatch(c -> c == 0 || Character.isWhitespace(c))) {
      throw CommandException.err("Usernames can't contain spaces or null characters");
    }
    List<String> rules = new ArrayList<>();
    for (int i = 3; i < call.count(); i++) {
      rules.add(call.text(i));
    }
    User user;
    try {
      user = users.set(name, rules);
    } catch (AclException e) {
      throw CommandException.err(e.getMessage());
    }
    for (Client client : new ArrayList<>(clients.all())) {
      if (client.user() == user && listensInVain(client)) {
        disconnect(call, client);
      }
    }
    call.reply().ok();
  }

  private static boolean listensInVain(Client client) {
    User user = client.user();
    return !client.subscriptions().channels().stream()
            .allMatch(c -> user.mayListen(new CommandAccess.Channel(c.array(), false)))
        || !client.subscriptions().shards().stream()
            .allMatch(c -> user.mayListen(new CommandAccess.Channel(c.array(), false)))
        || !client.subscriptions().patterns().stream()
            .allMatch(c -> user.mayListen(new CommandAccess.Channel(c.array(), true)));
  }

  private static void disconnect(Call call, Client client) {
    if (client == call.client()) {
      client.close();
    } else {
      client.kill();
    }
  }

  private void delUser(Call call) {
    for (int i = 2; i < call.count(); i++) {
      call.redact(i);
    }
    int removed = 0;
    for (int i = 2; i < call.count(); i++) {
      String name = call.text(i);
      if (name.equals("default")) {
        throw CommandException.err("The 'default' user cannot be removed");
      }
    }
    for (int i = 2; i < call.count(); i++) {
      User user = users.find(call.text(i));
      if (user != null && users.remove(call.text(i))) {
        removed++;
        for (Client client : new ArrayList<>(clients.all())) {
          if (client.user() == user) {
            disconnect(call, client);
          }
        }
      }
    }
    call.reply().integer(removed);
  }

  private void getUser(Call call) {
    call.redact(2);
    User user = users.find(call.text(2));
    ReplyWriter reply = call.reply();
    if (user == null) {
      reply.nullBulk();
      return;
    }
    reply.map(6);
    reply.bulk("flags");
    reply.set(user.flags().size());
    user.flags().forEach(reply::bulk);
    reply.bulk("passwords");
    reply.array(user.passwords().size());
    user.passwords().forEach(reply::bulk);
    rights(reply, user.commands(), user.keys(), user.channels());
    reply.bulk("selectors");
    reply.array(user.selectors().size());
    for (User.Selector selector : user.selectors()) {
      reply.map(3);
      rights(reply, selector.commands(), selector.keys(), selector.channels());
    }
  }

  private static void rights(ReplyWriter reply, String commands, String keys, String channels) {
    reply.bulk("commands");
    reply.bulk(commands);
    reply.bulk("keys");
    reply.bulk(keys);
    reply.bulk("channels");
    reply.bulk(channels);
  }

  private void list(Call call) {
    call.reply().array(users.all().size());
    users.all().forEach(user -> call.reply().bulk(user.describe()));
  }

  private void listNames(Call call) {
    call.reply().array(users.all().size());
    users.all().forEach(user -> call.reply().bulk(user.name()));
  }

  private void cat(Call call) {
    List<String> names;
    if (call.count() == 2) {
      names = users.catalog().categories();
    } else if (call.count() == 3) {
      List<Integer> ids = users.catalog().category(call.text(2));
      if (ids == null) {
        throw CommandException.err("Unknown category '" + call.text(2) + "'");
      }
      names = ids.stream().map(id -> users.catalog().name(id)).toList();
    } else {
      throw CommandException.subcommand(call.text(1), "ACL");
    }
    call.reply().array(names.size());
    names.forEach(call.reply()::bulk);
  }

  private void genPass(Call call) {
    String range =
        "ACL GENPASS argument must be the number of bits for the output password, a positive"
            + " number up to 4096";
    if (call.count() > 3) {
      throw CommandException.subcommand(call.text(1), "ACL");
    }
    long bitCount = call.count() == 2 ? 256 : call.integer(2);
    if (bitCount < 1 || bitCount > MOST_PASSWORD_BITS) {
      throw CommandException.err(range);
    }
    int bits = (int) bitCount;
    byte[] secret = new byte[(bits + 7) / 8];
    random.nextBytes(secret);
    call.reply().bulk(HexFormat.of().formatHex(secret).substring(0, (bits + 3) / 4));
  }

  private void log(Call call) {
    AclLog log = users.log();
    if (call.count() == 3 && call.is(2, "reset")) {
      log.clear();
      call.reply().ok();
      return;
    }
    if (call.count() > 3) {
      throw CommandException.subcommand(call.text(1), "ACL");
    }
    long most = call.count() == 3 ? Math.max(0, call.integer(2)) : 10;
    List<AclLog.Entry> entries = log.entries().stream().limit(most).toList();
    ReplyWriter reply = call.reply();
    long now = clock.millis();
    reply.array(entries.size());
    for (AclLog.Entry entry : entries) {
      reply.map(7);
      reply.bulk("count");
      reply.integer(entry.count());
      reply.bulk("reason");
      reply.bulk(entry.denial().reason().name().toLowerCase(Locale.ROOT));
      reply.bulk("context");
      reply.bulk(entry.context());
      reply.bulk("object");
      reply.bulk(entry.denial().object());
      reply.bulk("username");
      reply.bulk(entry.user());
      reply.bulk("age-seconds");
      reply.real((now - entry.updatedMillis()) / 1000.0);
      reply.bulk("client-info");
      reply.bulk(entry.client());
    }
  }

  private void dryRun(Call call) {
    User user = users.find(call.text(2));
    if (user == null) {
      throw CommandException.err("User '" + call.text(2) + "' not found");
    }
    byte[][] arguments = Arrays.copyOfRange(call.args(), 3, call.count());
    Command command;
    try {
      command = table.resolve(arguments);
    } catch (CommandException e) {
      throw CommandException.err("Command '" + ByteKey.text(arguments[0]) + "' not found");
    }
    if (!command.accepts(arguments.length)) {
      throw CommandException.arguments(command.fullName());
    }
    Denial denial = Permissions.check(user, command, arguments);
    if (denial == null) {
      call.reply().ok();
    } else {
      call.reply().bulk(denial.dryRun());
    }
  }
}
