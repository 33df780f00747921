/**
 * The contract of a store as code that any engine can be put through: {@link
 * dev.keyfold.store.testkit.StoreContract} checks one promise after the other, {@link
 * dev.keyfold.store.testkit.StoreModel} gives the same random operations to several stores and to
 * the simplest possible model and compares every answer. Neither needs a test framework.
 *
 * <p>{@link dev.keyfold.store.testkit.SingleRowStore} is a store that promises the least, for those
 * who build on stores; {@link dev.keyfold.store.testkit.Layer} puts layers over any.
 */
package dev.keyfold.store.testkit;
