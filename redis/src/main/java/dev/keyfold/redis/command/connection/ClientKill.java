package dev.keyfold.redis.command.connection;

import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** CLIENT KILL: the old form by address, the new one by filters that must all fit. */
final class ClientKill {
  private final Clients clients;
  private final Users users;

  ClientKill(Clients clients, Users users) {
    this.clients = clients;
    this.users = users;
  }

  void run(Call call) {
    if (call.count() == 3) {
      String address = call.text(2);
      if (kill(call, client -> client.transport().remoteAddress().equals(address), false) == 0) {
        throw CommandException.err("No such client");
      }
      call.reply().ok();
      return;
    }
    boolean skipMe = true;
    List<Predicate<Client>> filters = new ArrayList<>();
    for (int i = 2; i < call.count(); i += 2) {
      if (i + 1 == call.count()) {
        throw CommandException.syntax();
      }
      String value = call.text(i + 1);
      switch (call.text(i).toLowerCase(Locale.ROOT)) {
        case "id" -> {
          long id = call.integer(i + 1, 1, Long.MAX_VALUE, "client-id should be greater than 0");
          filters.add(client -> client.id() == id);
        }
        case "type" -> {
          String type = value.toLowerCase(Locale.ROOT);
          ClientCommands.checkType(type, value);
          filters.add(client -> ClientCommands.isType(client, type));
        }
        case "addr" -> filters.add(c -> c.transport().remoteAddress().equals(value));
        case "laddr" -> filters.add(c -> c.transport().localAddress().equals(value));
        case "user" -> {
          if (users.find(value) == null) {
            throw CommandException.err("No such user '" + value + "'");
          }
          filters.add(client -> client.user().name().equals(value));
        }
        case "skipme" -> {
          if (!value.equalsIgnoreCase("yes") && !value.equalsIgnoreCase("no")) {
            throw CommandException.syntax();
          }
          skipMe = value.equalsIgnoreCase("yes");
        }
        default -> throw CommandException.syntax();
      }
    }
    Predicate<Client> all = client -> filters.stream().allMatch(filter -> filter.test(client));
    call.reply().integer(kill(call, all, skipMe));
  }

  private int kill(Call call, Predicate<Client> which, boolean skipMe) {
    int killed = 0;
    for (Client client : new ArrayList<>(clients.all())) {
      boolean me = client == call.client();
      if (which.test(client) && !(me && skipMe)) {
        killed++;
        if (me) {
          client.close();
        } else {
          client.kill();
        }
      }
    }
    return killed;
  }
}
