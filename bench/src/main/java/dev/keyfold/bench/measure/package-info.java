/**
 * The measuring harness that the comparisons of keys, stores and tables share: threads, warm-up,
 * JVM forks, samples and medians, targets, and the tables of a report. Nothing here knows what is
 * measured.
 */
package dev.keyfold.bench.measure;
