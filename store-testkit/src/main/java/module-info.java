/** The contract of a store as checks and a model test that every engine must pass. For tests. */
module dev.keyfold.store.testkit {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.store;

  exports dev.keyfold.store.testkit;
}
