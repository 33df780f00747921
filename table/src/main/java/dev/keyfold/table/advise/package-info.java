/**
 * What is known of a table's data and use, and what follows from it: how many different values each
 * field has ({@link dev.keyfold.table.advise.Statistics}), what was asked how often at what cost
 * ({@link dev.keyfold.table.advise.QueryLog}), and which keys would serve that better ({@link
 * dev.keyfold.table.advise.Advisor}).
 */
package dev.keyfold.table.advise;
