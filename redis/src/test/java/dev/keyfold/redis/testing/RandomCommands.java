package dev.keyfold.redis.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Random commands on few keys, most of them valid, with arguments at the limits of what is accepted
 * and beyond. The keys come from the caller, so that a test can mix in names that must not work.
 */
public final class RandomCommands {
  /**
   * Forms of commands. k a key, f a field, v a value, i an integer, r a number, o an offset, b a
   * bit, t a type of BITFIELD, s a time in seconds far from now, m a member, n a small integer, c a
   * score, d a bound of scores, x a bound of members, p a pattern of SORT, e a number at the edge
   * of what is one; anything else is meant literally. In braces what may be left out, with a bar
   * what there is a choice of.
   */
  private static final List<String> FORMS =
      List.of(
          "GET k",
          "SET k v",
          "SET k v {NX|XX} {GET} {KEEPTTL}",
          "SET k v {EX|PX|EXAT|PXAT s} {NX|XX} {GET}",
          "SETNX k v",
          "SETEX k s v",
          "GETSET k v",
          "GETDEL k",
          "GETEX k {PERSIST}",
          "GETEX k {EX|PX|EXAT|PXAT s}",
          "MGET k k k",
          "MSET k v k v",
          "MSETNX k v k v",
          "APPEND k v",
          "STRLEN k",
          "SETRANGE k o v",
          "GETRANGE k i i",
          "INCR k",
          "DECR k",
          "INCRBY k i",
          "DECRBY k i",
          "INCRBYFLOAT k r",
          "LCS k k {LEN|IDX} {WITHMATCHLEN} {MINMATCHLEN i}",
          "DEL k k",
          "UNLINK k",
          "EXISTS k k",
          "TYPE k",
          "KEYS k*",
          "KEYS [a-c]*",
          "RENAME k k",
          "RENAMENX k k",
          "COPY k k {REPLACE}",
          "MOVE k 3",
          "TOUCH k k",
          "EXPIRE k s {NX|XX|GT|LT}",
          "PEXPIRE k s",
          "EXPIREAT k s {XX} {GT|LT}",
          "TTL k",
          "EXPIRETIME k",
          "PERSIST k",
          "SCAN 0 COUNT 1000 {MATCH k*} {TYPE hash|string|set}",
          "HSET k f v {f v}",
          "HSETNX k f v",
          "HMSET k f v f v",
          "HGET k f",
          "HMGET k f f f",
          "HGETALL k",
          "HDEL k f {f}",
          "HLEN k",
          "HSTRLEN k f",
          "HEXISTS k f",
          "HKEYS k",
          "HVALS k",
          "HINCRBY k f i",
          "HINCRBYFLOAT k f r",
          "HSCAN k 0 COUNT 1000 {MATCH f*}",
          "SETBIT k o b",
          "GETBIT k o",
          "BITCOUNT k {i i {BIT|BYTE}}",
          "BITPOS k b {i {i {BIT|BYTE}}}",
          "BITOP AND|OR|XOR k k k {k}",
          "BITOP NOT k k",
          "BITFIELD k {OVERFLOW WRAP|SAT|FAIL} SET t o i GET t o {INCRBY t #o i}",
          "BITFIELD k {GET t #o} {OVERFLOW WRAP|SAT|FAIL} INCRBY t o i",
          "BITFIELD_RO k GET t o",
          "LPUSH k m {m} {m}",
          "RPUSH k m m {m} {m}",
          "LPUSHX|RPUSHX k m",
          "LPOP|RPOP k {n}",
          "LLEN k",
          "LINDEX k n",
          "LRANGE k n n",
          "LSET k n m",
          "LINSERT k BEFORE|AFTER m m",
          "LREM k n m",
          "LTRIM k n n",
          "LPOS k m {RANK n} {COUNT n} {MAXLEN n}",
          "LMOVE k k LEFT|RIGHT LEFT|RIGHT",
          "RPOPLPUSH k k",
          "LMPOP 2 k k LEFT|RIGHT {COUNT n}",
          "SADD k m {m} {m}",
          "SREM k m {m}",
          "SMEMBERS k",
          "SISMEMBER k m",
          "SMISMEMBER k m m",
          "SCARD k",
          "SMOVE k k m",
          "SINTER|SUNION|SDIFF k k {k}",
          "SINTERSTORE|SUNIONSTORE|SDIFFSTORE k k {k}",
          "SINTERCARD 2 k k {LIMIT n}",
          "ZADD k {NX|XX} {GT|LT} {CH} c m {c m}",
          "ZADD k c m c m c m",
          "ZADD k {XX} INCR c m",
          "ZINCRBY k c m",
          "ZSCORE k m",
          "ZMSCORE k m m",
          "ZCARD k",
          "ZCOUNT k d d",
          "ZLEXCOUNT k x x",
          "ZRANGE k n n {REV} {WITHSCORES}",
          "ZRANGE k d d BYSCORE {REV} {LIMIT n n} {WITHSCORES}",
          "ZRANGE k x x BYLEX {REV} {LIMIT n n}",
          "ZRANGESTORE k k n n {REV}",
          "ZRANGESTORE k k d d BYSCORE {REV} {LIMIT n n}",
          "ZRANGESTORE k k x x BYLEX {REV} {LIMIT n n}",
          "ZRANGEBYSCORE|ZREVRANGEBYSCORE k d d {WITHSCORES} {LIMIT n n}",
          "ZRANK|ZREVRANK k m",
          "ZREM k m {m}",
          "ZREMRANGEBYRANK k n n",
          "ZREMRANGEBYSCORE k d d",
          "ZREMRANGEBYLEX k x x",
          "ZPOPMIN|ZPOPMAX k {n}",
          "ZMPOP 2 k k MIN|MAX {COUNT n}",
          "ZUNION|ZINTER 2 k k {WEIGHTS c c} {AGGREGATE SUM|MIN|MAX} {WITHSCORES}",
          "ZUNIONSTORE|ZINTERSTORE k 2 k k {WEIGHTS c c} {AGGREGATE SUM|MIN|MAX}",
          "ZDIFF 2 k k {WITHSCORES}",
          "ZDIFFSTORE k 2 k k",
          "ZINTERCARD 2 k k {LIMIT n}",
          "SORT k {LIMIT n n} {ASC|DESC} {ALPHA} {STORE k}",
          "SORT k BY nosort {GET #}",
          "INCRBYFLOAT k e",
          "HINCRBYFLOAT k f e",
          "RPOPLPUSH k0 k0",
          "RPUSH k e e",
          "SORT|SORT_RO k BY p {GET p} {ALPHA}",
          "SORT k GET p {GET #} {ALPHA} {STORE k}");

  /** Those that change what the connection is, or ask about it; only if the caller wants them. */
  private static final List<String> CONNECTION_FORMS =
      List.of(
          "WATCH k {k}",
          "UNWATCH",
          "MULTI",
          "MULTI",
          "EXEC",
          "EXEC",
          "EXEC",
          "DISCARD",
          "PUBLISH __keyspace@0__:message v",
          "SELECT 0|0|0|0|1|x|-1|99|00",
          "SELECT 0",
          "WAIT 0|x|-1 0|x|-1|1",
          "ACL GETUSER nobody",
          "MODULE LIST",
          "READONLY|READWRITE|ASKING");

  private static final int ONE_IN = 12;

  private static final String[] INTEGERS = {
    "0",
    "1",
    "-1",
    "2",
    "-2",
    "3",
    "5",
    "-7",
    "100",
    "-100",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775806",
    "007",
    "1.0",
    "x",
    "",
    "-0",
    "255",
    "256"
  };
  private static final String[] REALS = {
    "0.1",
    "-0.1",
    "1.5",
    "3",
    "1e3",
    "1e-3",
    "123456.789",
    "1e17",
    "-1e17",
    "0.3333333333333333",
    "2.718281828459045",
    "inf",
    "x",
    "",
    "1e30",
    "1e-19",
    "99999999999999.99",
    "17",
    "-3.0e2"
  };
  private static final String[] EDGES = {
    "1e3000000000000",
    "1e-3000000000000",
    "1e300",
    "-1e300",
    "1e4931",
    "1.2e4932",
    "1e-4950",
    "0x1p5",
    "0x1.8p-3",
    "0x1p16000",
    " 7",
    "7 ",
    "\t-7",
    "+7",
    "1e400",
    "1e-400",
    "nan",
    "-infinity"
  };
  private static final String[] TIMES = {
    "4000000000",
    "4000000500",
    "5000000000000",
    "0",
    "-1",
    "100000",
    "200000",
    "x",
    "9223372036854775807",
    "-9223372036854775808",
    "10000000000000000"
  };
  private static final String[] TYPES = {
    "u1", "i1", "u8", "i8", "u5", "i13", "u63", "i64", "u64", "i0", "x", "i63", "u32"
  };

  private static final String[] BOUNDS = {
    "-inf", "+inf", "0", "1", "2", "(1", "(2", "3", "1.5", "(0", "x", "(", "nan", " 1", "( 1",
    "1e400"
  };

  /** Behind the first letter of a key; members are mostly digits, so that they lead to keys. */
  private static final String[] PATTERN_ENDS = {"*", "*->f1", "*->f2", "*->", "", "0*"};

  private static final String[] LEX_BOUNDS = {
    "-", "+", "[1", "(3", "[5", "(7", "[9", "(0", "x", "[", ""
  };

  private final Random random;
  private final Supplier<String> keys;
  private boolean ofConnections;

  /** Draws everything from one source, and keys from the supplier. */
  public RandomCommands(Random random, Supplier<String> keys) {
    this.random = random;
    this.keys = keys;
  }

  /** With transactions, SELECT and the like, of which the caller has to keep track. */
  public RandomCommands withConnectionCommands() {
    ofConnections = true;
    return this;
  }

  /** The words of one command. */
  public List<String> next() {
    List<String> forms = ofConnections && random.nextInt(ONE_IN) == 0 ? CONNECTION_FORMS : FORMS;
    String form = forms.get(random.nextInt(forms.size()));
    while (form.contains("{")) {
      int open = form.lastIndexOf('{');
      int close = form.indexOf('}', open);
      String inner = random.nextBoolean() ? form.substring(open + 1, close) : "";
      form = form.substring(0, open) + inner + form.substring(close + 1);
    }
    List<String> words = new ArrayList<>();
    for (String word : form.trim().split(" +", -1)) {
      String[] choices = word.split("\\|", -1);
      words.add(word(choices[random.nextInt(choices.length)]));
    }
    return words;
  }

  private String word(String kind) {
    return switch (kind) {
      case "k" -> keys.get();
      case "k*" -> "k" + random.nextInt(3) + "*";
      case "e" -> pick(EDGES);
      case "p" -> keys.get().charAt(0) + pick(PATTERN_ENDS);
      case "f" -> "f" + random.nextInt(6);
      case "v" -> value();
      case "i" -> pick(INTEGERS);
      case "r" -> pick(REALS);
      case "o" -> Integer.toString(random.nextInt(random.nextInt(10) == 0 ? 300 : 20));
      case "#o" -> "#" + random.nextInt(6);
      case "b" -> random.nextInt(20) == 0 ? "2" : Integer.toString(random.nextInt(2));
      case "s" -> pick(TIMES);
      case "t" -> pick(TYPES);
      case "m" -> random.nextInt(12) == 0 ? value() : Integer.toString(random.nextInt(10));
      case "n" ->
          random.nextInt(25) == 0 ? pick(INTEGERS) : Integer.toString(random.nextInt(9) - 3);
      case "c" -> random.nextInt(5) == 0 ? pick(REALS) : Integer.toString(random.nextInt(7) - 2);
      case "d" -> pick(BOUNDS);
      case "x" -> pick(LEX_BOUNDS);
      default -> kind;
    };
  }

  private String value() {
    return switch (random.nextInt(4)) {
      case 0 -> pick(INTEGERS);
      case 1 -> pick(REALS);
      case 2 -> "abcabd".substring(random.nextInt(6));
      default -> Character.toString(random.nextInt(256)) + (char) random.nextInt(256);
    };
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
