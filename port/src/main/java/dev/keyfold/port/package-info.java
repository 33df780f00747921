/**
 * What every port of a server has in common, whatever it speaks: options, TLS, throttled logins,
 * histograms of durations, retries that slow down, and what must work when there is no memory.
 */
package dev.keyfold.port;
