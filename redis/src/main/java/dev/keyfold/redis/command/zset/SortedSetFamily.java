package dev.keyfold.redis.command.zset;

import static dev.keyfold.redis.command.Flag.BLOCKING;
import static dev.keyfold.redis.command.Flag.DENYOOM;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.command.zset.Combination.Operation;
import dev.keyfold.redis.command.zset.RangeRequest.By;

/** All commands on sorted sets. */
public final class SortedSetFamily implements Family {
  private static final String TAKEN = "RW ACCESS DELETE";
  private static final String RANGE = "O(log N + M), N the size of the set, M that of the range";
  private static final String LOG = "O(log N), N the size of the set";
  private static final String POPPED = "O(M log N), N the size of the set, M the members returned";
  private static final String COMBINED =
      "O(N + M log M), N the size of all sets together, M that of the result";

  @Override
  public String name() {
    return "sorted-set";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    changes(commands);
    reads(commands);
    ranges(commands);
    olderRanges(commands);
    pops(commands);
    blockingPops(commands);
    combinations(commands);
    storedCombinations(commands);
  }

  private static Command add(
      CommandTable.Registry commands, String name, int arity, Flag... flags) {
    return commands.add(name, arity).flags(flags).in(Category.SORTEDSET);
  }

  private static void changes(CommandTable.Registry commands) {
    add(commands, "zadd", -4, WRITE, DENYOOM, FAST)
        .key("RW UPDATE", 1)
        .since("1.2.0")
        .summary("Adds members with their scores, or updates the scores.")
        .complexity(LOG + ", for each member")
        .runs(ScoreUpdates::add);
    add(commands, "zincrby", 4, WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .since("1.2.0")
        .summary("Increments the score of a member.")
        .complexity(LOG)
        .runs(ScoreUpdates::incrementBy);
    add(commands, "zrem", -3, WRITE, FAST)
        .key("RW DELETE", 1)
        .since("1.2.0")
        .summary("Removes members.")
        .complexity(LOG + ", for each member")
        .runs(SortedSetMembers::remove);
    add(commands, "zremrangebyrank", 4, WRITE)
        .key("RW DELETE", 1)
        .since("2.0.0")
        .summary("Removes the members from one rank to another.")
        .complexity(RANGE)
        .runs(RangeRemovals::byRank);
    add(commands, "zremrangebyscore", 4, WRITE)
        .key("RW DELETE", 1)
        .since("1.2.0")
        .summary("Removes the members from one score to another.")
        .complexity(RANGE)
        .runs(RangeRemovals::byScore);
    add(commands, "zremrangebylex", 4, WRITE)
        .key("RW DELETE", 1)
        .since("2.8.9")
        .summary("Removes the members in a byte-order range, if all members have the same score.")
        .complexity(RANGE)
        .runs(RangeRemovals::byMember);
  }

  private static void reads(CommandTable.Registry commands) {
    add(commands, "zcard", 2, READONLY, FAST)
        .key("RO", 1)
        .since("1.2.0")
        .summary("Returns the number of members of a sorted set.")
        .runs(SortedSetMembers::size);
    add(commands, "zscore", 3, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("1.2.0")
        .summary("Gets the score of a member.")
        .runs(SortedSetMembers::score);
    add(commands, "zmscore", -3, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("6.2.0")
        .summary("Gets the scores of several members.")
        .complexity("O(1) for each member")
        .runs(SortedSetMembers::scores);
    add(commands, "zrank", 3, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("2.0.0")
        .summary("Returns the rank of a member, counted from the lowest score.")
        .complexity(LOG)
        .runs(call -> SortedSetMembers.rank(call, false));
    add(commands, "zrevrank", 3, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("2.0.0")
        .summary("Returns the rank of a member, counted from the highest score.")
        .complexity(LOG)
        .runs(call -> SortedSetMembers.rank(call, true));
    add(commands, "zcount", 4, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("2.0.0")
        .summary("Counts the members in a score range.")
        .complexity(LOG)
        .runs(SortedSetMembers::countScores);
    add(commands, "zlexcount", 4, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("2.8.9")
        .summary("Counts the members in a byte-order range, if all members have the same score.")
        .complexity(LOG)
        .runs(SortedSetMembers::countMembers);
    add(commands, "zrandmember", -2, READONLY)
        .key("RO ACCESS", 1)
        .tips("nondeterministic_output")
        .since("6.2.0")
        .summary("Gets random members.")
        .complexity("O(M log N), N the size of the set, M the members returned")
        .runs(RandomMembers::pick);
    add(commands, "zscan", -3, READONLY)
        .key("RO ACCESS", 1)
        .tips("nondeterministic_output_order")
        .since("2.8.0")
        .summary("Iterates over the members and their scores.")
        .complexity("O(N) for all calls together, N the number of members")
        .runs(SortedSetMembers::scan);
  }

  private static void ranges(CommandTable.Registry commands) {
    add(commands, "zrange", -4, READONLY)
        .key("RO ACCESS", 1)
        .since("1.2.0")
        .summary("Gets a range of members, by rank, by score or in byte order.")
        .complexity(RANGE)
        .runs(RangeRequest::any);
    add(commands, "zrangestore", -5, WRITE, DENYOOM)
        .keys(KeySpec.key("OW UPDATE", 1), KeySpec.key("RO ACCESS", 2))
        .since("6.2.0")
        .summary("Stores a range of members, by rank, by score or in byte order.")
        .complexity(RANGE)
        .runs(RangeRequest::store);
  }

  private static void olderRanges(CommandTable.Registry commands) {
    add(commands, "zrevrange", -4, READONLY)
        .key("RO ACCESS", 1)
        .since("1.2.0")
        .summary("Gets members by rank, counted from the highest score.")
        .complexity(RANGE)
        .runs(call -> RangeRequest.of(call, By.RANK, true));
    add(commands, "zrangebyscore", -4, READONLY)
        .key("RO ACCESS", 1)
        .since("1.0.5")
        .summary("Gets members by score.")
        .complexity(RANGE)
        .runs(call -> RangeRequest.of(call, By.SCORE, false));
    add(commands, "zrevrangebyscore", -4, READONLY)
        .key("RO ACCESS", 1)
        .since("2.2.0")
        .summary("Gets members by score, the highest first.")
        .complexity(RANGE)
        .runs(call -> RangeRequest.of(call, By.SCORE, true));
    add(commands, "zrangebylex", -4, READONLY)
        .key("RO ACCESS", 1)
        .since("2.8.9")
        .summary("Gets the members in a byte-order range, if all members have the same score.")
        .complexity(RANGE)
        .runs(call -> RangeRequest.of(call, By.MEMBER, false));
    add(commands, "zrevrangebylex", -4, READONLY)
        .key("RO ACCESS", 1)
        .since("2.8.9")
        .summary(
            "Gets the members in a byte-order range in reverse, if all members have the same score.")
        .complexity(RANGE)
        .runs(call -> RangeRequest.of(call, By.MEMBER, true));
  }

  private static void pops(CommandTable.Registry commands) {
    add(commands, "zpopmin", -2, WRITE, FAST)
        .key(TAKEN, 1)
        .since("5.0.0")
        .summary("Removes and returns the members with the lowest scores.")
        .complexity(POPPED)
        .runs(call -> SortedSetPops.pop(call, false));
    add(commands, "zpopmax", -2, WRITE, FAST)
        .key(TAKEN, 1)
        .since("5.0.0")
        .summary("Removes and returns the members with the highest scores.")
        .complexity(POPPED)
        .runs(call -> SortedSetPops.pop(call, true));
    add(commands, "zmpop", -4, WRITE)
        .keys(KeySpec.counted(TAKEN, 1))
        .since("7.0.0")
        .summary("Removes and returns members of the first sorted set that is not empty.")
        .complexity(POPPED)
        .runs(SortedSetPops::popFromSeveral);
  }

  private static void blockingPops(CommandTable.Registry commands) {
    add(commands, "bzpopmin", -3, WRITE, NOSCRIPT, FAST, BLOCKING)
        .keys(KeySpec.range(TAKEN, 1, -2, 1))
        .since("5.0.0")
        .summary("Removes and returns the member with the lowest score, or waits for one.")
        .complexity(LOG)
        .runs(call -> SortedSetPops.blockingPop(call, false));
    add(commands, "bzpopmax", -3, WRITE, NOSCRIPT, FAST, BLOCKING)
        .keys(KeySpec.range(TAKEN, 1, -2, 1))
        .since("5.0.0")
        .summary("Removes and returns the member with the highest score, or waits for one.")
        .complexity(LOG)
        .runs(call -> SortedSetPops.blockingPop(call, true));
    add(commands, "bzmpop", -5, WRITE, BLOCKING)
        .keys(KeySpec.counted(TAKEN, 2))
        .since("7.0.0")
        .summary("Removes and returns members of a sorted set, or waits for some.")
        .complexity(POPPED)
        .runs(SortedSetPops::blockingPopFromSeveral);
  }

  private static void combinations(CommandTable.Registry commands) {
    KeySpec keys = KeySpec.counted("RO ACCESS", 1);
    add(commands, "zunion", -3, READONLY)
        .keys(keys)
        .since("6.2.0")
        .summary("Gets the union of sorted sets.")
        .complexity(COMBINED)
        .runs(call -> Combination.read(call, Operation.UNION));
    add(commands, "zinter", -3, READONLY)
        .keys(keys)
        .since("6.2.0")
        .summary("Gets the intersection of sorted sets.")
        .complexity(COMBINED)
        .runs(call -> Combination.read(call, Operation.INTERSECTION));
    add(commands, "zdiff", -3, READONLY)
        .keys(keys)
        .since("6.2.0")
        .summary("Gets the difference of the first sorted set and the others.")
        .complexity(COMBINED)
        .runs(call -> Combination.read(call, Operation.DIFFERENCE));
    add(commands, "zintercard", -3, READONLY)
        .keys(keys)
        .since("7.0.0")
        .summary("Returns the size of the intersection of sorted sets.")
        .complexity("O(N*M), N the members of the smallest set, M the number of sets")
        .runs(Combination::intersectionSize);
  }

  private static void storedCombinations(CommandTable.Registry commands) {
    KeySpec[] keys = {KeySpec.key("OW UPDATE", 1), KeySpec.counted("RO ACCESS", 2)};
    add(commands, "zunionstore", -4, WRITE, DENYOOM)
        .keys(keys)
        .since("2.0.0")
        .summary("Stores the union of sorted sets.")
        .complexity(COMBINED)
        .runs(call -> Combination.store(call, Operation.UNION));
    add(commands, "zinterstore", -4, WRITE, DENYOOM)
        .keys(keys)
        .since("2.0.0")
        .summary("Stores the intersection of sorted sets.")
        .complexity(COMBINED)
        .runs(call -> Combination.store(call, Operation.INTERSECTION));
    add(commands, "zdiffstore", -4, WRITE, DENYOOM)
        .keys(keys)
        .since("6.2.0")
        .summary("Stores the difference of the first sorted set and the others.")
        .complexity(COMBINED)
        .runs(call -> Combination.store(call, Operation.DIFFERENCE));
  }
}
