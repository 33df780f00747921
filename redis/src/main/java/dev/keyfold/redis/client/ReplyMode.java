package dev.keyfold.redis.client;

import dev.keyfold.redis.resp.ReplyWriter;

/**
 * CLIENT REPLY of one client: takes back the replies that it does not want. Confined to the loop
 * thread.
 *
 * <p>The mode may change within a transaction. So a reply is judged when its command has run, each
 * queued command's on its own: {@link #settle} takes it back, or keeps it whatever comes later.
 */
public final class ReplyMode {
  private enum Mode {
    ON,
    OFF,
    /** The reply to the command under way is dropped. */
    SKIP,
    /** That of the next command is dropped. */
    SKIP_NEXT
  }

  private final ReplyWriter reply;
  private Mode mode = Mode.ON;
  private int settled;

  ReplyMode(ReplyWriter reply) {
    this.reply = reply;
  }

  /** CLIENT REPLY ON. A SKIP of the same transaction still counts for the command after it. */
  public void on() {
    if (mode != Mode.SKIP_NEXT) {
      mode = Mode.ON;
    }
  }

  /** CLIENT REPLY OFF. */
  public void off() {
    mode = Mode.OFF;
  }

  /** CLIENT REPLY SKIP. */
  public void skip() {
    if (mode != Mode.OFF) {
      mode = Mode.SKIP_NEXT;
    }
  }

  void reset() {
    mode = Mode.ON;
  }

  /** Whether the reply to the command under way is wanted. */
  public boolean isWanted() {
    return mode == Mode.ON || mode == Mode.SKIP_NEXT;
  }

  /** The client has sent a command. */
  public void received() {
    if (mode == Mode.SKIP_NEXT) {
      mode = Mode.SKIP;
    }
    begin();
  }

  /** What is replied from here on is judged by the next {@link #settle}. */
  public void begin() {
    settled = reply.mark();
  }

  /** Takes back what was replied since the last time if it is not wanted. */
  public void settle() {
    if (!isWanted()) {
      reply.truncate(settled);
    }
    settled = reply.mark();
  }

  /** Everything from the mark on was taken back; what is written instead is judged again. */
  public void takenBack(int mark) {
    settled = Math.min(settled, mark);
  }

  /** SKIP ends with the command that it is for. */
  void endSkip() {
    if (mode == Mode.SKIP) {
      mode = Mode.ON;
    }
  }
}
