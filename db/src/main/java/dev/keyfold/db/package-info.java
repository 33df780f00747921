/**
 * The one object a program opens: {@link dev.keyfold.db.Keyfold}, tables and structures over one
 * store that is chosen by URL. The engine is whatever store module is on the class path.
 */
package dev.keyfold.db;
