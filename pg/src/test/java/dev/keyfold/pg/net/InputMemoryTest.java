package dev.keyfold.pg.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.pg.message.FrontendDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What many clients have sent in part is bounded for all of them together. */
class InputMemoryTest {
  private static InputMemory.Share holding(
      InputMemory memory, EmbeddedChannel channel, int bytes, boolean loggedIn) {
    InputMemory.Share share = memory.share(channel);
    if (loggedIn) {
      share.loggedIn();
    }
    share.unfinished(bytes);
    return share;
  }

  private static String told(EmbeddedChannel channel) {
    ByteBuf out = channel.readOutbound();
    try {
      return out == null ? "" : out.toString(StandardCharsets.UTF_8);
    } finally {
      if (out != null) {
        out.release();
      }
    }
  }

  @Test
  void strangersDisplaceTheLargestOfThemselves() {
    InputMemory memory = new InputMemory(10_000, 1_000);
    EmbeddedChannel known = new EmbeddedChannel();
    EmbeddedChannel small = new EmbeddedChannel();
    EmbeddedChannel large = new EmbeddedChannel();
    EmbeddedChannel last = new EmbeddedChannel();
    var first = holding(memory, known, 5_000, true);
    var second = holding(memory, small, 100, false);
    var third = holding(memory, large, 800, false);
    assertThat(large.isActive()).isTrue();
    var fourth = holding(memory, last, 200, false);
    assertThat(large.isActive()).isFalse();
    assertThat(told(large)).contains("FATAL", "53200", "unfinished messages");
    assertThat(known.isActive()).isTrue();
    assertThat(small.isActive()).isTrue();
    assertThat(last.isActive()).isTrue();
    assertThat(memory.held()).isEqualTo(5_300);
    third.hold(-800); // a worker that comes later
    first.close();
    second.close();
    fourth.close();
    assertThat(memory.held()).isZero();
  }

  @Test
  void allTogetherDisplaceTheLargestOfAll() {
    InputMemory memory = new InputMemory(10_000, 1_000);
    EmbeddedChannel large = new EmbeddedChannel();
    EmbeddedChannel other = new EmbeddedChannel();
    holding(memory, large, 6_000, true);
    InputMemory.Share share = holding(memory, other, 3_900, true);
    assertThat(large.isActive()).isTrue();
    share.hold(200); // in its queue
    assertThat(large.isActive()).isFalse();
    assertThat(other.isActive()).isTrue();
    assertThat(memory.held()).isEqualTo(4_100);
    share.unfinished(0);
    share.hold(-200);
    assertThat(memory.held()).isZero();
  }

  @Test
  void aMessageCountsOnceWhenItIsComplete() {
    InputMemory memory = new InputMemory(10_000, 1_000);
    EmbeddedChannel channel = new EmbeddedChannel();
    InputMemory.Share share = holding(memory, channel, 7_000, true);
    share.finished(9_000);
    assertThat(memory.held()).isEqualTo(9_000);
    share.unfinished(100); // of the next one
    assertThat(memory.held()).isEqualTo(9_100);
    share.hold(-9_000);
    assertThat(memory.held()).isEqualTo(100);
    assertThat(channel.isActive()).isTrue();
  }

  @Test
  void theDecoderReportsWhatItKeeps() {
    InputMemory memory = new InputMemory(10_000, 5_000);
    FrontendDecoder decoder = new FrontendDecoder();
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    decoder.onUnfinished(memory.share(channel)::unfinished);
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 100, 0, 3, 0, 0, 'u'}));
    assertThat(memory.held()).isEqualTo(9);
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[40]));
    assertThat(memory.held()).isEqualTo(49);
    assertThat(channel.isActive()).isTrue();
    channel.finishAndReleaseAll();
  }
}
