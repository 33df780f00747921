/**
 * What an operator does: {@code check}, {@code stats}, {@code backup}, {@code restore}, {@code
 * salvage}, and the commands about the program itself.
 */
package dev.keyfold.cli.admin;
