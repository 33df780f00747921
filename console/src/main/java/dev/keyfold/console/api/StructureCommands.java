package dev.keyfold.console.api;

import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.http.Request;
import dev.keyfold.structures.type.StructureType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps console operations on structures to the equivalent Redis commands, whose ACL rights they
 * require.
 */
final class StructureCommands {
  private StructureCommands() {}

  static String read(StructureType type) {
    return switch (type) {
      case STRING -> "get";
      case HASH -> "hgetall";
      case LIST -> "lrange";
      case SET -> "smembers";
      case SORTED_SET -> "zrange";
    };
  }

  static String add(StructureType type) {
    return switch (type) {
      case STRING -> "set";
      case HASH -> "hset";
      case LIST -> "rpush";
      case SET -> "sadd";
      case SORTED_SET -> "zadd";
    };
  }

  static String remove(StructureType type) {
    return switch (type) {
      case STRING -> "del";
      case HASH -> "hdel";
      case LIST -> "lrem";
      case SET -> "srem";
      case SORTED_SET -> "zrem";
    };
  }

  /** Rejects reads without the right; whether a name exists is protected as well. */
  static void checkRead(Request.Caller caller, byte[] name, @Nullable StructureType type) {
    check(caller, name, type == null ? "type" : read(type), "type", false);
  }

  /** Refuses to remove an element that the caller may not remove. */
  static void checkRemove(Request.Caller caller, byte[] name, @Nullable StructureType type) {
    check(caller, name, type == null ? "del" : remove(type), "del", true);
  }

  /** The error names no command that would reveal the type to a caller who may not read it. */
  private static void check(
      Request.Caller caller, byte[] name, String command, String otherwise, boolean write) {
    if (!caller.names().may(command, name, write)) {
      boolean told = caller.names().may("type", name, false);
      throw caller.refusal(told ? command : otherwise, KeyInput.escaped(name), write);
    }
  }

  /** What the caller may do to a structure, for a page that offers nothing else. */
  static Map<String, Object> may(Request.Caller caller, byte[] name, StructureType type) {
    Map<String, Object> may = new LinkedHashMap<>();
    may.put("add", caller.names().may(add(type), name, true));
    may.put("remove", caller.names().may(remove(type), name, true));
    may.put("delete", caller.names().may("del", name, true));
    may.put("expire", caller.names().may("pexpireat", name, true));
    return may;
  }
}
