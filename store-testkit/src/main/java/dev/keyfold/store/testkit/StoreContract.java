package dev.keyfold.store.testkit;

import dev.keyfold.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a store through every promise of the contract that its capabilities make. Works in keys
 * under one prefix and leaves nothing behind, so that it may be run on a store in use; only checks
 * that need to reopen it disturb others.
 */
public final class StoreContract {
  private static final byte[] PREFIX = "keyfold/contract/".getBytes(StandardCharsets.UTF_8);

  private StoreContract() {}

  /** What was run and what was not kept. */
  public record Result(int checksRun, List<Violation> violations) {}

  /** Runs every check that applies. */
  public static Result run(StoreFixture fixture) {
    List<Check> checks = new ArrayList<>();
    checks.addAll(WriteChecks.all());
    checks.addAll(BulkChecks.all());
    checks.addAll(ScanChecks.all());
    checks.addAll(SnapshotChecks.all());
    checks.addAll(TransactionChecks.all());
    checks.addAll(LifeChecks.all());
    int run = 0;
    List<Violation> violations = new ArrayList<>();
    for (Check check : checks) {
      Store store = fixture.store();
      if (!store.capabilities().containsAll(check.needs())) {
        continue;
      }
      run++;
      Sandbox sandbox = new Sandbox(fixture, PREFIX);
      try {
        sandbox.clear();
        check.body().accept(sandbox);
      } catch (Throwable thrown) {
        violations.add(new Violation(check.name(), String.valueOf(thrown.getMessage()), thrown));
      } finally {
        sandbox.clear();
      }
    }
    return new Result(run, violations);
  }
}
