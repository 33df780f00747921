/**
 * A unit of work from its beginning to its commit: {@link dev.keyfold.structures.work.UnitOfWork}
 * owns the entries it has written, the names in its hands ({@link
 * dev.keyfold.structures.work.Metas}), and the batch they become. {@link
 * dev.keyfold.structures.work.WorkContext} is what all of them share: the lock, and what is kept in
 * memory of databases, ids and times of expiry.
 *
 * <p>Not here: what fields, elements, members and scores are; see {@code element}.
 */
package dev.keyfold.structures.work;
