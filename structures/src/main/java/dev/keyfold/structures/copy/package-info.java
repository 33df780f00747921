/**
 * What imports and exports of structures share: {@link dev.keyfold.structures.copy.LeftOut} reports
 * what was left out, {@link dev.keyfold.structures.copy.NamePages} lists names. Knows no layout.
 */
package dev.keyfold.structures.copy;
