/** Logins: SCRAM-SHA-256, and the throttle of guesses. */
package dev.keyfold.pg.login;
