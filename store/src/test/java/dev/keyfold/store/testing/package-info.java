/**
 * What the tests of stores share: seeds, and stores and readers so simple that they are right at a
 * glance. Nothing here calls the code that it judges.
 */
package dev.keyfold.store.testing;
