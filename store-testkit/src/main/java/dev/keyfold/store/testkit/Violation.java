package dev.keyfold.store.testkit;

/**
 * A promise not kept.
 *
 * @param check which one, in words
 * @param detail what was found and what was expected
 * @param cause what was thrown
 */
public record Violation(String check, String detail, Throwable cause) {
  @Override
  public String toString() {
    return check + ": " + detail;
  }
}
