package dev.keyfold.redis.client;

/**
 * What CLIENT SETINFO tells about the library of a client; empty if it tells nothing.
 *
 * @param name of the library
 * @param version of the library
 */
public record ClientLibrary(String name, String version) {
  static final ClientLibrary UNKNOWN = new ClientLibrary("", "");

  /** With another name. */
  public ClientLibrary named(String newName) {
    return new ClientLibrary(newName, version);
  }

  /** With another version. */
  public ClientLibrary ofVersion(String newVersion) {
    return new ClientLibrary(name, newVersion);
  }
}
