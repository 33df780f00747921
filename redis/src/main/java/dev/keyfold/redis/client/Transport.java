package dev.keyfold.redis.client;

import io.netty.buffer.ByteBuf;

/** What a client needs of its connection. Confined to the loop thread. */
public interface Transport {
  /**
   * Where replies go. It is the connection's, which sends what it holds at the end of the loop's
   * turn; to ask for it is to say that something will be written.
   */
  ByteBuf output();

  /**
   * What was written since the mark is the reply to a command that has changed something: should
   * the store not take it at the end of the turn, an error is sent instead.
   */
  void acknowledges(int mark);

  /** What was written since the mark was taken back, so it acknowledges nothing any more. */
  void truncated(int mark);

  /** Sends what was written so far, then closes. */
  void closeAfterReplies();

  /** Closes at once. */
  void close();

  /** Closes at once, and frees what was written and not sent. Not while its command runs. */
  void discard();

  /** Closes at once, after an error and without what else was replied. */
  void close(String error);

  /** Goes on with commands that wait behind one that has blocked or was put off. */
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
