/**
 * The index advisor: cardinality sketches of the fields ({@link
 * dev.keyfold.table.advise.Statistics}), a log of query shapes with their counts and costs ({@link
 * dev.keyfold.table.advise.QueryLog}), and the index recommendations made from both ({@link
 * dev.keyfold.table.advise.Advisor}).
 */
package dev.keyfold.table.advise;
