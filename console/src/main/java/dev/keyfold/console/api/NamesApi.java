package dev.keyfold.console.api;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.http.NameRights;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of structures as a tree, grouped by the prefix before the next separator. Each child
 * costs one seek past the names below it, however many, for callers who may see the first of them;
 * for others, a group appears once a visible name in it is found.
 */
final class NamesApi {
  private static final int PAGE = 100;
  private static final int MOST = 1_000;
  private static final int MOST_LOOKED = 5_000;
  private static final byte SEPARATOR = ':';

  private final Backend backend;

  /** Over that data. */
  NamesApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.getNames("/api/tree/names", this::names);
  }

  private Response names(Request request) {
    int database = request.number("db", 0, 0, backend.structures().options().databases() - 1);
    byte[] prefix = KeyInput.bytesOf(request.get("prefix", ""));
    int limit = request.number("limit", PAGE, 1, MOST);
    Position after = Position.parse(request.get("after", ""));
    return Response.json(
        backend.read(
            work ->
                children(work.space(database), prefix, after, limit, request.caller().names())));
  }

  /**
   * Where a page continues: after a child with all its descendants, or after a single name.
   *
   * @param shown whether it is a child
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Position(byte[] name, boolean shown) {
    /** Prefixed with a marker, as the empty name is valid too. */
    static @Nullable Position parse(String token) {
      return token.isEmpty()
          ? null
          : new Position(KeyInput.bytesOf(token.substring(1)), token.charAt(0) == '=');
    }

    String token() {
      return (shown ? "=" : ".") + Bytes.toHex(name);
    }

    byte @Nullable [] next(Keys keys, int parentLength) {
      return shown ? NamesApi.next(keys, name, parentLength) : first(keys, Bytes.next(name));
    }
  }

  /** Names without a right to them are left out; groups too, until a name in them has one. */
  private static Map<String, Object> children(
      Space space, byte[] prefix, @Nullable Position after, int limit, NameRights rights) {
    List<Object> children = new ArrayList<>();
    // A name that is the prefix itself is a child too, the first one.
    Keys keys = space.keys();
    byte[] name = after == null ? first(keys, prefix) : after.next(keys, prefix.length);
    Position last = null;
    int looked = 0;
    while (name != null
        && Bytes.startsWith(name, prefix)
        && children.size() < limit
        && looked++ < MOST_LOOKED) {
      boolean shown = rights.may("type", name, false);
      int end = separator(name, prefix.length);
      last = new Position(shown && end >= 0 ? Arrays.copyOf(name, end + 1) : name, shown);
      if (shown) {
        children.add(child(space, last.name, end >= 0, prefix.length));
      }
      name =
          shown || isNear(name, rights) ? last.next(keys, prefix.length) : leap(keys, name, rights);
    }
    boolean more = name != null && Bytes.startsWith(name, prefix);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("children", children);
    json.put("next", more && last != null ? last.token() : null);
    return json;
  }

  /** Whether the caller could have a right to the name, judged by its prefix. */
  private static boolean isNear(byte[] name, NameRights rights) {
    return rights.beginnings().stream().anyMatch(of -> Bytes.startsWith(name, of));
  }

  /** The first name after it that the caller could have a right to; null if none exists. */
  private static byte @Nullable [] leap(Keys keys, byte[] name, NameRights rights) {
    return rights.beginnings().stream()
        .filter(of -> Arrays.compareUnsigned(of, name) > 0)
        .findFirst()
        .map(of -> first(keys, of))
        .orElse(null);
  }

  private static int separator(byte[] name, int from) {
    for (int i = from; i < name.length; i++) {
      if (name[i] == SEPARATOR) {
        return i;
      }
    }
    return -1;
  }

  /** The first name at or after a byte string; null if none exists. */
  private static byte @Nullable [] first(Keys keys, byte[] from) {
    if (keys.exists(from)) {
      return from;
    }
    byte[][] found = new byte[1][];
    keys.scan(
        from,
        name -> {
          found[0] = name.toArray();
          return false;
        });
    return found[0];
  }

  /**
   * The first name after a child: after all names of a group, or after one name. The name that
   * equals the parent ends like a group but is not one.
   */
  private static byte @Nullable [] next(Keys keys, byte[] child, int parentLength) {
    boolean group = child.length > parentLength && child[child.length - 1] == SEPARATOR;
    if (!group) {
      return first(keys, Bytes.next(child));
    }
    byte[] end = Bytes.successor(child);
    return end == null ? null : first(keys, end);
  }

  private static Map<String, Object> child(
      Space space, byte[] name, boolean group, int parentLength) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", Bytes.toHex(name));
    json.put("label", KeyInput.escaped(name, Math.min(parentLength, name.length), name.length));
    json.put("group", group);
    StructureType type = group ? null : space.keys().type(name);
    if (type != null) {
      json.put("type", type.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    return json;
  }
}
