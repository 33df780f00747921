/**
 * What every store must do, as code that any of them can be put through: {@link
 * dev.keyfold.store.contract.StoreContract} checks one promise after the other, {@link
 * dev.keyfold.store.contract.StoreModel} gives the same random operations to several stores and to
 * the simplest possible model and compares every answer. No test framework: the command line runs
 * them too.
 */
package dev.keyfold.store.contract;
