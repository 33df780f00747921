package dev.keyfold.redis.client;

import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.PubSub;
import io.netty.buffer.ByteBuf;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client: the state of its connection. */
public final class Client implements PubSub.Subscriber {
  private final long id;
  private final ClientLifecycle lifecycle;
  private final InstantSource clock;
  private final Transport transport;
  private final ReplyWriter reply;
  private final ReplyMode replies;
  private final long createdMillis;
  private final ClientMemory.Share memory = new ClientMemory.Share();
  private final Subscriptions subscriptions = new Subscriptions();
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

  /** Logs the client in as a user. */
  public void authenticate(User as) {
    user = as;
    authenticated = true;
  }

  /** Restores the user of a new connection. */
  public void unauthenticate(User byDefault) {
    user = byDefault;
    authenticated = byDefault.isEnabled() && byDefault.hasNoPassword();
    strangeSinceMillis = clock.millis();
  }

  /** Since when it has been connected without logging in. */
  long strangeSinceMillis() {
    return strangeSinceMillis;
  }

  /** The memory that its connection uses. */
  ClientMemory.Share memory() {
    return memory;
  }

  /** Its name (CLIENT SETNAME); empty for none. */
  public String name() {
    return name;
  }

  /** Sets its name. */
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

  /** When it connected. */
  public long createdMillis() {
    return createdMillis;
  }

  /** When it last sent a command. */
  public long lastActiveMillis() {
    return lastActiveMillis;
  }

  /** Records that it runs the command of that full name. */
  public void active(long millis, String command) {
    lastActiveMillis = millis;
    lastCommand = command;
  }

  /** The full name of the last command it ran; null before the first. */
  @Nullable String lastCommand() {
    return lastCommand;
  }

  /** Limits the reply of the next command to what is left of the clients' memory. */
  public void limitReply() {
    reply.limit(lifecycle.memory().replyBytes());
  }

  /** How many bytes the next command may take for its reply, and what it collects for it. */
  public long replyBytes() {
    return lifecycle.memory().replyBytes();
  }

  /** Ends that limit. */
  public void unlimitReply() {
    reply.limit(Long.MAX_VALUE);
  }

  /** Its CLIENT REPLY mode. */
  public ReplyMode replies() {
    return replies;
  }

  /** Ends CLIENT REPLY SKIP with its command, unless that is blocked or delayed. */
  public void endSkip() {
    if (!blocked && putOff == null) {
      replies.endSkip();
    }
  }

  /** Whether it uses MONITOR. */
  public boolean isMonitor() {
    return monitor;
  }

  /** Turns MONITOR on or off. */
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

  /** Its CLIENT TRACKING mode; null if tracking is off. */
  public @Nullable TrackingMode tracking() {
    return tracking;
  }

  void tracking(@Nullable TrackingMode mode) {
    tracking = mode;
  }

  // --- transactions ---

  /** The commands queued since MULTI; null outside a transaction. */
  public @Nullable QueuedTransaction transaction() {
    return transaction;
  }

  /** Starts queueing; null ends the transaction. */
  public void transaction(@Nullable QueuedTransaction next) {
    transaction = next;
  }

  /** The keys it watches, and whether each existed at that time. */
  public Map<Watches.Key, Boolean> watched() {
    return watched;
  }

  void watchedMemory(long bytes) {
    watchedMemory = bytes;
  }

  long watchedMemory() {
    return watchedMemory;
  }

  /** Approximate memory of its watched keys, subscriptions, tracked prefixes and own names. */
  public long keptBytes() {
    long prefixes = tracking == null ? 0 : tracking.memory();
    long own = (long) name.length() + library.name().length() + library.version().length();
    return watchedMemory + subscriptions.memory() + prefixes + own;
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

  /** Marks it as blocked, or no longer blocked. */
  public void block(boolean now) {
    blocked = now;
  }

  /** The command delayed by CLIENT PAUSE or by a copy job; null for none. */
  public byte @Nullable [][] putOff() {
    return putOff;
  }

  /** Delays a command; null ends the delay. */
  public void putOff(byte @Nullable [][] arguments) {
    putOff = arguments;
  }

  /** Marks whether a copy job is computing the result of its command. */
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

  /** Closes the connection immediately; the client counts as disconnected from now on. */
  public void kill() {
    closing = true;
    lifecycle.disconnected(this);
    transport.close();
  }

  /** The same, with an error reply that gives the reason. */
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

  /** What it is subscribed to. */
  public Subscriptions subscriptions() {
    return subscriptions;
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

  /** Pushes a message: immediately, or after the reply of its own running command. */
  public void push(Consumer<ReplyWriter> message) {
    push(0, message);
  }

  /** The same with the message's approximate size, which decides whether memory allows it. */
  void push(long bytes, Consumer<ReplyWriter> message) {
    messages.push(bytes, message);
  }

  /** Closes it and drops unsent output; it is removed when the network reports the close. */
  void discard() {
    closing = true;
    transport.discard();
  }

  /** An upper bound of its unsent message bytes. */
  long waitingMessages() {
    return messages.waiting();
  }

  /** Whether it ever received invalidation messages, its own or redirected ones. */
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

  /** Marks its command as running or done; messages are written after the reply. */
  public void running(boolean now) {
    running = now;
    if (!now) {
      messages.writePostponed();
    }
  }
}
