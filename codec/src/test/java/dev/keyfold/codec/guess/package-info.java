/** Tests of guessing: how often it is right, and that it never fails. */
package dev.keyfold.codec.guess;
