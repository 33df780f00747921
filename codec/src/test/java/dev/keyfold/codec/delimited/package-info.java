/** Tests of the format {@code delimited}; those of its ranges stand beside the selection model. */
package dev.keyfold.codec.delimited;
