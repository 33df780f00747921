package dev.keyfold.console.http;

/**
 * A directory of one user without any rights.
 *
 * @param password null if none exists that would do
 */
record OneUser(String name, String password) implements UserDirectory {
  @Override
  public String guest() {
    return null;
  }

  @Override
  public Account login(String user, String given) {
    return user.equals(name) && given.equals(password) ? account(user) : null;
  }

  @Override
  public Account account(String user) {
    return new Account(1, 1, Request.Rights.NOTHING, NameRights.NONE);
  }
}
