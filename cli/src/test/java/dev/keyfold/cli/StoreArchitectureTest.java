package dev.keyfold.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.keyfold.cli.ProductClasses.ALL;

import dev.keyfold.codec.KeyRange;
import org.junit.jupiter.api.Test;

/** Dependencies of stores and engines. */
class StoreArchitectureTest {
  /** Of keys a store knows only that they are bytes, and what a range of them is. */
  @Test
  void storesKnowBytesOnly() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.store..")
        .and()
        .resideOutsideOfPackages("dev.keyfold.store.rocksdb..", "dev.keyfold.store.hbase..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "dev.keyfold.store..",
                    "dev.keyfold.codec.bytes..",
                    "com.github.benmanes.caffeine..",
                    "net.jpountz..",
                    "com.github.luben.zstd..")
                .and(
                    not(
                        resideInAnyPackage(
                            "dev.keyfold.store.rocksdb..", "dev.keyfold.store.hbase..")))
                .or(type(KeyRange.class)))
        .check(ALL);
  }

  /** An engine knows the contract and itself; nobody knows an engine: stores are found by URL. */
  @Test
  void enginesAreKnownToNobody() {
    classes()
        .that()
        .resideInAPackage("dev.keyfold.store.rocksdb..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "com.sun.management..",
                    "org.rocksdb..",
                    "net.jpountz.lz4..", // blocks of damaged files are read without the engine
                    "com.github.luben.zstd..",
                    "dev.keyfold.store..",
                    "dev.keyfold.codec.bytes..")
                .or(type(KeyRange.class)))
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.store.rocksdb..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.store.rocksdb..", "org.rocksdb..")
        .check(ALL);
    classes()
        .that()
        .resideInAPackage("dev.keyfold.store.hbase..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "org.apache.hadoop..",
                    "org.apache.hbase.thirdparty..", // in signatures of HBase's client
                    "com.github.benmanes.caffeine..",
                    "dev.keyfold.store..",
                    "dev.keyfold.codec.bytes..")
                .and(not(resideInAPackage("dev.keyfold.store.rocksdb..")))
                .or(type(KeyRange.class)))
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.keyfold.store.hbase..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.store.hbase..", "org.apache.hadoop..")
        .check(ALL);
  }

  /** The protocol of an owner is tried without HBase; so it must not know it. */
  @Test
  void theProtocolOfAnOwnerKnowsNoHBase() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.store.hbase.owned..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.hadoop..", "dev.keyfold.store.hbase")
        .check(ALL);
  }
}
