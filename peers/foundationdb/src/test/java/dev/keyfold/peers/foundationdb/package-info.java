/**
 * The tuple format beside FoundationDB's own Java binding, over random rows: the same bytes from
 * the same values, and the same values from the same bytes. The generators are of this package
 * alone, so that no mistake is shared with the tests of the codec.
 */
package dev.keyfold.peers.foundationdb;
