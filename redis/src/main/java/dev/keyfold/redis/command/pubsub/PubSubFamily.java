package dev.keyfold.redis.command.pubsub;

import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.MAY_REPLICATE;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.PUBSUB;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Glob;
import dev.keyfold.redis.state.PubSub;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** SUBSCRIBE, PUBLISH and what belongs to them. */
public final class PubSubFamily implements Family {
  private final PubSub pubsub;

  /** Subscribes to and publishes on these channels. */
  public PubSubFamily(PubSub pubsub) {
    this.pubsub = pubsub;
  }

  @Override
  public String name() {
    return "pubsub";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    listen(commands, "subscribe", -2, "2.0.0", this::subscribe);
    listen(commands, "unsubscribe", -1, "2.0.0", this::unsubscribe);
    listen(commands, "psubscribe", -2, "2.0.0", this::psubscribe);
    listen(commands, "punsubscribe", -1, "2.0.0", this::punsubscribe);
    // For a cluster, the name of a sharded channel is hashed to a node as if it were a key.
    listen(commands, "ssubscribe", -2, "7.0.0", this::ssubscribe)
        .keys(KeySpec.range("NOT_KEY", 1, -1, 1));
    listen(commands, "sunsubscribe", -1, "7.0.0", this::sunsubscribe)
        .keys(KeySpec.range("NOT_KEY", 1, -1, 1));
    commands
        .add("publish", 3)
        .flags(PUBSUB, LOADING, STALE, FAST, MAY_REPLICATE)
        .since("2.0.0")
        .summary("Sends a message to the subscribers of a channel.")
        .complexity("O(N+M), listeners of the channel and patterns of anybody")
        .runs(call -> call.reply().integer(call.publish(call.arg(1), call.arg(2), false)));
    commands
        .add("spublish", 3)
        .flags(PUBSUB, LOADING, STALE, FAST, MAY_REPLICATE)
        .key("NOT_KEY", 1)
        .since("7.0.0")
        .summary("Sends a message to the subscribers of a sharded channel.")
        .runs(call -> call.reply().integer(call.publish(call.arg(1), call.arg(2), true)));
    Command about =
        commands
            .add("pubsub", -2)
            .since("2.8.0")
            .summary("Container for commands about subscriptions.");
    ask(about, "channels", -2, "Lists the active channels.", this::channels);
    ask(about, "numsub", -2, "Counts the subscribers of channels.", this::counts);
    ask(
        about,
        "numpat",
        2,
        "Counts the subscribed patterns.",
        c -> c.reply().integer(pubsub.patternCount()));
    ask(about, "shardchannels", -2, "Lists the active sharded channels.", this::shardChannels);
    ask(about, "shardnumsub", -2, "Counts the subscribers of sharded channels.", this::shardCounts);
    HelpText.add(about, "6.2.0");
  }

  private static Command listen(
      CommandTable.Registry commands, String name, int arity, String since, Handler handler) {
    String what = name.contains("un") ? "Unsubscribes from channels." : "Subscribes to channels.";
    return commands
        .add(name, arity)
        .flags(PUBSUB, NOSCRIPT, LOADING, STALE)
        .since(since)
        .summary(what)
        .complexity("O(N), channels")
        .runs(handler);
  }

  private static void ask(Command pubsub, String name, int arity, String summary, Handler handler) {
    pubsub
        .sub(name, arity)
        .flags(PUBSUB, LOADING, STALE)
        .since("2.8.0")
        .summary(summary)
        .runs(handler);
  }

  private void subscribe(Call call) {
    Client client = call.client();
    for (int i = 1; i < call.count(); i++) {
      ByteKey channel = new ByteKey(call.arg(i));
      client.subscriptions().channels().add(channel);
      pubsub.subscribe(channel, client);
      answer(call, "subscribe", channel, client.subscriptions().count());
    }
  }

  private void psubscribe(Call call) {
    Client client = call.client();
    for (int i = 1; i < call.count(); i++) {
      ByteKey pattern = new ByteKey(call.arg(i));
      client.subscriptions().patterns().add(pattern);
      pubsub.subscribePattern(pattern, client);
      answer(call, "psubscribe", pattern, client.subscriptions().count());
    }
  }

  private void ssubscribe(Call call) {
    Client client = call.client();
    for (int i = 1; i < call.count(); i++) {
      ByteKey channel = new ByteKey(call.arg(i));
      client.subscriptions().shards().add(channel);
      pubsub.subscribeShard(channel, client);
      answer(call, "ssubscribe", channel, client.subscriptions().shards().size());
    }
  }

  private void unsubscribe(Call call) {
    Client client = call.client();
    remove(
        call,
        client.subscriptions().channels(),
        channel -> pubsub.unsubscribe(channel, client),
        who -> who.subscriptions().count());
  }

  private void punsubscribe(Call call) {
    Client client = call.client();
    remove(
        call,
        client.subscriptions().patterns(),
        pattern -> pubsub.unsubscribePattern(pattern, client),
        who -> who.subscriptions().count());
  }

  private void sunsubscribe(Call call) {
    Client client = call.client();
    remove(
        call,
        client.subscriptions().shards(),
        channel -> pubsub.unsubscribeShard(channel, client),
        who -> who.subscriptions().shards().size());
  }

  private static void remove(
      Call call, Set<ByteKey> from, Consumer<ByteKey> forget, ToIntFunction<Client> left) {
    String kind = call.command().name();
    List<ByteKey> names = new ArrayList<>();
    if (call.count() == 1) {
      names.addAll(from);
    }
    for (int i = 1; i < call.count(); i++) {
      names.add(new ByteKey(call.arg(i)));
    }
    for (ByteKey name : names) {
      from.remove(name);
      forget.accept(name);
      answer(call, kind, name, left.applyAsInt(call.client()));
    }
    if (names.isEmpty()) {
      answer(call, kind, null, left.applyAsInt(call.client()));
    }
  }

  private static void answer(Call call, String kind, @Nullable ByteKey name, int count) {
    Consumer<ReplyWriter> message =
        reply -> {
          reply.push(3);
          reply.bulk(kind);
          reply.bulk(name == null ? null : name.array());
          reply.integer(count);
        };
    // Confirmations are pushed messages: CLIENT REPLY OFF does not suppress them.
    if (call.client().replies().isWanted()) {
      message.accept(call.reply());
    } else {
      call.client().push(message);
    }
  }

  private void channels(Call call) {
    list(call, pubsub.channels());
  }

  private void shardChannels(Call call) {
    list(call, pubsub.shardChannels());
  }

  private static void list(Call call, Collection<ByteKey> channels) {
    if (call.count() > 3) {
      throw CommandException.err(
          "unknown subcommand or wrong number of arguments for '"
              + call.text(1)
              + "'. Try PUBSUB HELP.");
    }
    List<ByteKey> found = new ArrayList<>(channels);
    if (call.count() == 3) {
      found.removeIf(channel -> !Glob.matches(call.arg(2), channel.array()));
    }
    call.reply().array(found.size());
    found.forEach(channel -> call.reply().bulk(channel.array()));
  }

  private void counts(Call call) {
    count(call, pubsub::subscribers);
  }

  private void shardCounts(Call call) {
    count(call, pubsub::shardSubscribers);
  }

  private static void count(Call call, ToIntFunction<ByteKey> counter) {
    call.reply().array(2 * (call.count() - 2L));
    for (int i = 2; i < call.count(); i++) {
      call.reply().bulk(call.arg(i));
      call.reply().integer(counter.applyAsInt(new ByteKey(call.arg(i))));
    }
  }
}
