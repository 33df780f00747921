package dev.keyfold.redis.client;

import io.netty.buffer.ByteBuf;

/** The connection of a client, as commands see it. Confined to the loop thread. */
public interface Transport {
  /**
   * The buffer that replies are written to. The connection owns it and sends its content at the end
   * of the event-loop iteration; calling this schedules that.
   */
  ByteBuf output();

  /**
   * Marks the output since {@code mark} as the reply to a command that has changed data: if the
   * store fails at the end of the event-loop iteration, an error is sent instead.
   */
  void acknowledges(int mark);

  /** The output since {@code mark} was removed, so it no longer acknowledges a change. */
  void truncated(int mark);

  /** Sends what was written so far, then closes. */
  void closeAfterReplies();

  /** Closes immediately. */
  void close();

  /** Closes immediately and frees unsent output. Not to be called while its command runs. */
  void discard();

  /** Closes immediately after sending an error; other replies are dropped. */
  void close(String error);

  /** Resumes commands that were received after one that has blocked or was delayed. */
  void resume();

  /** The client's address and port. */
  String remoteAddress();

  /** The server's address and port. */
  String localAddress();

  /** Bytes received and not understood yet. */
  long inputBytes();

  /** Bytes of replies not taken by the client yet. */
  long outputBytes();
}
