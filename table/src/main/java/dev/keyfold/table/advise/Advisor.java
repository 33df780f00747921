package dev.keyfold.table.advise;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.advise.Advice.Action;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.plan.BoundOrder;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.plan.Estimator;
import dev.keyfold.table.plan.IndexAdvice;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.Planner;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.QueryText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recommends indexes from the query log and the cardinality of the fields. For each logged query it
 * builds the best key by the rules (equality fields first, the most selective leading; then the
 * sort order; then one range), compares its estimated cost with the existing keys, and recommends
 * it if it saves enough. A key that is a prefix of an existing or recommended key is not
 * recommended.
 */
public final class Advisor {
  /** Below this many values a field should not lead a key alone. */
  private static final double LOW = 1_000;

  private static final double HIGH = 1_000_000;

  /** An index whose values have at least so many entries each reads much. */
  private static final double MUCH = 100;

  private static final int IMAGINED = TableLayout.IMAGINED;

  /** A key is proposed if it reads at most this part of what is read now. */
  private static final double WORTH = 0.5;

  private final TableLayout table;
  private final boolean verified;
  private final Functions functions;
  private final Estimator estimator;
  private final QueryLog log;
  private final EntrySizes sizes;

  /**
   * For one table.
   *
   * @param verified see {@link BoundQuery}
   */
  public Advisor(
      TableLayout table,
      boolean verified,
      Functions functions,
      Estimator estimator,
      QueryLog log,
      EntrySizes sizes) {
    this.table = table;
    this.verified = verified;
    this.functions = functions;
    this.estimator = estimator;
    this.log = log;
    this.sizes = sizes;
  }

  /** What to do, the most worthwhile first; empty if the keys serve what is asked. */
  public List<Advice> advise() {
    Map<String, Proposal> proposals = new LinkedHashMap<>();
    Set<String> used = new HashSet<>();
    for (QueryLog.Entry entry : log.entries()) {
      used.add(entry.key());
      addServing(entry, used);
      propose(entry, proposals);
    }
    dropCovered(proposals);
    List<Advice> advice = new ArrayList<>();
    proposals.values().forEach(proposal -> advice.add(proposal.advice()));
    advice.sort((a, b) -> Double.compare(b.saves(), a.saves()));
    if (!log.entries().isEmpty()) {
      for (IndexDef index : table.def().indexes()) {
        if (!used.contains(index.name()) && !index.text().unique()) {
          advice.add(unused(index));
        } else {
          Advice review = review(index);
          if (review != null) {
            advice.add(review);
          }
        }
      }
    }
    return advice;
  }

  /**
   * Adds the indexes that would answer the query now: an index is made because queries were refused
   * or had to scan, and the log has them as such until they are asked again.
   */
  private void addServing(QueryLog.Entry entry, Set<String> used) {
    try {
      BoundQuery query = bind(entry.example(), table);
      Plan plan = Planner.plan(query.withScan(0), estimator);
      if (plan.index() != null) {
        used.add(plan.index().name());
      }
    } catch (ScanRefusedException refused) {
      // one that is still being built, or one for a limit, which the log does not keep
      BoundQuery query = bind(entry.example(), table);
      table.def().indexes().stream()
          .filter(index -> isServedBy(index.text(), query))
          .forEach(index -> used.add(index.name()));
    } catch (KeyException | TableException gone) {
      // asked of fields that are no longer there
    }
  }

  private Advice unused(IndexDef index) {
    return new Advice(
        Action.DROP,
        index.name(),
        "",
        List.of("no logged query has used it, and every write pays for it"),
        List.of(),
        0,
        -sizes.bytes(index.text()),
        -1);
  }

  /** A warning about an index that has too many entries for each value it can look for. */
  private @Nullable Advice review(IndexDef index) {
    IndexText text = index.text();
    double distinct = estimator.distinct(leadingField(text));
    boolean low = distinct >= 1 && distinct < LOW && sizes.rows() / distinct >= MUCH;
    if (!low || text.unique() || text.isPartial() || text.isMultiValued()) {
      return null;
    }
    String reads =
        String.format(
            Locale.ROOT,
            "its %sfield %s has about %s: a lookup by it alone reads about %,.0f entries",
            text.parts().size() == 1 ? "only " : "leading ",
            text.parts().get(0).expression(),
            Counted.of(Math.round(distinct), "value"),
            sizes.rows() / distinct);
    String instead = "";
    List<String> queries = new ArrayList<>();
    for (QueryLog.Entry entry : log.entries()) {
      String partial = partialFor(entry, text);
      if (!partial.isEmpty()) {
        instead = partial;
        queries.add(entry.example());
      }
    }
    String advice =
        "put a field with more values after it that your queries compare, or a partial index for"
            + " the values that you ask for";
    return new Advice(
        Action.REVIEW, index.name(), instead, List.of(reads, advice), queries, 0, 0, 0);
  }

  private int leadingField(IndexText text) {
    return table.def().indexOf(text.parts().get(0).expression().field());
  }

  /** The partial index instead of one, for what a query asks; empty if it asks something else. */
  private String partialFor(QueryLog.Entry entry, IndexText text) {
    try {
      BoundQuery query = bind(entry.example(), table);
      return isServedBy(text, query) ? PartialAdvice.of(text, entry.example()) : "";
    } catch (KeyException | TableException gone) {
      return "";
    }
  }

  private void propose(QueryLog.Entry entry, Map<String, Proposal> proposals) {
    BoundQuery query;
    try {
      query = bind(entry.example(), table);
    } catch (KeyException | TableException gone) {
      return; // asked of fields that are no longer there
    }
    String text = IndexAdvice.keyOf(query, estimator);
    if (text == null || isServed(query)) {
      return;
    }
    double now = Planner.plan(query, estimator).cost();
    TableDef with =
        table
            .def()
            .adding(new IndexDef(IMAGINED, IndexState.READABLE, IndexText.parse(text), 0, 0));
    TableLayout imagined = TableLayout.of(with, functions);
    Plan plan = Planner.plan(bind(entry.example(), imagined), imagining(imagined));
    if (plan.index() == null || plan.index().def().id() != IMAGINED || plan.cost() > now * WORTH) {
      return;
    }
    String parts = text.substring(text.indexOf(':'));
    IndexText index = IndexText.parse(freeName(text, proposals.values()) + parts);
    proposals
        .computeIfAbsent(parts, key -> new Proposal(index, query))
        .add(entry, saved(entry, plan.expectedRead()), IndexAdvice.include(query, estimator));
  }

  /**
   * Entries that the queries of a shape would not have read: of those that were answered at most
   * what they did read beyond what they returned; a refused one would have read every row.
   *
   * @param expected how many one query is expected to read by the index
   */
  private double saved(QueryLog.Entry entry, double expected) {
    double answered = Math.max(0, entry.read() - entry.returned());
    return answered + entry.refused() * Math.max(0, sizes.rows() - expected);
  }

  /** Whether a key of the table, also one that is still being built, is made for the query. */
  private boolean isServed(BoundQuery query) {
    if (IndexAdvice.isServedBy(table.def().key().parts(), query, estimator)) {
      return true;
    }
    return table.def().indexes().stream().anyMatch(index -> isServedBy(index.text(), query));
  }

  /** The entries of a partial index are not all records, nor those of elements. */
  private boolean isServedBy(IndexText text, BoundQuery query) {
    boolean contains = query.terms().stream().anyMatch(t -> t.kind() == Term.Kind.CONTAINS);
    return !text.isPartial()
        && text.isMultiValued() == contains
        && IndexAdvice.isServedBy(text.parts(), query, estimator);
  }

  /** Two proposals may differ in what a name does not tell, such as directions. */
  private String freeName(String text, Collection<Proposal> others) {
    Set<String> taken = new HashSet<>();
    others.forEach(other -> taken.add(other.text.name()));
    return IndexAdvice.freeName(table.def(), text.substring(0, text.indexOf(':')), taken);
  }

  private BoundQuery bind(String text, TableLayout layout) {
    QueryText parsed = QueryText.parse(text);
    return BoundQuery.of(layout, parsed.select(), parsed.where().conditions(), parsed.orderBy())
        .withScan(Long.MAX_VALUE)
        .withMoving(verified);
  }

  /** Of an index that does not exist nothing can be measured: its ranges follow from the fields. */
  private Estimator imagining(TableLayout imagined) {
    double rows = Math.max(1, sizes.rows());
    IndexLayout index = imagined.index(IMAGINED);
    if (index == null) {
      throw new IllegalStateException("the layout lacks the index that is imagined");
    }
    byte[] prefix = index.key().prefix();
    return new Estimator() {
      @Override
      public double entries(KeyRange range) {
        if (!KeyRange.prefix(prefix).contains(range.start())) {
          return estimator.entries(range);
        }
        return rows / 1_000; // a selective range; the rules decide between alike ones
      }

      @Override
      public double distinct(int field) {
        return estimator.distinct(field);
      }
    };
  }

  /** A key whose parts another one begins with is served by the longer one. */
  private static void dropCovered(Map<String, Proposal> proposals) {
    List<Proposal> all = new ArrayList<>(proposals.values());
    for (Proposal shorter : all) {
      for (Proposal longer : all) {
        boolean there = proposals.containsValue(longer);
        if (there && longer != shorter && beginsWith(longer.text, shorter.text)) {
          longer.queries.addAll(shorter.queries);
          longer.include(shorter.include);
          longer.saves += shorter.saves;
          proposals.values().remove(shorter);
          break;
        }
      }
    }
  }

  /** Whether the one can do all that the other does. */
  private static boolean beginsWith(IndexText longer, IndexText shorter) {
    int parts = shorter.parts().size();
    return longer.parts().size() > parts
        && longer.parts().subList(0, parts).equals(shorter.parts())
        && longer.include().containsAll(shorter.include())
        && !shorter.unique()
        && !shorter.isPartial()
        && longer.isMultiValued() == shorter.isMultiValued();
  }

  /** A proposal while it is being put together. */
  private final class Proposal {
    final IndexText text;
    final BoundQuery query;
    final List<String> queries = new ArrayList<>();
    final Set<String> include = new LinkedHashSet<>();
    double saves;

    Proposal(IndexText text, BoundQuery query) {
      this.text = text;
      this.query = query;
    }

    void add(QueryLog.Entry entry, double saved, List<String> included) {
      queries.add(entry.example());
      include(included);
      saves += saved;
    }

    /** All of them or none: an entry with many values is a second record. */
    void include(Collection<String> more) {
      Set<String> all = new LinkedHashSet<>(include);
      all.addAll(more);
      text.parts().forEach(part -> all.remove(part.expression().toString()));
      if (all.size() <= IndexAdvice.MOST_INCLUDED) {
        include.addAll(all);
      }
    }

    Advice advice() {
      IndexText whole =
          new IndexText(text.name(), text.parts(), List.copyOf(include), false, text.where());
      return new Advice(
          Action.CREATE,
          whole.toString(),
          isLow() ? PartialAdvice.of(whole, queries.get(0)) : "",
          reasons(),
          queries,
          saves,
          sizes.bytes(whole),
          1);
    }

    private List<String> reasons() {
      List<String> reasons = new ArrayList<>();
      for (Term term : query.terms()) {
        if (term.kind() == Term.Kind.IN || term.kind() == Term.Kind.CONTAINS) {
          reasons.add(
              "equality on "
                  + term.expression()
                  + describe(term.expression().source())
                  + " comes first");
        }
      }
      for (BoundOrder item : query.order()) {
        reasons.add("then " + item + ", so that the key has the order");
      }
      for (Term term : query.terms()) {
        boolean range =
            term.kind() != Term.Kind.IN
                && term.kind() != Term.Kind.CONTAINS
                && term.kind() != Term.Kind.NOT_IN
                && term.kind() != Term.Kind.NOT_NULL;
        if (range) {
          reasons.add("a range on " + term.expression() + " comes last");
          break;
        }
      }
      if (!include.isEmpty()) {
        String which = String.join(", ", include);
        reasons.add("with " + which + " in its entries, it answers without the records");
      }
      for (IndexDef index : table.def().indexes()) {
        if (beginsWith(text, index.text())) {
          reasons.add("it begins as " + index.name() + " does, which could be dropped then");
        }
      }
      if (isLow() && text.parts().size() == 1) {
        reasons.add(
            "but a key that only has "
                + text.parts().get(0)
                + " reads much for each value: put a field with more values after it, or shard"
                + " it");
      }
      return reasons;
    }

    /** Whether its leading field has few values. */
    private boolean isLow() {
      double distinct = estimator.distinct(leadingField(text));
      return distinct >= 0 && distinct < LOW;
    }

    private String describe(int field) {
      double distinct = estimator.distinct(field);
      if (distinct < 0) {
        return "";
      }
      String size = distinct > HIGH ? "high" : distinct >= LOW ? "medium" : "low";
      return String.format(
          " (about %s, %s cardinality)", Counted.of(Math.round(distinct), "value"), size);
    }
  }
}
