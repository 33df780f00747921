package dev.keyfold.redis.command.connection;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.client.TrackingMode;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CLIENT TRACKING, CACHING, TRACKINGINFO, GETREDIR: for clients that cache what they have read. */
final class TrackingCommands {
  private final Tracking tracking;
  private final Clients clients;

  TrackingCommands(Tracking tracking, Clients clients) {
    this.tracking = tracking;
    this.clients = clients;
  }

  void tracking(Call call) {
    boolean on = call.is(2, "on");
    if (!on && !call.is(2, "off")) {
      throw CommandException.syntax();
    }
    long redirect = 0;
    boolean broadcast = false;
    boolean optIn = false;
    boolean optOut = false;
    boolean noLoop = false;
    List<ByteKey> prefixes = new ArrayList<>();
    for (int i = 3; i < call.count(); i++) {
      boolean more = i + 1 < call.count();
      if (call.is(i, "redirect") && more) {
        if (redirect != 0) {
          throw CommandException.err("A client can only redirect to a single other client");
        }
        redirect = redirect(call, ++i);
      } else if (call.is(i, "bcast")) {
        broadcast = true;
      } else if (call.is(i, "optin")) {
        optIn = true;
      } else if (call.is(i, "optout")) {
        optOut = true;
      } else if (call.is(i, "noloop")) {
        noLoop = true;
      } else if (call.is(i, "prefix") && more) {
        prefixes.add(new ByteKey(call.arg(++i)));
      } else {
        throw CommandException.syntax();
      }
    }
    Client client = call.client();
    if (on) {
      TrackingMode mode = new TrackingMode(redirect, broadcast, optIn, optOut, noLoop);
      check(client.tracking(), mode, prefixes);
      tracking.enable(client, mode, prefixes);
    } else {
      tracking.disable(client);
    }
    call.reply().ok();
  }

  private long redirect(Call call, int i) {
    long id = call.integer(i, Long.MIN_VALUE, Long.MAX_VALUE, "Invalid client ID");
    if (clients.find(id) == null) {
      throw CommandException.err("The client ID you want redirect to does not exist");
    }
    return id;
  }

  private static void check(
      @Nullable TrackingMode before, TrackingMode mode, List<ByteKey> prefixes) {
    if (!mode.isBroadcast() && !prefixes.isEmpty()) {
      throw CommandException.err("PREFIX option requires BCAST mode to be enabled");
    }
    if (before != null && before.isBroadcast() != mode.isBroadcast()) {
      throw CommandException.err(
          "You can't switch BCAST mode on/off before disabling tracking for this client, and then"
              + " re-enabling it with a different mode.");
    }
    if (mode.isBroadcast() && (mode.isOptIn() || mode.isOptOut())) {
      throw CommandException.err("OPTIN and OPTOUT are not compatible with BCAST");
    }
    if (mode.isOptIn() && mode.isOptOut()) {
      throw CommandException.err("You can't specify both OPTIN mode and OPTOUT mode");
    }
    if (before != null
        && ((before.isOptIn() && mode.isOptOut()) || (before.isOptOut() && mode.isOptIn()))) {
      throw CommandException.err(
          "You can't switch OPTIN/OPTOUT mode before disabling tracking for this client, and then"
              + " re-enabling it with a different mode.");
    }
    for (int i = 0; i < prefixes.size(); i++) {
      if (before != null) {
        checkApart(prefixes.get(i), before.prefixes(), "an existing");
      }
      checkApart(prefixes.get(i), prefixes.subList(i + 1, prefixes.size()), "another provided");
    }
  }

  private static void checkApart(ByteKey prefix, Collection<ByteKey> others, String which) {
    for (ByteKey other : others) {
      if (startsWith(prefix, other) || startsWith(other, prefix)) {
        throw CommandException.err(
            "Prefix '"
                + ByteKey.text(prefix.array())
                + "' overlaps with "
                + which
                + " prefix '"
                + ByteKey.text(other.array())
                + "'. Prefixes for a single client must not overlap.");
      }
    }
  }

  private static boolean startsWith(ByteKey text, ByteKey prefix) {
    return dev.keyfold.codec.bytes.Bytes.startsWith(text.array(), prefix.array());
  }

  static void caching(Call call) {
    TrackingMode mode = call.client().tracking();
    if (mode == null) {
      throw CommandException.err(
          "CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or"
              + " OPTOUT mode enabled");
    }
    boolean yes = call.is(2, "yes");
    if (!yes && !call.is(2, "no")) {
      throw CommandException.syntax();
    }
    if (yes && !mode.isOptIn()) {
      throw CommandException.err(
          "CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode.");
    }
    if (!yes && !mode.isOptOut()) {
      throw CommandException.err(
          "CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.");
    }
    mode.caching(true);
    call.reply().ok();
  }

  static void redirection(Call call) {
    TrackingMode mode = call.client().tracking();
    call.reply().integer(mode == null ? -1 : mode.redirect());
  }

  static void info(Call call) {
    TrackingMode mode = call.client().tracking();
    List<String> flags = flags(mode);
    ReplyWriter reply = call.reply();
    reply.map(3);
    reply.bulk("flags");
    reply.set(flags.size());
    flags.forEach(reply::bulk);
    reply.bulk("redirect");
    reply.integer(mode == null ? -1 : mode.redirect());
    reply.bulk("prefixes");
    Collection<ByteKey> prefixes = mode == null ? List.of() : mode.prefixes();
    reply.array(prefixes.size());
    prefixes.forEach(prefix -> reply.bulk(prefix.array()));
  }

  private static List<String> flags(@Nullable TrackingMode mode) {
    if (mode == null) {
      return List.of("off");
    }
    List<String> flags = new ArrayList<>(List.of("on"));
    if (mode.isBroadcast()) {
      flags.add("bcast");
    }
    if (mode.isOptIn()) {
      flags.add("optin");
    }
    if (mode.isOptIn() && mode.isCaching()) {
      flags.add("caching-yes");
    }
    if (mode.isOptOut()) {
      flags.add("optout");
    }
    if (mode.isOptOut() && mode.isCaching()) {
      flags.add("caching-no");
    }
    if (mode.isNoLoop()) {
      flags.add("noloop");
    }
    if (mode.isRedirectBroken()) {
      flags.add("broken_redirect");
    }
    return flags;
  }
}
