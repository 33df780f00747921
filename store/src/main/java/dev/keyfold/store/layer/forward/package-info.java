/**
 * Base classes for layers: stores, transactions, cursors and bulk writers that forward every call
 * to the one below, for layers that change a few of them.
 */
package dev.keyfold.store.layer.forward;
