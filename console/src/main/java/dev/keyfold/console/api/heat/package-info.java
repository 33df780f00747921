/**
 * The area of hot keys: which key ranges are read and written most, the hottest keys with the names
 * that users know, and a diagnosis with the field that causes a hot spot. The samples come from
 * {@code console.heat}.
 */
package dev.keyfold.console.api.heat;
