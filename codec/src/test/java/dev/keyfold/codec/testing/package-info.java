/**
 * What the tests of the codec share: the files in {@code testdata}, seeds, generators of schemas
 * and values, and the model that says how values compare. Nothing here calls the code that it
 * judges.
 */
package dev.keyfold.codec.testing;
