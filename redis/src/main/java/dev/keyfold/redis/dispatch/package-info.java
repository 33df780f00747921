/**
 * Execution of commands: {@link dev.keyfold.redis.dispatch.Dispatcher} receives them, {@link
 * dev.keyfold.redis.dispatch.Admission} decides whether one may run, {@link
 * dev.keyfold.redis.dispatch.CommandRunner} runs and commits it. {@link
 * dev.keyfold.redis.dispatch.Blocking}, {@link dev.keyfold.redis.dispatch.Pause} and {@link
 * dev.keyfold.redis.dispatch.CopyJobs} keep commands that complete later, and {@link
 * dev.keyfold.redis.dispatch.KeyspaceChanges} applies a commit to the other clients. The commands
 * themselves are in their families.
 *
 * <p>Everything is confined to the loop thread unless documented otherwise.
 */
package dev.keyfold.redis.dispatch;
