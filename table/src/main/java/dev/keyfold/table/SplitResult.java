package dev.keyfold.table;

/**
 * The result of {@link Tables#split}.
 *
 * @param asked at how many keys parts should begin
 * @param done at how many of them parts begin now
 */
public record SplitResult(int asked, int done) {
  /** Whether nothing is left to do. */
  public boolean isComplete() {
    return done >= asked;
  }
}
