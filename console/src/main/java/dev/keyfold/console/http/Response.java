package dev.keyfold.console.http;

import dev.keyfold.table.entry.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A response: a byte array, a stream, or server-sent events while the subscriber is connected. */
public final class Response {
  /** Writes a body piece by piece; what it writes to waits for the reader. */
  @FunctionalInterface
  public interface Body {
    /** Writes all of it. */
    void writeTo(OutputStream out) throws IOException;
  }

  private static final byte[] NOTHING = {};

  private final int status;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private byte[] bytes = NOTHING;
  private @Nullable Body body;
  private @Nullable Consumer<EventSink> events;
  private BooleanSupplier allowed = () -> true;

  private Response(int status) {
    this.status = status;
  }

  /** An answer without a body. */
  public static Response empty(int status) {
    return new Response(status);
  }

  /** A response with these bytes. */
  public static Response of(int status, String contentType, byte[] bytes) {
    Response response = new Response(status).with("Content-Type", contentType);
    response.bytes = bytes;
    return response;
  }

  /** A JSON value: maps, lists, texts, numbers, booleans, null. */
  public static Response json(@Nullable Object value) {
    return json(200, value);
  }

  /** The same with a status. */
  public static Response json(int status, @Nullable Object value) {
    return of(status, "application/json", jsonBytes(value)).with("Cache-Control", "no-store");
  }

  /** Plain text. */
  public static Response text(String text) {
    return of(200, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8))
        .with("Cache-Control", "no-store");
  }

  /** A body that is made while it is sent. */
  public static Response stream(String contentType, Body body) {
    Response response = new Response(200).with("Content-Type", contentType);
    response.body = body;
    return response.with("Cache-Control", "no-store");
  }

  /** Server-sent events: the consumer gets the listener once it listens. */
  public static Response events(Consumer<EventSink> subscribe) {
    Response response = new Response(200).with("Content-Type", "text/event-stream");
    response.events = subscribe;
    return response.with("Cache-Control", "no-store");
  }

  /** A file to be saved, not shown. */
  public Response asDownload(String name) {
    String safe = name.replaceAll("[^A-Za-z0-9._-]", "_");
    return with("Content-Disposition", "attachment; filename=\"" + safe + "\"");
  }

  /** With one more header. */
  public Response with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** A streamed response is cut off when this becomes false; checked before each chunk. */
  Response asLongAs(BooleanSupplier condition) {
    allowed = condition;
    return this;
  }

  static byte[] jsonBytes(@Nullable Object value) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new JsonWriter(out).line(value);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Null if it has all its bytes. */
  @Nullable Body body() {
    return body;
  }

  BooleanSupplier allowed() {
    return allowed;
  }

  /** Null if it is no stream of events. */
  @Nullable Consumer<EventSink> events() {
    return events;
  }
}
