package dev.keyfold.redis.command.list;

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

/** All commands on lists. */
public final class ListFamily implements Family {
  private static final String TAKEN = "RW ACCESS DELETE";
  private static final String PER_ELEMENT = "O(N), N the number of elements";
  private static final String END_DISTANCE =
      "O(1) in a list changed at its ends only, else O(log N) for N elements";

  @Override
  public String name() {
    return "list";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    pushes(commands);
    reads(commands);
    edits(commands);
    pops(commands);
    moves(commands);
  }

  private static Command add(
      CommandTable.Registry commands, String name, int arity, Flag... flags) {
    return commands.add(name, arity).flags(flags).in(Category.LIST);
  }

  private static void pushes(CommandTable.Registry commands) {
    add(commands, "lpush", -3, WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .summary("Prepends elements to a list, and creates it if necessary.")
        .complexity("O(1) for each element")
        .runs(call -> ListPushes.push(call, End.LEFT, false));
    add(commands, "rpush", -3, WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .summary("Appends elements to a list, and creates it if necessary.")
        .complexity("O(1) for each element")
        .runs(call -> ListPushes.push(call, End.RIGHT, false));
    add(commands, "lpushx", -3, WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .since("2.2.0")
        .summary("Prepends elements to a list if it exists.")
        .complexity("O(1) for each element")
        .runs(call -> ListPushes.push(call, End.LEFT, true));
    add(commands, "rpushx", -3, WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .since("2.2.0")
        .summary("Appends elements to a list if it exists.")
        .complexity("O(1) for each element")
        .runs(call -> ListPushes.push(call, End.RIGHT, true));
  }

  private static void reads(CommandTable.Registry commands) {
    add(commands, "llen", 2, READONLY, FAST)
        .key("RO", 1)
        .summary("Returns the length of a list.")
        .runs(ListReads::length);
    add(commands, "lindex", 3, READONLY)
        .key("RO ACCESS", 1)
        .summary("Gets the element at an index.")
        .complexity(END_DISTANCE)
        .runs(ListReads::index);
    add(commands, "lrange", 4, READONLY)
        .key("RO ACCESS", 1)
        .summary("Gets the elements in a range of indexes.")
        .complexity("O(N), N the number of elements in the range")
        .runs(ListReads::range);
    add(commands, "lpos", -3, READONLY)
        .key("RO ACCESS", 1)
        .since("6.0.6")
        .summary("Returns the indexes of an element.")
        .complexity(PER_ELEMENT + " looked at")
        .runs(ListSearch::positions);
  }

  private static void edits(CommandTable.Registry commands) {
    add(commands, "lset", 4, WRITE, DENYOOM)
        .key("RW UPDATE", 1)
        .summary("Replaces the element at an index.")
        .complexity(END_DISTANCE)
        .runs(ListChanges::set);
    add(commands, "linsert", 5, WRITE, DENYOOM)
        .key("RW INSERT", 1)
        .since("2.2.0")
        .summary("Adds an element before or after another.")
        .complexity(PER_ELEMENT + " up to the one looked for")
        .runs(ListChanges::insert);
    add(commands, "lrem", 4, WRITE)
        .key("RW DELETE", 1)
        .summary("Removes elements that equal a value.")
        .complexity(PER_ELEMENT)
        .runs(ListChanges::remove);
    add(commands, "ltrim", 4, WRITE)
        .key("RW DELETE", 1)
        .summary("Removes the elements outside a range of indexes.")
        .complexity("O(N), N the number of elements removed")
        .runs(ListChanges::trim);
  }

  private static void pops(CommandTable.Registry commands) {
    add(commands, "lpop", -2, WRITE, FAST)
        .key(TAKEN, 1)
        .summary("Removes and returns the first elements.")
        .complexity("O(N), N the number of elements returned")
        .runs(call -> ListPops.pop(call, End.LEFT));
    add(commands, "rpop", -2, WRITE, FAST)
        .key(TAKEN, 1)
        .summary("Removes and returns the last elements.")
        .complexity("O(N), N the number of elements returned")
        .runs(call -> ListPops.pop(call, End.RIGHT));
    add(commands, "lmpop", -4, WRITE)
        .keys(KeySpec.counted(TAKEN, 1))
        .since("7.0.0")
        .summary("Removes and returns elements of the first list that is not empty.")
        .complexity("O(N+M), N the number of keys, M the number of elements returned")
        .runs(ListPops::popFromSeveral);
    add(commands, "blpop", -3, WRITE, NOSCRIPT, BLOCKING)
        .keys(KeySpec.range(TAKEN, 1, -2, 1))
        .since("2.0.0")
        .summary("Removes and returns the first element of a list, or waits for one.")
        .complexity("O(N), N the number of keys")
        .runs(call -> ListPops.blockingPop(call, End.LEFT));
    add(commands, "brpop", -3, WRITE, NOSCRIPT, BLOCKING)
        .keys(KeySpec.range(TAKEN, 1, -2, 1))
        .since("2.0.0")
        .summary("Removes and returns the last element of a list, or waits for one.")
        .complexity("O(N), N the number of keys")
        .runs(call -> ListPops.blockingPop(call, End.RIGHT));
    add(commands, "blmpop", -5, WRITE, BLOCKING)
        .keys(KeySpec.counted(TAKEN, 2))
        .since("7.0.0")
        .summary("Removes and returns elements of a list that is not empty, or waits for one.")
        .complexity("O(N+M), N the number of keys, M the number of elements returned")
        .runs(ListPops::blockingPopFromSeveral);
  }

  private static void moves(CommandTable.Registry commands) {
    KeySpec[] keys = {KeySpec.key(TAKEN, 1), KeySpec.key("RW INSERT", 2)};
    add(commands, "lmove", 5, WRITE, DENYOOM)
        .keys(keys)
        .since("6.2.0")
        .summary("Moves an element from an end of one list to an end of another.")
        .runs(ListMoves::move);
    add(commands, "rpoplpush", 3, WRITE, DENYOOM)
        .keys(keys)
        .since("1.2.0")
        .summary("Moves the last element of a list to the front of another.")
        .runs(ListMoves::rightToLeft);
    add(commands, "blmove", 6, WRITE, DENYOOM, NOSCRIPT, BLOCKING)
        .keys(keys)
        .since("6.2.0")
        .summary("Moves an element from one list to another, or waits for one.")
        .runs(ListMoves::blockingMove);
    add(commands, "brpoplpush", 4, WRITE, DENYOOM, NOSCRIPT, BLOCKING)
        .keys(keys)
        .since("2.2.0")
        .summary("Moves the last element of a list to the front of another, or waits for one.")
        .runs(ListMoves::blockingRightToLeft);
  }
}
