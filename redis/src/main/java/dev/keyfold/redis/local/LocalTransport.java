package dev.keyfold.redis.local;

import dev.keyfold.redis.client.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A connection that only collects replies. Confined to the thread that runs commands. */
public final class LocalTransport implements Transport {
  private static final String ADDRESS = "local:0";

  /** On the heap: nobody has to release it. */
  private ByteBuf output = Unpooled.buffer();

  private boolean acknowledging;

  /** The replies since the last call. */
  public byte[] take() {
    byte[] replies = new byte[output.readableBytes()];
    output.readBytes(replies);
    output = Unpooled.buffer();
    acknowledging = false;
    return replies;
  }

  /** Whether a reply since the last {@link #take} says that data was changed. */
  public boolean isAcknowledging() {
    return acknowledging;
  }

  @Override
  public ByteBuf output() {
    return output;
  }

  @Override
  public void acknowledges(int mark) {
    acknowledging = true;
  }

  @Override
  public void truncated(int mark) {
    // A failed command takes its reply back before it writes the error.
    acknowledging = false;
  }

  @Override
  public void closeAfterReplies() {}

  @Override
  public void close() {}

  @Override
  public void discard() {}

  @Override
  public void close(String error) {}

  /** The session runs one command at a time and looks itself whether it is done. */
  @Override
  public void resume() {}

  @Override
  public String remoteAddress() {
    return ADDRESS;
  }

  @Override
  public String localAddress() {
    return ADDRESS;
  }

  @Override
  public long inputBytes() {
    return 0;
  }

  @Override
  public long outputBytes() {
    return output.readableBytes();
  }
}
