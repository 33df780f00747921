package dev.keyfold.redis.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultEventLoop;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong with a connection closes it, and nothing comes out of the handler. */
class ConnectionErrorTest {
  private final DefaultEventLoop loop = new DefaultEventLoop();

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Not even its text can be made, as without memory. */
  private static final class Unspeakable extends Error {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new OutOfMemoryError("on purpose");
    }
  }

  /** A channel that notes what is asked of it, and fails at that. */
  private static ChannelHandlerContext context(List<String> asked, Error closing) {
    return (ChannelHandlerContext)
        Proxy.newProxyInstance(
            ChannelHandlerContext.class.getClassLoader(),
            new Class<?>[] {ChannelHandlerContext.class},
            (proxy, method, args) -> {
              asked.add(method.getName());
              if (closing != null) {
                throw closing;
              }
              return null;
            });
  }

  @Test
  void theHandlerOfExceptionsThrowsNone() {
    for (Throwable cause :
        List.of(
            new OutOfMemoryError("on purpose"),
            new StackOverflowError("on purpose"),
            new IllegalStateException("on purpose"),
            new java.io.IOException("reset by peer"),
            new Unspeakable())) {
      for (Error closing : new Error[] {null, new StackOverflowError(), new Unspeakable()}) {
        List<String> asked = new ArrayList<>();
        Connection connection =
            new Connection(
                new ConnectionParts(null, null, null, null, null), new GroupCommit(loop));
        assertThatCode(() -> connection.exceptionCaught(context(asked, closing), cause))
            .doesNotThrowAnyException();
        assertThat(asked).containsExactly("close");
      }
    }
  }
}
