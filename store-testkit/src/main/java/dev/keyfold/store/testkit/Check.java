package dev.keyfold.store.testkit;

import dev.keyfold.store.Capability;
import java.util.Set;
import java.util.function.Consumer;

/** One promise of the contract: its words, what an engine needs for it, and how it is checked. */
record Check(String name, Set<Capability> needs, Consumer<Sandbox> body) {
  static Check that(String name, Consumer<Sandbox> body, Capability... needs) {
    return new Check(name, Set.of(needs), body);
  }
}
