/**
 * What is done when nobody waits for it: names that are due go ({@link
 * dev.keyfold.structures.upkeep.DueNames}), what deleted structures have left is removed ({@link
 * dev.keyfold.structures.upkeep.Reclaimer}), by a background thread unless a server does it ({@link
 * dev.keyfold.structures.upkeep.Housekeeper}).
 */
package dev.keyfold.structures.upkeep;
