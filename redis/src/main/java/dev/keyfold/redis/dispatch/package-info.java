/**
 * How commands run: {@link dev.keyfold.redis.dispatch.Dispatcher} decides whether one may, {@link
 * dev.keyfold.redis.dispatch.CommandRunner} runs and commits it. {@link
 * dev.keyfold.redis.dispatch.Blocking}, {@link dev.keyfold.redis.dispatch.Pause} and {@link
 * dev.keyfold.redis.dispatch.CopyJobs} keep those that end later, and {@link
 * dev.keyfold.redis.dispatch.KeyspaceChanges} tells everybody what a commit has changed. What a
 * single command does is not here but in its family.
 *
 * <p>Everything belongs to the loop thread unless it says otherwise.
 */
package dev.keyfold.redis.dispatch;
