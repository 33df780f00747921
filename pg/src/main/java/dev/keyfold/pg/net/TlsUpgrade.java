package dev.keyfold.pg.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;

/** Answers a client that asks for TLS: {@code S}, and TLS begins; or {@code N}. */
final class TlsUpgrade {
  private TlsUpgrade() {}

  /**
   * @param tls null for a server without a certificate
   */
  @SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
  static void answer(ChannelHandlerContext context, @Nullable SslContext tls) {
    boolean begins = tls != null && !isDone(context.channel());
    context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {(byte) (begins ? 'S' : 'N')}));
    if (tls != null && begins) {
      context.pipeline().addFirst(tls.newHandler(context.alloc()));
    }
  }

  /** Whether the connection uses TLS. */
  static boolean isDone(Channel channel) {
    return channel.pipeline().get(SslHandler.class) != null;
  }
}
