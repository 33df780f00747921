package dev.keyfold.server.http;

/**
 * A directory of one user without any rights.
 *
 * @param password null if there is none that would do
 */
record OneUser(String name, String password) implements Directory {
  @Override
  public String guest() {
    return null;
  }

  @Override
  public boolean accepts(String user, String given) {
    return user.equals(name) && given.equals(password);
  }

  @Override
  public Request.Rights rights(String user) {
    return Request.Rights.NOTHING;
  }

  @Override
  public NameRights names(String user) {
    return NameRights.NONE;
  }
}
