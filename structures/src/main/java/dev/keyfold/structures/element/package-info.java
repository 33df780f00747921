/**
 * What the facades of the types are made of: names ({@link dev.keyfold.structures.element.Names}),
 * fields and members ({@link dev.keyfold.structures.element.Members}), elements of lists ({@link
 * dev.keyfold.structures.element.ListEdits}) and members by score ({@link
 * dev.keyfold.structures.element.Scored}), read and changed within a unit of work.
 */
package dev.keyfold.structures.element;
