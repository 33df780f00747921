package dev.keyfold.console.http;

import java.io.IOException;

/** Answers one kind of request, on a worker thread. */
@FunctionalInterface
public interface Endpoint {
  /** Answers, or throws {@link HttpException}. */
  Response answer(Request request) throws IOException;
}
