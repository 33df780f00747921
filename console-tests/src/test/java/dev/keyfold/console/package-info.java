/**
 * Every page of the console in a real Chromium: load, act, see the result; with the keyboard alone;
 * light and dark. Screenshots are left under {@code target/screenshots}.
 */
package dev.keyfold.console;
