package dev.keyfold.console.api;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Capped;
import dev.keyfold.console.backend.Explained;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A structure and its elements, page by page, each value up to a limit. */
final class StructureApi {
  private static final int PAGE = 100;
  private static final int MOST = 1_000;

  /** A page ends early when its elements are long. */
  private static final int PAGE_BYTES = 1 << 20;

  private final Backend backend;

  /** Over that data. */
  StructureApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.getNames("/api/structure", this::show);
    router.getNames("/api/structure/value", this::download);
  }

  private int database(Request request) {
    return request.number("db", 0, 0, backend.structures().options().databases() - 1);
  }

  static HttpException missing(byte[] name) {
    return new HttpException(404, "no structure is named '" + KeyInput.escaped(name) + "'");
  }

  private Response show(Request request) {
    int database = database(request);
    byte[] name = KeyInput.bytesOf(request.need("name"));
    String after = request.get("after", "");
    int limit = request.number("limit", PAGE, 1, MOST);
    return Response.json(
        backend.read(
            work -> {
              Space space = work.space(database);
              StructureType type = space.keys().type(name);
              StructureCommands.checkRead(request.caller(), name, type);
              if (type == null) {
                throw missing(name);
              }
              Map<String, Object> json = show(space, name, type, after, limit);
              json.put("may", StructureCommands.may(request.caller(), name, type));
              return json;
            }));
  }

  private static Map<String, Object> show(
      Space space, byte[] name, StructureType type, String after, int limit) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("db", space.number());
    json.put("name", Bytes.toHex(name));
    json.put("label", KeyInput.escaped(name));
    json.put("type", type.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    long expires = space.keys().expiresAt(name);
    json.put("expires", expires == Keys.NEVER ? null : Instant.ofEpochMilli(expires).toString());
    json.put("key", Explained.of(space.keys().storeKey(name), Places.Place.STRUCTURES).toJson());
    Page page = new Page(limit);
    switch (type) {
      case STRING -> {
        json.put("size", space.strings().length(name));
        json.put("value", Capped.bytes(string(space, name)));
      }
      case HASH -> {
        json.put("size", space.hashes().size(name));
        space.hashes().forEach(name, bytesAfter(after), page::field);
      }
      case SET -> {
        json.put("size", space.sets().size(name));
        space.sets().forEach(name, bytesAfter(after), page::member);
      }
      case LIST -> {
        json.put("size", space.lists().size(name));
        space.lists().forEach(name, indexAfter(after), false, page::element);
      }
      case SORTED_SET -> {
        json.put("size", space.sortedSets().size(name));
        page.rank = indexAfter(after);
        space.sortedSets().forEach(name, page.rank, false, page::scored);
      }
    }
    json.put("elements", page.elements);
    json.put("next", page.more ? page.last : null);
    return json;
  }

  private static byte[] string(Space space, byte[] name) {
    byte[] value = space.strings().get(name);
    if (value == null) {
      throw missing(name);
    }
    return value;
  }

  private static byte @Nullable [] bytesAfter(String after) {
    return after.isEmpty() ? null : KeyInput.bytesOf(after);
  }

  private static long indexAfter(String after) {
    try {
      return after.isEmpty() ? 0 : Long.parseLong(after) + 1;
    } catch (NumberFormatException e) {
      throw new HttpException(400, "found '" + after + "', expected a position");
    }
  }

  /** Gathers elements up to the limit. */
  private static final class Page {
    private final int limit;
    private final List<Object> elements = new ArrayList<>();
    private @Nullable String last;
    private boolean more;
    private long rank;
    private long bytes;

    Page(int limit) {
      this.limit = limit;
    }

    private boolean isFull() {
      more = elements.size() >= limit || bytes > PAGE_BYTES;
      return more;
    }

    private Map<String, Object> shown(Slice value) {
      bytes += Math.min(value.length(), Capped.BYTES);
      return Capped.bytes(value.toArray());
    }

    boolean field(Slice field, Slice value) {
      if (isFull()) {
        return false;
      }
      String id = Bytes.toHex(field.toArray());
      elements.add(
          Map.of(
              "id", id,
              "field", shown(field),
              "value", shown(value)));
      last = id;
      return true;
    }

    boolean member(Slice member) {
      if (isFull()) {
        return false;
      }
      String id = Bytes.toHex(member.toArray());
      elements.add(Map.of("id", id, "member", shown(member)));
      last = id;
      return true;
    }

    boolean element(long index, Slice element) {
      if (isFull()) {
        return false;
      }
      String id = Long.toString(index);
      elements.add(Map.of("id", id, "index", index, "value", shown(element)));
      last = id;
      return true;
    }

    boolean scored(Slice member, double score) {
      if (isFull()) {
        return false;
      }
      String id = Long.toString(rank);
      elements.add(
          Map.of(
              "id",
              Bytes.toHex(member.toArray()),
              "rank",
              rank++,
              "member",
              shown(member),
              "score",
              Double.isFinite(score) ? (Object) score : Double.toString(score)));
      last = id;
      return true;
    }
  }

  private Response download(Request request) {
    int database = database(request);
    byte[] name = KeyInput.bytesOf(request.need("name"));
    String id = request.get("id", "");
    byte[] value =
        backend.read(
            work -> {
              Space space = work.space(database);
              StructureCommands.checkRead(request.caller(), name, space.keys().type(name));
              return value(space, name, id);
            });
    if (value == null) {
      throw missing(name);
    }
    return Response.stream("application/octet-stream", out -> out.write(value))
        .asDownload(KeyInput.escaped(name) + ".bin");
  }

  private static byte @Nullable [] value(Space space, byte[] name, String id) {
    StructureType type = space.keys().type(name);
    if (type == null) {
      return null;
    }
    return switch (type) {
      case STRING -> space.strings().get(name);
      case HASH -> space.hashes().get(name, KeyInput.bytesOf(id));
      case LIST -> space.lists().get(name, indexAfter(id) - 1);
      case SET, SORTED_SET -> KeyInput.bytesOf(id);
    };
  }
}
