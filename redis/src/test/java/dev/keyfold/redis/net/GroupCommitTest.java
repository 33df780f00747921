package dev.keyfold.redis.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes wrong with one connection of an event-loop iteration must not reach the others. */
class GroupCommitTest {
  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final GroupCommit groupCommit = new GroupCommit(loop);
  private final List<String> done = new ArrayList<>();

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** A connection that notes what it was told, and may fail at it. */
  private GroupCommit.Member member(String name, Throwable sending, Throwable closing) {
    return new GroupCommit.Member() {
      @Override
      public void send() {
        done.add(name + " send");
        sneak(sending);
      }

      @Override
      public void sendUnstored(String error) {
        done.add(name + " " + error);
        sneak(sending);
      }

      @Override
      public void close() {
        done.add(name + " close");
        sneak(closing);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    if (failure != null) {
      throw (T) failure;
    }
  }

  private void run(GroupCommit.Member... members) {
    loop.submit(
            () -> {
              for (GroupCommit.Member member : members) {
                groupCommit.add(member);
              }
            })
        .syncUninterruptibly();
    // The end of the iteration is a task after that one; this is one after both.
    loop.submit(() -> {}).syncUninterruptibly();
  }

  @Test
  void anErrorOfOneConnectionClosesOnlyThatOne() {
    run(
        member("a", null, null),
        member("b", new OutOfMemoryError("on purpose"), null),
        member("c", new IllegalStateException("on purpose"), new StackOverflowError()),
        member("d", null, null));
    assertThat(done).containsExactly("a send", "b send", "b close", "c send", "c close", "d send");
    done.clear();
    run(member("e", null, null));
    assertThat(done).as("the next iteration").containsExactly("e send");
  }

  @Test
  void anErrorOfTheStoreClosesEveryConnectionOfTheTurn() {
    groupCommit.begin(
        () -> {
          // JUnit would give up all tests for an OutOfMemoryError that is not caught.
          sneak(new StackOverflowError("on purpose"));
          return null;
        });
    run(member("a", null, new OutOfMemoryError("again")), member("b", null, null));
    assertThat(done).containsExactly("a close", "a close", "b close");
    groupCommit.begin(() -> null);
    done.clear();
    run(member("c", null, null));
    assertThat(done).containsExactly("c send");
  }

  @Test
  void changesThatTheStoreDidNotTakeAreAnsweredWithAnError() {
    groupCommit.begin(() -> "MISCONF");
    run(member("a", new OutOfMemoryError("on purpose"), null), member("b", null, null));
    assertThat(done).containsExactly("a MISCONF", "a close", "b MISCONF");
  }
}
