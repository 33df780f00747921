package dev.keyfold.sql.query;

import dev.keyfold.sql.dialect.EditedText;
import dev.keyfold.sql.dialect.KeyGroups;
import dev.keyfold.sql.dialect.OutputNames;
import dev.keyfold.sql.dialect.PostgresText;
import dev.keyfold.sql.dialect.PostgresTree;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.function.FunctionTable;
import dev.keyfold.sql.kv.KvTable;
import dev.keyfold.sql.kv.KvTarget;
import dev.keyfold.sql.query.rel.LookupJoin;
import dev.keyfold.sql.query.rel.PlanRexBuilder;
import dev.keyfold.sql.query.rel.ScanMetadata;
import dev.keyfold.sql.query.rel.ScanRel;
import dev.keyfold.sql.query.scan.ScanTarget;
import dev.keyfold.sql.query.scan.TableTarget;
import dev.keyfold.sql.system.SystemSchema;
import dev.keyfold.sql.type.KeyfoldTypeSystem;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeImpl;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.ViewTable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/** Parses, validates, converts and optimizes one query. Thread-safe. */
final class QueryCompiler {
  /** The schema of tables, as PostgreSQL calls it. */
  static final String PUBLIC = "public";

  /**
   * The same tables with all their columns, also the generated key of a table that declares none:
   * for statements that change rows.
   */
  static final String ALL_COLUMNS = "keyfold_all";

  /** What tools read about tables; each of its tables is a view. */
  static final String INFORMATION = "information_schema";

  /** The schema of structures. */
  private static final String KV = "kv";

  private static final Map<String, Table> KV_TABLES = new TreeMap<>();

  static {
    for (KvTable table : KvTable.values()) {
      KV_TABLES.put(table.title(), new SqlTable(new KvTarget(table)));
    }
  }

  /** Lenient, but a name of the SELECT list is no column of that list, as in PostgreSQL. */
  private static final SqlConformance CONFORMANCE =
      new SqlDelegatingConformance(SqlConformanceEnum.BABEL) {
        @Override
        public SelectAliasLookup isSelectAlias() {
          return SelectAliasLookup.UNSUPPORTED;
        }

        /** A column that is not grouped is an error, and ROLLUP would get its values wrong. */
        @Override
        public boolean isNonStrictGroupBy() {
          return false;
        }
      };

  static final SqlParser.Config PARSER =
      SqlParser.config()
          .withParserFactory(SqlBabelParserImpl.FACTORY)
          .withUnquotedCasing(Casing.TO_LOWER)
          .withQuotedCasing(Casing.UNCHANGED)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withCaseSensitive(true)
          .withIdentifierMaxLength(255)
          .withConformance(CONFORMANCE);

  private static final SqlValidator.Config VALIDATOR =
      SqlValidator.Config.DEFAULT
          .withConformance(CONFORMANCE)
          .withDefaultNullCollation(NullCollation.HIGH)
          .withIdentifierExpansion(true)
          .withTypeCoercionEnabled(true);

  private static final SqlToRelConverter.Config CONVERTER =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(false)
          .withInSubQueryThreshold(Integer.MAX_VALUE)
          // Projections stay apart until subqueries are joins: merged before, a projection with a
          // correlated subquery over a view would keep the view's projection as well.
          .withRelBuilderConfigTransform(builder -> builder.withBloat(-1));

  private final Tables tables;
  private final Function<String, @Nullable String> views;
  private final JavaTypeFactory types =
      new JavaTypeFactoryImpl(KeyfoldTypeSystem.INSTANCE) {
        /** Any text: Calcite's own default takes only Latin letters. */
        @Override
        public Charset getDefaultCharset() {
          return StandardCharsets.UTF_8;
        }
      };

  /** Others may be added later; each compilation takes those that are there. */
  private final List<SystemSchema> systems;

  private final CalciteConnectionConfigImpl config;

  QueryCompiler(
      Tables tables, Function<String, @Nullable String> views, List<SystemSchema> systems) {
    this.systems = systems;
    this.tables = tables;
    this.views = views;
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
    properties.setProperty(CalciteConnectionProperty.CONFORMANCE.camelName(), "BABEL");
    this.config = new CalciteConnectionConfigImpl(properties);
  }

  QueryPlan compile(String sql) {
    EditedText text = PostgresText.rewrite(sql);
    try {
      return new Compilation(text.text()).compile();
    } catch (SqlParseException | RuntimeException | Error failure) {
      SqlStateException error =
          QueryErrors.of(text.text(), failure, this::names, () -> columns(sql));
      throw error.position() == 0 ? error : error.at(text.original(error.position() - 1) + 1);
    }
  }

  /** The query of a view. */
  private SqlNode parse(String sql) throws SqlParseException {
    String text = PostgresText.rewrite(sql).text();
    SqlNode tree = PostgresTree.ofView(SqlParser.create(text, PARSER).parseQuery());
    KeyGroups.complete(tree, this::columnsOf);
    return tree;
  }

  /** What a GROUP BY of its key may use of a table. */
  private KeyGroups.@Nullable Columns columnsOf(String table) {
    if (views.apply(table) != null || !tables.has(table)) {
      return null;
    }
    TableDef def = tables.table(table).definition();
    return new KeyGroups.Columns(
        def.fields().stream().map(FieldDef::name).toList(), def.key().fields());
  }

  /** The columns of the tables that the statement names. */
  private List<String> columns(String sql) {
    String text = sql.toLowerCase(Locale.ROOT);
    List<String> columns = new ArrayList<>();
    for (String name : tables.names()) {
      if (text.contains(name.toLowerCase(Locale.ROOT))) {
        tables.table(name).definition().fields().forEach(field -> columns.add(field.name()));
      }
    }
    return columns;
  }

  private List<String> names() {
    return tables.names();
  }

  /** The compilation of one query: what it resolves, it resolves once. */
  private final class Compilation implements RelOptTable.ViewExpander {
    private final String sql;
    private final CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    private final RelOptCluster cluster;
    private final VolcanoPlanner planner;

    Compilation(String sql) {
      this.sql = sql;
      root.add(PUBLIC, new TableLookup(this::find, tables::names));
      root.add(ALL_COLUMNS, new TableLookup(this::stored, tables::names));
      root.add(INFORMATION, new TableLookup(this::information, List::of));
      root.add(KV, new TableLookup(KV_TABLES::get, KV_TABLES::keySet));
      systems.forEach(system -> root.add(system.name(), SystemLookup.of(system)));
      planner = new VolcanoPlanner();
      planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
      planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
      planner.setTopDownOpt(true);
      planner.setExecutor(new RexExecutorImpl(new Literals(types)));
      cluster = RelOptCluster.create(planner, new PlanRexBuilder(types));
      ScanMetadata.use(cluster);
    }

    private @Nullable Table stored(String name) {
      return tables.has(name) ? new SqlTable(new TableTarget(tables.table(name))) : null;
    }

    private @Nullable Table information(String name) {
      return view(INFORMATION, name, views.apply(INFORMATION + "." + name));
    }

    private @Nullable Table view(String schema, String name, @Nullable String view) {
      return view == null
          ? null
          : new ViewTable(
              Object[].class,
              RelDataTypeImpl.proto(viewType(name, view)),
              view,
              List.of(PUBLIC),
              List.of(schema, name));
    }

    private @Nullable Table find(String name) {
      Table view = view(PUBLIC, name, views.apply(name));
      return view != null ? view : stored(name);
    }

    private RelDataType viewType(String name, String view) {
      try {
        SqlValidator validator = validator();
        return validator.getValidatedNodeType(validator.validate(parse(view)));
      } catch (SqlParseException e) {
        throw new IllegalStateException("the view " + name + ": " + e.getMessage(), e);
      }
    }

    QueryPlan compile() throws SqlParseException {
      SqlNode parsed = SqlParser.create(sql, PARSER).parseQuery();
      OutputNames names = OutputNames.of(parsed);
      parsed = PostgresTree.of(parsed);
      KeyGroups.complete(parsed, QueryCompiler.this::columnsOf);
      SqlValidator validator = validator();
      SqlNode valid = validator.validate(parsed);
      RelDataType parameters = validator.getParameterRowType(valid);
      RelRoot rel = converter(validator).convertQuery(valid, false, true);
      RelDataType row = validator.getValidatedNodeType(valid);
      EnumerableRel best = Optimizer.optimize(rel, planner);
      List<ScanTarget> targets = new ArrayList<>();
      collect(best, targets);
      return new QueryPlan(
          best,
          row,
          names.over(row.getFieldNames()),
          rel.fields.leftList(),
          parameters,
          targets,
          types);
    }

    private CalciteCatalogReader reader() {
      List<List<String>> path = new ArrayList<>(List.of(List.of(PUBLIC)));
      systems.forEach(system -> path.add(List.of(system.name())));
      path.add(List.of());
      return new CalciteCatalogReader(
          root, SqlNameMatchers.withCaseSensitive(true), path, types, config) {};
    }

    private SqlValidator validator() {
      CalciteCatalogReader reader = reader();
      SqlOperatorTable known =
          systems.isEmpty()
              ? FunctionTable.INSTANCE
              : SqlOperatorTables.chain(FunctionTable.INSTANCE, reader);
      return new ParameterValidator(known, reader, types, VALIDATOR);
    }

    private SqlToRelConverter converter(SqlValidator validator) {
      return new SqlToRelConverter(
          this, validator, reader(), cluster, StandardConvertletTable.INSTANCE, CONVERTER);
    }

    @Override
    public RelRoot expandView(
        RelDataType rowType, String query, List<String> schemaPath, @Nullable List<String> path) {
      try {
        SqlNode parsed = parse(query);
        SqlValidator validator = validator();
        return converter(validator).convertQuery(validator.validate(parsed), false, true);
      } catch (SqlParseException e) {
        throw new IllegalStateException("the view " + path + ": " + e.getMessage(), e);
      }
    }
  }

  private static void collect(RelNode rel, List<ScanTarget> targets) {
    if (rel instanceof ScanRel scan) {
      targets.add(scan.spec().target());
    }
    if (rel instanceof LookupJoin join) {
      targets.add(join.source().spec().target());
    }
    rel.getInputs().forEach(input -> collect(input, targets));
  }
}
