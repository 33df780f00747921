package dev.keyfold.redis.client;

import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.PubSub;
import io.netty.buffer.ByteBuf;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client of the server: what belongs to its connection and not to the data. */
public final class Client implements PubSub.Subscriber {
  private final long id;
  private final ClientLifecycle lifecycle;
  private final InstantSource clock;
  private final Transport transport;
  private final ReplyWriter reply;
  private final ReplyMode replies;
  private final long createdMillis;
  private final ClientMemory.Share memory = new ClientMemory.Share();
  private final NameSet channels = new NameSet();
  private final NameSet patterns = new NameSet();
  private final NameSet shards = new NameSet();
  private final Map<Watches.Key, Boolean> watched = new LinkedHashMap<>(0);
  private final PushedMessages messages;
  private User user;
  private boolean authenticated;
  private long strangeSinceMillis;
  private int database;
  private String name = "";
  private ClientLibrary library = ClientLibrary.UNKNOWN;
  private @Nullable QueuedTransaction transaction;
  private long watchedMemory;
  private boolean watchBroken;
  private boolean blocked;
  private byte @Nullable [][] putOff;
  private boolean copying;
  private boolean told;
  private boolean monitor;
  private boolean noEvict;
  private boolean noTouch;
  private @Nullable TrackingMode tracking;
  private boolean closing;
  private boolean running;
  private @Nullable String lastCommand;
  private long lastActiveMillis;

  Client(long id, ClientLifecycle lifecycle, Transport transport, User user, InstantSource clock) {
    this.id = id;
    this.lifecycle = lifecycle;
    this.clock = clock;
    this.transport = transport;
    this.reply =
        new ReplyWriter(
            new ReplyWriter.Sink() {
              @Override
              public ByteBuf buffer() {
                return transport.output();
              }

              @Override
              public void truncated(int mark) {
                transport.truncated(mark);
              }
            });
    this.replies = new ReplyMode(reply);
    this.messages = new PushedMessages(this, lifecycle.memory());
    this.createdMillis = clock.millis();
    this.lastActiveMillis = createdMillis;
    this.strangeSinceMillis = createdMillis;
    this.user = user;
    this.authenticated = user.isEnabled() && user.hasNoPassword();
  }

  /** Counts up; never used twice. */
  public long id() {
    return id;
  }

  /** Where its replies go. */
  public ReplyWriter reply() {
    return reply;
  }

  /** Its connection. */
  public Transport transport() {
    return transport;
  }

  /** Its logical database. */
  public int database() {
    return database;
  }

  /** Selects a database. */
  public void select(int number) {
    database = number;
  }

  /** Its user. */
  public User user() {
    return user;
  }

  /** Whether it may run commands. */
  public boolean isAuthenticated() {
    return authenticated;
  }

  /** Makes it that user's. */
  public void authenticate(User as) {
    user = as;
    authenticated = true;
  }

  /** Makes it what a new connection is. */
  public void unauthenticate(User byDefault) {
    user = byDefault;
    authenticated = byDefault.isEnabled() && byDefault.hasNoPassword();
    strangeSinceMillis = clock.millis();
  }

  /** Since when it could have logged in and has not. */
  long strangeSinceMillis() {
    return strangeSinceMillis;
  }

  /** What its connection holds. */
  ClientMemory.Share memory() {
    return memory;
  }

  /** What it calls itself; empty if it does not. */
  public String name() {
    return name;
  }

  /** Sets what it calls itself. */
  public void name(String newName) {
    name = newName;
  }

  /** Its library. */
  public ClientLibrary library() {
    return library;
  }

  /** Sets its library. */
  public void library(ClientLibrary told) {
    library = told;
  }

  /** When it came. */
  public long createdMillis() {
    return createdMillis;
  }

  /** When it last sent a command. */
  public long lastActiveMillis() {
    return lastActiveMillis;
  }

  /** It runs a command of that full name. */
  public void active(long millis, String command) {
    lastActiveMillis = millis;
    lastCommand = command;
  }

  /** The full name of what it ran last; null if nothing yet. */
  @Nullable String lastCommand() {
    return lastCommand;
  }

  /** Limits the reply of the next command to what is left of the clients' memory. */
  public void limitReply() {
    reply.limit(lifecycle.memory().replyBytes());
  }

  /** Ends that limit. */
  public void unlimitReply() {
    reply.limit(Long.MAX_VALUE);
  }

  /** Which of its replies it wants. */
  public ReplyMode replies() {
    return replies;
  }

  /** SKIP ends with the command that it is for, which may have to wait before it runs. */
  public void endSkip() {
    if (!blocked && putOff == null) {
      replies.endSkip();
    }
  }

  /** Whether it sees what others do. */
  public boolean isMonitor() {
    return monitor;
  }

  /** Lets it see what others do, or not. */
  public void monitor(boolean on) {
    monitor = on;
  }

  /** CLIENT NO-EVICT. */
  public boolean isNoEvict() {
    return noEvict;
  }

  /** CLIENT NO-EVICT. */
  public void noEvict(boolean on) {
    noEvict = on;
  }

  /** CLIENT NO-TOUCH. */
  public boolean isNoTouch() {
    return noTouch;
  }

  /** CLIENT NO-TOUCH. */
  public void noTouch(boolean on) {
    noTouch = on;
  }

  /** How it hears of keys that it has cached; null if it does not. */
  public @Nullable TrackingMode tracking() {
    return tracking;
  }

  void tracking(@Nullable TrackingMode mode) {
    tracking = mode;
  }

  // --- transactions ---

  /** What it queues since MULTI; null outside of one. */
  public @Nullable QueuedTransaction transaction() {
    return transaction;
  }

  /** Begins to queue, or ends with null. */
  public void transaction(@Nullable QueuedTransaction next) {
    transaction = next;
  }

  /** The keys it watches, and whether each was there then. */
  public Map<Watches.Key, Boolean> watched() {
    return watched;
  }

  void watchedMemory(long bytes) {
    watchedMemory = bytes;
  }

  long watchedMemory() {
    return watchedMemory;
  }

  /** About what the names take that it watches, listens to, hears changes of and has itself. */
  public long keptBytes() {
    long prefixes = tracking == null ? 0 : tracking.memory();
    long own = (long) name.length() + library.name().length() + library.version().length();
    return watchedMemory + channels.memory() + patterns.memory() + shards.memory() + prefixes + own;
  }

  /** Whether a watched key has changed. */
  public boolean isWatchBroken() {
    return watchBroken;
  }

  void breakWatch(boolean broken) {
    watchBroken = broken;
  }

  // --- waiting ---

  /** Whether it waits for a key. */
  public boolean isBlocked() {
    return blocked;
  }

  /** It waits for a key from now on, or no more. */
  public void block(boolean now) {
    blocked = now;
  }

  /** The command put off by CLIENT PAUSE or for a copy under way; null for none. */
  public byte @Nullable [][] putOff() {
    return putOff;
  }

  /** Puts a command off, or with null takes that back. */
  public void putOff(byte @Nullable [][] arguments) {
    putOff = arguments;
  }

  /** Whether its command's result is still being made. */
  public void copying(boolean now) {
    copying = now;
  }

  /** Whether its next command may run now. */
  public boolean isReady() {
    return !blocked && putOff == null && !copying && !closing;
  }

  /** Sends what was replied, then closes; no further command of it runs. */
  public void close() {
    closing = true;
    transport.closeAfterReplies();
  }

  /** Closes it at once; it counts as gone from now on. */
  public void kill() {
    closing = true;
    lifecycle.disconnected(this);
    transport.close();
  }

  /** The same with an error that tells why. */
  void evict(String error) {
    closing = true;
    lifecycle.disconnected(this);
    transport.close(error);
  }

  /** Whether its command runs, so that its reply is being written. */
  boolean isRunning() {
    return running;
  }

  /** Whether it is about to be closed. */
  public boolean isClosing() {
    return closing;
  }

  void markClosing() {
    closing = true;
  }

  // --- messages ---

  /** Channels it listens to. */
  public Set<ByteKey> channels() {
    return channels;
  }

  /** Patterns it listens to. */
  public Set<ByteKey> patterns() {
    return patterns;
  }

  /** Sharded channels it listens to. */
  public Set<ByteKey> shards() {
    return shards;
  }

  /** How many channels and patterns it listens to. */
  public int subscriptions() {
    return channels.size() + patterns.size();
  }

  /** Whether it listens to anything, so that version 2 has no replies but messages. */
  public boolean isSubscribed() {
    return !channels.isEmpty() || !patterns.isEmpty() || !shards.isEmpty();
  }

  @Override
  public void message(String kind, byte[] channel, byte[] message) {
    messages.push(
        (long) channel.length + message.length,
        out -> {
          out.push(3);
          out.bulk(kind);
          out.bulk(channel);
          out.bulk(message);
        });
  }

  @Override
  public void message(byte[] pattern, byte[] channel, byte[] message) {
    messages.push(
        (long) pattern.length + channel.length + message.length,
        out -> {
          out.push(4);
          out.bulk("pmessage");
          out.bulk(pattern);
          out.bulk(channel);
          out.bulk(message);
        });
  }

  /** Writes what is no reply: at once, or behind the reply of its own command under way. */
  public void push(Consumer<ReplyWriter> message) {
    push(0, message);
  }

  /** The same, of about so many bytes: there is no room for what is known to be too long. */
  void push(long bytes, Consumer<ReplyWriter> message) {
    messages.push(bytes, message);
  }

  /** Closes it without what was written and not sent; it is forgotten when the network says so. */
  void discard() {
    closing = true;
    transport.discard();
  }

  /** At most so many bytes of messages has it not taken yet. */
  long waitingMessages() {
    return messages.waiting();
  }

  /** Whether it was ever told of changed keys, on its own behalf or for another client. */
  boolean isTold() {
    return told;
  }

  void markTold() {
    told = true;
  }

  /** As CLIENT LIST shows it. */
  @Override
  public String toString() {
    return ClientLine.of(this, clock.millis());
  }

  /** Its command runs from now on, or no more: messages come behind the reply. */
  public void running(boolean now) {
    running = now;
    if (!now) {
      messages.writePostponed();
    }
  }
}
