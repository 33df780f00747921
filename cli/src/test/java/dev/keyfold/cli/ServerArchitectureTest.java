package dev.keyfold.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.keyfold.cli.ProductClasses.ALL;

import org.junit.jupiter.api.Test;

/** Dependencies of the server and its ports, and the layers within them. */
class ServerArchitectureTest {
  /** Data flows from the network to the data: what is asked knows nothing of who asks. */
  @Test
  void theServerIsLayered() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.console.api..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.console.http..", "dev.keyfold.console.heat..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.console.api..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.keyfold.redis.client..",
            "dev.keyfold.redis.command..",
            "dev.keyfold.redis.dispatch..",
            "dev.keyfold.redis.state..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.redis.net..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage("dev.keyfold.redis.client", "dev.keyfold.redis.command")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.redis.command.*..", "dev.keyfold.redis.dispatch..")
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.keyfold.port..",
            "dev.keyfold.redis..",
            "dev.keyfold.console..",
            "dev.keyfold.pg",
            "dev.keyfold.pg.net..",
            "dev.keyfold.pg.message..",
            "dev.keyfold.pg.remote..",
            "dev.keyfold.pg.session..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.keyfold.pg.catalog..",
            "dev.keyfold.pg.dialect..",
            "dev.keyfold.pg.message..",
            "dev.keyfold.pg.session..",
            "dev.keyfold.pg.value..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.pg.login..", "dev.keyfold.pg.net..")
        .check(ALL);
  }

  /** What ports share depends on none of them, nor on what they serve. */
  @Test
  void whatPortsShareKnowsNoPort() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.port..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.redis..",
            "dev.keyfold.console..",
            "dev.keyfold.pg..",
            "dev.keyfold.db..",
            "dev.keyfold.sql..",
            "dev.keyfold.table..",
            "dev.keyfold.structures..")
        .check(ALL);
  }

  /** A port is a module to add: none knows another, and only the server knows them all. */
  @Test
  void portsDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.redis..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.keyfold.console..", "dev.keyfold.pg..", "dev.keyfold.db..", "dev.keyfold.table..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.console..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.redis..", "dev.keyfold.pg..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.pg..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.keyfold.redis..", "dev.keyfold.console..", "dev.keyfold.db..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.keyfold.port..",
            "dev.keyfold.redis..",
            "dev.keyfold.console..",
            "dev.keyfold.pg..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.keyfold.server..")
        .check(ALL);
  }
}
