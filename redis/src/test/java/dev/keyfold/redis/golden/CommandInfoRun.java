package dev.keyfold.redis.golden;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether {@code command-info.list} is what the Redis at {@code -Dredis.port=} says. */
class CommandInfoRun {
  @Test
  void theListIsThatOfRedis() throws Exception {
    assertThat(CommandInfo.of(Integer.getInteger("redis.port")))
        .isEqualTo(CommandInfoTest.ofRedis());
  }
}
