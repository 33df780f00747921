/** What the tests of every module share. Knows nothing of any of them. */
package dev.keyfold.testkit;
