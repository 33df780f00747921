package dev.keyfold.console.api;

import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/**
 * Changes of structures: whole ones, single elements, expiry. Texts are escaped as they are shown.
 * A request that replaces or removes a list element includes the expected value, so that a
 * concurrently modified list is not changed at the wrong position.
 */
final class StructureChangesApi {
  private final Backend backend;

  /** Over that data. */
  StructureChangesApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.changeName("/api/structure/delete", this::delete);
    router.changeName("/api/structure/expire", this::expire);
    router.changeName("/api/structure/put", this::put);
    router.changeName("/api/structure/remove", this::remove);
  }

  private Space space(dev.keyfold.structures.Work work, Fields asked) {
    int last = backend.structures().options().databases() - 1;
    return work.space((int) asked.number("db", 0, 0, last));
  }

  private static byte[] name(Fields asked) {
    return KeyInput.bytesOf(asked.text("name"));
  }

  private static void check(Request request, String command, Fields asked) {
    request.caller().check(command, name(asked), KeyInput.escaped(name(asked)), true);
  }

  private Response delete(Request request) {
    Fields asked = request.json();
    check(request, "del", asked);
    boolean there = backend.work(work -> space(work, asked).keys().delete(name(asked)));
    return Response.json(Map.of("deleted", there));
  }

  private Response expire(Request request) {
    Fields asked = request.json();
    check(request, asked.has("at") ? "pexpireat" : "persist", asked);
    boolean there =
        backend.work(
            work ->
                asked.has("at")
                    ? space(work, asked).keys().expireAt(name(asked), millis(asked.text("at")))
                    : space(work, asked).keys().persist(name(asked)));
    return Response.json(Map.of("changed", there));
  }

  private static long millis(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new HttpException(
          400, "found the time '" + text + "', expected one such as 2030-01-31T12:00:00Z");
    }
  }

  private static StructureType type(String text) {
    return switch (text) {
      case "string" -> StructureType.STRING;
      case "hash" -> StructureType.HASH;
      case "list" -> StructureType.LIST;
      case "set" -> StructureType.SET;
      case "sorted set" -> StructureType.SORTED_SET;
      default ->
          throw new HttpException(
              400, "found the type '" + text + "', expected string, hash, list, set or sorted set");
    };
  }

  private Response put(Request request) {
    Fields asked = request.json();
    byte[] name = name(asked);
    StructureType type = type(asked.text("type"));
    boolean replaced = type == StructureType.LIST && asked.has("index");
    check(request, replaced ? "lset" : StructureCommands.add(type), asked);
    backend.work(
        work -> {
          put(space(work, asked), name, type, asked);
          return true;
        });
    return Response.json(Map.of("changed", true));
  }

  private static void put(Space space, byte[] name, StructureType type, Fields asked) {
    switch (type) {
      case STRING -> space.strings().replace(name, text(asked, "value"));
      case HASH -> space.hashes().put(name, text(asked, "field"), text(asked, "value"));
      case SET -> space.sets().add(name, text(asked, "member"));
      case SORTED_SET -> space.sortedSets().put(name, text(asked, "member"), score(asked));
      case LIST -> {
        if (!asked.has("index")) {
          space.lists().pushLast(name, text(asked, "value"));
          return;
        }
        long index = asked.number("index", 0, 0, Long.MAX_VALUE);
        checkElement(space, name, index, asked);
        space.lists().set(name, index, text(asked, "value"));
      }
    }
  }

  private static byte[] text(Fields asked, String field) {
    return KeyInput.unescape(asked.text(field));
  }

  private static double score(Fields asked) {
    try {
      double score = Double.parseDouble(asked.text("score"));
      if (!Double.isNaN(score)) {
        return score;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new HttpException(
        400, "found the score '" + asked.text("score") + "', expected a number");
  }

  private static void checkElement(Space space, byte[] name, long index, Fields asked) {
    byte[] there = space.lists().get(name, index);
    if (there == null || !Arrays.equals(there, text(asked, "expected"))) {
      throw new HttpException(
          409,
          "element " + index + " was changed after you loaded it; load the list again",
          Map.of("stale", true));
    }
  }

  private Response remove(Request request) {
    Fields asked = request.json();
    byte[] name = name(asked);
    boolean there =
        backend.work(
            work -> {
              StructureType type = space(work, asked).keys().type(name);
              StructureCommands.checkRemove(request.caller(), name, type);
              return remove(space(work, asked), name, asked);
            });
    return Response.json(Map.of("removed", there));
  }

  private static boolean remove(Space space, byte[] name, Fields asked) {
    StructureType type = space.keys().type(name);
    if (type == null) {
      throw StructureApi.missing(name);
    }
    return switch (type) {
      case STRING -> space.keys().delete(name);
      case HASH -> space.hashes().remove(name, KeyInput.bytesOf(asked.text("id")));
      case SET -> space.sets().remove(name, KeyInput.bytesOf(asked.text("id")));
      case SORTED_SET -> space.sortedSets().remove(name, KeyInput.bytesOf(asked.text("id")));
      case LIST -> {
        long index = asked.number("index", 0, 0, Long.MAX_VALUE);
        checkElement(space, name, index, asked);
        yield space.lists().remove(name, index) != null;
      }
    };
  }
}
