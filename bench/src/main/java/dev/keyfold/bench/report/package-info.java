/**
 * Runs the side-by-side benchmarks as jobs, with a bar that shows how far they are, and writes what
 * they found as one HTML page that needs nothing else, and as JSON to compare with later. What is
 * measured, and how, is not decided here: jobs are made where the benchmarks are.
 */
package dev.keyfold.bench.report;
