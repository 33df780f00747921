package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis commands in {@code keyfold shell}. */
class ShellRedisTest {
  @TempDir private Path directory;

  private String url() {
    return "rocksdb:" + directory.resolve("store");
  }

  /** What the first word means: the shell's own words, tables, keyfold commands, then Redis. */
  @Test
  void runsRedisCommands() {
    Cli.run("", "table", "create", "--store", url(), "sort", "--schema", "a string", "--key", "a");
    String script =
        """
        hset bob email bob@example.com "n\\x00" 'it\\'s'
        HGETALL bob
        redis get bob
        get bob
        GET nothing
        sort a = 'x'
        SORT bob
        select 2
        set n 41
        tables
        incr n
        multi
        incr n
        stats
        nonsense
        exec
        redis
        hset bob
        set "a
        keys *
        """;
    Cli run = Cli.run(script, "shell", "--store", url());
    assertThat(run.out())
        .isEqualTo(
            """
            (integer) 2
            1) "email"
            2) "bob@example.com"
            3) "n\\x00"
            4) "it's"
            (error) WRONGTYPE Operation against a key holding the wrong kind of value
            (nil)
            a
            (error) WRONGTYPE Operation against a key holding the wrong kind of value
            OK
            OK
            table  key  shards  indexes
            sort   a         0        0
            (integer) 42
            OK
            QUEUED
            (error) ERR unknown command 'nonsense', with args beginning with:\s
            (error) EXECABORT Transaction discarded because of previous errors.
            (error) ERR wrong number of arguments for 'hset' command
            (error) ERR Invalid argument(s): a quote is not closed, or is followed by something other than a blank
            1) "n"
            """);
    assertThat(run.err())
        .isEqualTo(
            """
            keyfold: there is no entry with the key bob
            keyfold: get is the keyfold command here; for the Redis command, type GET or redis get
            keyfold: a Redis transaction is open; end it with EXEC or DISCARD, or with UNWATCH, before a keyfold command
            keyfold: found no command after redis, expected one, such as redis hgetall bob
            """);
    assertThat(run.status()).isEqualTo(1);
    Cli json =
        Cli.run(
            """
            hgetall bob
            get n
            GET n
            zadd z 1 a
            zscore z a
            foo
            hset
            hello 3
            hgetall bob
            set b "\\xff"
            GET b
            """,
            "shell",
            "--json",
            "--store",
            url());
    assertThat(json.out())
        .startsWith(
            """
            ["email","bob@example.com","n\\u0000","it's"]
            null
            1
            "1"
            {"error":"ERR wrong number of arguments for 'hset' command"}
            """)
        .endsWith(
            """
            {"email":"bob@example.com","n\\u0000":"it's"}
            "OK"
            "\\"\\\\xff\\""
            """);
  }

  /** Commands that write structures in another way see, and change, what Redis commands wrote. */
  @Test
  void redisAndStructureCommandsSeeEachOther() {
    Cli.run("", "table", "create", "--store", url(), "t", "--schema", "a string", "--key", "a");
    String script =
        """
        rpush log a b
        structure set log array c
        rpush log d
        structure get log
        llen log
        structure delete log
        exists log
        check
        """;
    Cli run = Cli.run(script, "shell", "--store", url());
    assertThat(run.out())
        .startsWith("(integer) 2\n(integer) 4\na\nb\nc\nd\n(integer) 4\n(integer) 0\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }
}
