package dev.keyfold.pg.catalog;

import dev.keyfold.pg.catalog.CatalogModel.Index;
import dev.keyfold.pg.catalog.CatalogModel.Relation;
import dev.keyfold.pg.catalog.CatalogTable.Filling;
import dev.keyfold.pg.catalog.CatalogTable.Rows;
import dev.keyfold.pg.value.PgType;
import dev.keyfold.sql.catalog.SequenceFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Schemas, types, databases, roles and settings; and the catalogs that are always empty. */
final class OtherTables {
  private static final Filling NOTHING = (scope, model, rows) -> {};

  private OtherTables() {}

  static void addTo(Map<String, CatalogTable> tables) {
    tables.put(
        "pg_namespace",
        new CatalogTable(
            "oid:oid nspname:text nspowner:oid=10 nspacl:text[]", OtherTables::schemas));
    tables.put(
        "pg_type",
        new CatalogTable(
            """
            oid:oid typname:text typnamespace:oid=11 typowner:oid=10 typlen:int2 typbyval:bool=false
            typtype:text=b typcategory:text typispreferred:bool=false typisdefined:bool=true
            typdelim:text=, typrelid:oid=0 typsubscript:oid=0 typelem:oid=0 typarray:oid=0
            typinput:text typoutput:text typreceive:text typsend:text typmodin:text=-
            typmodout:text=- typanalyze:text=- typalign:text=i typstorage:text=p
            typnotnull:bool=false typbasetype:oid=0 typtypmod:int4=-1 typndims:int4=0
            typcollation:oid=0 typdefaultbin:text typdefault:text typacl:text[]
            """,
            OtherTables::types));
    tables.put(
        "pg_database",
        new CatalogTable(
            """
            oid:oid datname:text datdba:oid=10 encoding:int4=6 datlocprovider:text=c
            datistemplate:bool=false datallowconn:bool=true datconnlimit:int4=-1 datfrozenxid:int8=0
            datminmxid:int8=0 dattablespace:oid=1663 datcollate:text=C datctype:text=C
            daticulocale:text datcollversion:text datacl:text[]
            """,
            (scope, model, rows) -> rows.add("oid", 5L, "datname", scope.name())));
    String roles =
        """
        oid:oid rolname:text rolsuper:bool=false rolinherit:bool=true rolcreaterole:bool=false
        rolcreatedb:bool=false rolcanlogin:bool=true rolreplication:bool=false
        rolconnlimit:int4=-1 rolpassword:text rolvaliduntil:timestamp rolbypassrls:bool=false
        rolconfig:text[]
        """;
    Filling own =
        (scope, model, rows) -> rows.add("oid", CatalogModel.OWNER, "rolname", scope.user());
    tables.put("pg_roles", new CatalogTable(roles, own));
    tables.put("pg_authid", new CatalogTable(roles, own));
    tables.put(
        "pg_user",
        new CatalogTable(
            """
            usename:text usesysid:oid usecreatedb:bool=false usesuper:bool=false userepl:bool=false
            usebypassrls:bool=false passwd:text valuntil:timestamp useconfig:text[]
            """,
            (scope, model, rows) ->
                rows.add("usename", scope.user(), "usesysid", CatalogModel.OWNER)));
    tables.put(
        "pg_am",
        new CatalogTable(
            "oid:oid amname:text amhandler:text amtype:text",
            (scope, model, rows) -> {
              rows.add("oid", 2L, "amname", "heap", "amtype", "t");
              rows.add("oid", 403L, "amname", "btree", "amtype", "i");
            }));
    tables.put(
        "pg_collation",
        new CatalogTable(
            """
            oid:oid collname:text collnamespace:oid=11 collowner:oid=10 collprovider:text=c
            collisdeterministic:bool=true collencoding:int4=-1 collcollate:text=C collctype:text=C
            colliculocale:text collversion:text
            """,
            (scope, model, rows) -> rows.add("oid", 950L, "collname", "C")));
    tables.put(
        "pg_settings",
        new CatalogTable(
            """
            name:text setting:text unit:text category:text= short_desc:text= extra_desc:text
            context:text=user vartype:text=string source:text=default min_val:text max_val:text
            enumvals:text[] boot_val:text reset_val:text sourcefile:text sourceline:int4
            pending_restart:bool=false
            """,
            OtherTables::settings));
    tables.put(
        "pg_tablespace",
        new CatalogTable(
            "oid:oid spcname:text spcowner:oid=10 spcacl:text[] spcoptions:text[]",
            (scope, model, rows) -> rows.add("oid", 1663L, "spcname", "pg_default")));
    tables.put(
        "keyfold_index_columns",
        new CatalogTable(
            "indexrelid:oid n:int4",
            (scope, model, rows) ->
                each(
                    model,
                    'i',
                    index -> {
                      for (int n = 1; n <= index.columns().size(); n++) {
                        rows.add("indexrelid", index.oid(), "n", n);
                      }
                    })));
    tables.put(
        "keyfold_keywords",
        new CatalogTable(
            "word:text catcode:text=R catdesc:text=reserved",
            (scope, model, rows) -> {
              for (String word : CatalogModel.RESERVED.strip().split(" ", -1)) {
                rows.add("word", word);
              }
            }));
    lists(tables);
    empty(tables);
  }

  private static void schemas(CatalogScope scope, CatalogModel model, Rows rows) {
    rows.add("oid", CatalogModel.PG_CATALOG, "nspname", "pg_catalog");
    rows.add("oid", CatalogModel.PUBLIC, "nspname", "public");
    rows.add("oid", CatalogModel.INFORMATION_SCHEMA, "nspname", "information_schema");
    rows.add("oid", CatalogModel.KV, "nspname", "kv");
  }

  private static void types(CatalogScope scope, CatalogModel model, Rows rows) {
    for (PgType type : PgType.values()) {
      String name = type.shortName();
      rows.add(
          "oid",
          (long) type.oid(),
          "typname",
          name,
          "typlen",
          (int) type.size(),
          "typcategory",
          String.valueOf(type.category()),
          "typtype",
          type == PgType.UNKNOWN ? "p" : "b",
          "typarray",
          (long) type.arrayOid(),
          "typinput",
          name + "in",
          "typoutput",
          name + "out",
          "typreceive",
          name + "recv",
          "typsend",
          name + "send");
      if (type.arrayOid() != 0) {
        rows.add(
            "oid", (long) type.arrayOid(),
            "typname", "_" + name,
            "typlen", -1,
            "typcategory", "A",
            "typelem", (long) type.oid(),
            "typinput", "array_in",
            "typoutput", "array_out",
            "typreceive", "array_recv",
            "typsend", "array_send");
      }
    }
  }

  private static void settings(CatalogScope scope, CatalogModel model, Rows rows) {
    for (String name :
        List.of(
            "application_name",
            "client_encoding",
            "datestyle",
            "max_index_keys",
            "scan_limit",
            "search_path",
            "server_encoding",
            "server_version",
            "server_version_num",
            "standard_conforming_strings",
            "statement_timeout",
            "timezone",
            "transaction_isolation",
            "work_memory")) {
      String value = scope.settings().get(name);
      rows.add("name", name, "setting", value, "boot_val", value, "reset_val", value);
    }
  }

  /** The views of PostgreSQL that list tables, indexes, views and sequences by name. */
  private static void lists(Map<String, CatalogTable> tables) {
    tables.put(
        "pg_tables",
        new CatalogTable(
            """
            schemaname:text=public tablename:text tableowner:text tablespace:text hasindexes:bool=true
            hasrules:bool=false hastriggers:bool=false rowsecurity:bool=false
            """,
            (scope, model, rows) ->
                each(
                    model,
                    'r',
                    table -> rows.add("tablename", table.name(), "tableowner", "keyfold"))));
    tables.put(
        "pg_views",
        new CatalogTable(
            "schemaname:text=public viewname:text viewowner:text=keyfold definition:text",
            (scope, model, rows) ->
                each(
                    model,
                    'v',
                    view -> rows.add("viewname", view.name(), "definition", view.query()))));
    tables.put(
        "pg_indexes",
        new CatalogTable(
            "schemaname:text=public tablename:text indexname:text tablespace:text indexdef:text",
            (scope, model, rows) ->
                each(
                    model,
                    'i',
                    relation -> {
                      Index index = relation.index();
                      if (index != null) {
                        rows.add(
                            "tablename", index.table().name(),
                            "indexname", relation.name(),
                            "indexdef", CatalogModel.indexText(relation, index));
                      }
                    })));
    tables.put(
        "pg_sequences",
        new CatalogTable(
            """
            schemaname:text=public sequencename:text sequenceowner:text=keyfold data_type:text=bigint
            start_value:int8 min_value:int8 max_value:int8 increment_by:int8 cycle:bool
            cache_size:int8=1 last_value:int8
            """,
            (scope, model, rows) ->
                each(
                    model,
                    'S',
                    relation -> {
                      SequenceFacts facts = relation.sequence();
                      if (facts != null) {
                        rows.add(
                            "sequencename", relation.name(),
                            "start_value", facts.start(),
                            "min_value", facts.min(),
                            "max_value", facts.max(),
                            "increment_by", facts.increment(),
                            "cycle", facts.cycle());
                      }
                    })));
  }

  private static void each(
      CatalogModel model, char kind, java.util.function.Consumer<Relation> action) {
    model.relations().stream().filter(relation -> relation.kind() == kind).forEach(action);
  }

  /** What does not exist here, with the columns that clients ask for. */
  private static void empty(Map<String, CatalogTable> tables) {
    Map<String, StringBuilder> columns = new LinkedHashMap<>();
    StringBuilder current = new StringBuilder();
    for (String line : emptyTables()) {
      if (line.startsWith("  ")) {
        current.append(line).append(' ');
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        current = columns.computeIfAbsent(line, name -> new StringBuilder());
      }
    }
    columns.forEach((name, spec) -> tables.put(name, new CatalogTable(spec.toString(), NOTHING)));
  }

  private static List<String> emptyTables() {
    try (InputStream in = OtherTables.class.getResourceAsStream("empty-tables.txt")) {
      if (in == null) {
        throw new IllegalStateException("the resource empty-tables.txt is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
