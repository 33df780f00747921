package dev.keyfold.table.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.ScanRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statistics, the query log, and what the advisor makes of both. */
class AdvisorTest {
  private static final int ROWS = 20_000;

  private final Store store = TestStores.open();
  private Tables tables;
  private Table<Row> events;

  @BeforeEach
  void load() {
    tables = Tables.of(store);
    events =
        tables.create(
            new TableBuilder("events")
                .fields("id int64, user string, status string, at timestamp, score int32")
                .key("id")
                .index("by_score: score"));
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < ROWS; i++) {
      rows.add(
          Row.of(
              events.definition(),
              Map.of(
                  "id",
                  i,
                  "user",
                  "U" + i % 4_000,
                  "status",
                  i % 3 == 0 ? "OPEN" : "DONE",
                  "at",
                  1_000_000 + i,
                  "score",
                  i % 100)));
    }
    events.putAll(rows);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void refused(String query) {
    assertThatThrownBy(() -> events.query(query).list()).isInstanceOf(ScanRefusedException.class);
  }

  @Test
  void sketchesCountTheValuesOfEveryField() {
    assertThat(events.distinct("id")).isCloseTo(ROWS, within(ROWS * 0.12));
    assertThat(events.distinct("user")).isCloseTo(4_000, within(480.0));
    assertThat(events.distinct("status")).isCloseTo(2, within(0.5));
    assertThat(events.distinct("score")).isCloseTo(100, within(12.0));
    events.analyze();
    assertThat(events.distinct("user")).isCloseTo(4_000, within(480.0));
  }

  @Test
  void statisticsAndLogAreThereAfterReopening() {
    events.query("score = 5").list();
    tables.saveKnowledge();
    Table<Row> again = Tables.of(store).table("events");
    assertThat(again.distinct("score")).isCloseTo(100, within(12.0));
    assertThat(again.queryLog()).hasSize(1);
    assertThat(again.queryLog().get(0).example()).isEqualTo("score = 5");
    assertThat(again.queryLog().get(0).returned()).isEqualTo(200);
    assertThat(again.queryLog().get(0).key()).isEqualTo("by_score");
  }

  @Test
  void queriesOfOneShapeCountTogether() {
    events.query("score = 5").list();
    events.query("score = 6").list();
    events.query("score > 97").list();
    assertThat(events.queryLog()).hasSize(2);
    assertThat(events.queryLog().stream().mapToLong(QueryLog.Entry::count).sum()).isEqualTo(3);
  }

  @Test
  void equalityThenOrderThenRangeTheMoreValuesTheEarlier() {
    refused("status = 'OPEN' and user = 'U7' order by at desc");
    List<Advice> advice = events.advise();
    assertThat(advice.get(0).action()).isEqualTo(Advice.Action.CREATE);
    assertThat(advice.get(0).index()).isEqualTo("by_user_status_at: user, status, at desc");
    assertThat(advice.get(0).reasons().toString())
        .contains("medium cardinality", "low cardinality", "so that the key has the order");
    assertThat(advice.get(0).bytes()).isPositive();
    assertThat(advice.get(0).writes()).isEqualTo(1);
  }

  /** The log knows these queries as refused or as scans: the index was not there yet. */
  @Test
  void anIndexThatWasJustProposedIsNotAdvisedToBeDropped() {
    refused("user = 'U7'");
    refused("status = 'OPEN' order by at desc");
    events.query("user = 'U9' and at > 5").allowScan(ROWS).list();
    List<Advice> creates =
        events.advise().stream().filter(advice -> advice.action() == Advice.Action.CREATE).toList();
    assertThat(creates).isNotEmpty();
    creates.forEach(advice -> tables.createIndex("events", advice.index()));
    assertThat(events.advise())
        .filteredOn(advice -> advice.action() != Advice.Action.REVIEW)
        .extracting(Advice::action, Advice::index)
        .containsExactly(tuple(Advice.Action.DROP, "by_score"));
    tables.createIndex("events", "by_at: at");
    assertThat(events.advise())
        .filteredOn(advice -> advice.action() != Advice.Action.REVIEW)
        .extracting(Advice::index)
        .containsExactly("by_score", "by_at");
  }

  @Test
  void aShorterKeyIsServedByALongerOne() {
    refused("user = 'U7'");
    refused("user = 'U7' and at > 5");
    List<Advice> creates =
        events.advise().stream().filter(advice -> advice.action() == Advice.Action.CREATE).toList();
    assertThat(creates).extracting(Advice::index).containsExactly("by_user_at: user, at");
    assertThat(creates.get(0).queries()).hasSize(2);
  }

  @Test
  void anIndexNobodyUsesIsNamed() {
    events.get(5L);
    events.query("id = 5").list();
    assertThat(events.advise())
        .anySatisfy(
            advice -> {
              assertThat(advice.action()).isEqualTo(Advice.Action.DROP);
              assertThat(advice.index()).isEqualTo("by_score");
            });
    events.query("score = 5").list();
    assertThat(events.advise()).extracting(Advice::action).containsOnly(Advice.Action.REVIEW);
  }

  @Test
  void whatIsServedNeedsNoAdvice() {
    tables.createIndex("events", "by_user: user");
    events.query("user = 'U5'").list();
    events.query("id = 5").list();
    assertThat(events.advise()).extracting(Advice::index).containsExactly("by_score"); // unused
  }

  /** 20,000 rows of 100 scores: 200 entries for each. */
  @Test
  void anIndexOnAFieldOfFewValuesIsNamedWithAPartialOneInstead() {
    events.query("score = 5").list();
    Advice advice = events.advise().get(0);
    assertThat(advice.action()).isEqualTo(Advice.Action.REVIEW);
    assertThat(advice.index()).isEqualTo("by_score");
    assertThat(advice.reasons().get(0))
        .startsWith("its only field score has about ")
        .contains("a lookup by it alone reads about");
    assertThat(advice.alternative()).isEqualTo("by_score_5: score where score = 5");
    assertThat(advice.queries()).containsExactly("score = 5");

    tables.createIndex("events", advice.alternative());
    tables.createIndex("events", "by_status: status, at desc");
    events.query("status = 'OPEN' order by at desc limit 3").list();
    assertThat(events.advise())
        .filteredOn(one -> one.index().equals("by_status"))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.action()).isEqualTo(Advice.Action.REVIEW);
              assertThat(one.reasons().get(0)).startsWith("its leading field status has about 2");
              assertThat(one.alternative())
                  .isEqualTo("by_status_open: at desc where status = 'OPEN'");
            });
  }

  @Test
  void aProposalThatBeginsWithAFieldOfFewValuesHasAPartialAlternative() {
    refused("status = 'OPEN' order by at desc");
    Advice advice = events.advise().get(0);
    assertThat(advice.index()).isEqualTo("by_status_at: status, at desc");
    assertThat(advice.alternative()).isEqualTo("by_status_at_open: at desc where status = 'OPEN'");
    tables.createIndex("events", advice.alternative());
    assertThat(events.query("status = 'OPEN' order by at desc limit 3").list()).hasSize(3);
    refused("user = 'U7' and at > 5");
    assertThat(events.advise())
        .filteredOn(one -> one.index().startsWith("by_user_at"))
        .singleElement()
        .extracting(Advice::alternative)
        .isEqualTo("");
  }

  private List<String> proposed() {
    return events.advise().stream()
        .filter(advice -> advice.action() == Advice.Action.CREATE)
        .map(Advice::index)
        .toList();
  }

  /** Whatever estimates say, and whatever the index is called. */
  @Test
  void whatIsThereUnderAnotherNameIsNotProposedAgain() {
    refused("user = 'U7' and status = 'OPEN' order by at desc");
    assertThat(proposed()).containsExactly("by_user_status_at: user, status, at desc");
    for (String same :
        List.of(
            "mine: user, status, at desc",
            "mine: status, user, at", // equalities in any order, read backwards
            "mine: user desc, status, at desc, score", // more after it
            "mine: user, status, at include score")) {
      tables.createIndex("events", same);
      assertThat(proposed()).as(same).isEmpty();
      tables.dropIndex("events", "mine");
    }
    for (String other :
        List.of(
            "mine: score, user, status, at desc", "mine: user, status, at desc where score = 1")) {
      tables.createIndex("events", other);
      assertThat(proposed()).as(other).hasSize(1);
      tables.dropIndex("events", "mine");
    }
  }

  /** A range of one value in a hundred: the estimate of an imagined index would be better. */
  @Test
  void muchToReadIsNoReasonForASecondCopy() {
    tables.createIndex("events", "scores_of_users: score, user");
    tables.dropIndex("events", "by_score");
    assertThat(events.query("score = 5").list()).hasSize(200);
    assertThat(events.query("score > 5 order by score").limit(3).list()).hasSize(3);
    assertThat(events.query("id > 5 order by id desc").limit(3).list()).hasSize(3);
    assertThat(proposed()).isEmpty();
  }

  /** Where entries change together with their records; elsewhere nothing would be saved. */
  @Test
  void whatIsSelectedIsIncluded() {
    boolean alone = !TestStores.areSingleRows();
    assertThatThrownBy(() -> events.query("select score, id where user = 'U7'").list())
        .hasMessageContaining("serve it: by_user: user" + (alone ? " include score —" : " —"));
    refused("select status, user where user = 'U7'");
    assertThat(proposed())
        .containsExactly("by_user: user" + (alone ? " include score, status" : ""));
    refused("user = 'U7' order by score");
    assertThat(proposed())
        .containsExactly("by_user_score: user, score" + (alone ? " include status" : ""));
    refused("select id where user = 'U7' order by score, at");
    assertThat(proposed())
        .containsExactly("by_user_score_at: user, score, at" + (alone ? " include status" : ""));
    tables.createIndex("events", proposed().get(0));
    assertThat(events.query("select status where user = 'U7'").analyze())
        .contains(alone ? "the index holds every field selected" : "fetched by primary key");
    assertThat(proposed()).isEmpty();
  }

  @Test
  void aNameThatIsTakenHidesNoAdvice() {
    tables.createIndex("events", "by_user: user where status = 'OPEN'");
    refused("user = 'U7'");
    assertThat(proposed()).containsExactly("by_user_2: user");
  }

  @Test
  void whatALongerKeyMakesSuperfluousIsNamed() {
    tables.createIndex("events", "by_status: status");
    assertThat(events.query("status = 'OPEN' order by at desc").limit(2).allowScan(ROWS).list())
        .hasSize(2);
    Advice advice =
        events.advise().stream()
            .filter(one -> one.action() == Advice.Action.CREATE)
            .findFirst()
            .orElseThrow();
    assertThat(advice.index()).isEqualTo("by_status_at: status, at desc");
    assertThat(advice.reasons())
        .contains("it begins as by_status does, which could be dropped then");
  }

  @Test
  void anEmptyTableHasNoValues() {
    Table<Row> empty =
        tables.create(new TableBuilder("empty").fields("id int64, note string null").key("id"));
    assertThat(empty.distinct("id")).isNegative(); // nobody has looked yet
    empty.analyze();
    assertThat(empty.distinct("id")).isZero();
    assertThat(empty.distinct("note")).isZero();
    empty.put(Row.of(empty.definition(), Map.of("id", 1)));
    assertThat(Math.round(empty.distinct("id"))).isEqualTo(1);
    assertThat(empty.distinct("note")).isZero(); // always null
    tables.saveKnowledge();
    assertThat(Tables.of(store).table("empty").distinct("note")).isZero();
  }

  /** Refused, or answered by scans of which one ended early: never more than they read. */
  @Test
  void noMoreIsSavedThanWasRead() {
    for (String query : List.of("user = 'U7'", "user = 'U8'")) {
      assertThat(events.query(query).allowScan(ROWS).list()).hasSize(5);
    }
    assertThat(savings()).isCloseTo(2 * ROWS - 10, within(1.0));
    refused("user = 'U9'");
    assertThat(savings()).isLessThanOrEqualTo(3.1 * ROWS).isGreaterThan(2.5 * ROWS);
  }

  private double savings() {
    return events.advise().stream().mapToDouble(Advice::saves).sum();
  }

  /** As many keys as were written; of statistics of before nobody knows. */
  @Test
  void keysAreCounted() {
    Statistics seen = new Statistics();
    assertThat(seen.rows()).isNegative();
    for (int i = 0; i < 3_000; i++) {
      int value = i % 1_000;
      seen.observe(events.definition(), field -> value);
    }
    assertThat(seen.rows()).isCloseTo(1_000, within(120.0));
    assertThat(Statistics.of(seen.toBytes()).rows()).isCloseTo(1_000, within(120.0));
    byte[] before = new byte[1 + 8 + 1024]; // the sketch of one field, as earlier versions wrote
    before[0] = 1;
    before[4] = 1;
    before[7] = 4;
    Statistics old = Statistics.of(before);
    assertThat(old.rows()).isNegative();
    old.observe(events.definition(), field -> 1);
    assertThat(old.rows()).isNegative(); // one row, and how many before?
    old.replaceBy(seen);
    assertThat(old.rows()).isCloseTo(1_000, within(120.0));
    old.observe(events.definition(), field -> 5_000);
    assertThat(Statistics.of(old.toBytes()).rows()).isPositive();
  }

  @Test
  void sketchesMerge() {
    Statistics a = new Statistics();
    Statistics b = new Statistics();
    for (int i = 0; i < 3_000; i++) {
      int value = i;
      a.observe(events.definition(), field -> value);
      b.observe(events.definition(), field -> value + 2_000);
    }
    a.merge(Statistics.of(b.toBytes()));
    assertThat(a.distinct(events.definition(), 0)).isCloseTo(5_000, within(600.0));
  }
}
