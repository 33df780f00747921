package dev.keyfold.redis.client;

/**
 * The client library as given by CLIENT SETINFO; empty texts if not given.
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
