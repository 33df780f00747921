package dev.keyfold.console.api;

import dev.keyfold.console.http.AccessControl;

/** All routes of a port, under one access control. */
public interface Api extends AutoCloseable {
  /** What the port asks. */
  AccessControl gate();

  /** Ends what runs in the background. */
  @Override
  void close();
}
