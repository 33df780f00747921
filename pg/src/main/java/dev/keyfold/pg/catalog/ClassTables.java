package dev.keyfold.pg.catalog;

import dev.keyfold.pg.catalog.CatalogModel.Check;
import dev.keyfold.pg.catalog.CatalogModel.Column;
import dev.keyfold.pg.catalog.CatalogModel.Index;
import dev.keyfold.pg.catalog.CatalogModel.Part;
import dev.keyfold.pg.catalog.CatalogModel.Relation;
import dev.keyfold.pg.catalog.CatalogTable.Rows;
import dev.keyfold.sql.catalog.SequenceFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** pg_class and what refers to it: columns, indexes, constraints, defaults, sequences. */
final class ClassTables {
  private static final long HEAP = 2;
  private static final long BTREE = 403;
  private static final int BIGINT = 20;

  private ClassTables() {}

  static void addTo(Map<String, CatalogTable> tables) {
    tables.put(
        "pg_class",
        new CatalogTable(
            """
            oid:oid relname:text relnamespace:oid=2200 reltype:oid=0 reloftype:oid=0 relowner:oid=10
            relam:oid=0 relfilenode:oid=0 reltablespace:oid=0 relpages:int4=0 reltuples:float4
            relallvisible:int4=0 reltoastrelid:oid=0 relhasindex:bool=false relisshared:bool=false
            relpersistence:text=p relkind:text relnatts:int2 relchecks:int2=0 relhasrules:bool=false
            relhastriggers:bool=false relhassubclass:bool=false relrowsecurity:bool=false
            relforcerowsecurity:bool=false relispopulated:bool=true relreplident:text=d
            relispartition:bool=false relrewrite:oid=0 relfrozenxid:int8=0 relminmxid:int8=0
            relacl:text[] reloptions:text[] relpartbound:text relhasoids:bool=false xmin:int8=0
            """,
            ClassTables::classes));
    tables.put(
        "pg_attribute",
        new CatalogTable(
            """
            attrelid:oid attname:text atttypid:oid attstattarget:int4=-1 attlen:int2 attnum:int2
            attndims:int4 attcacheoff:int4=-1 atttypmod:int4 attbyval:bool=false attalign:text=i
            attstorage:text=p attcompression:text= attnotnull:bool atthasdef:bool
            atthasmissing:bool=false attidentity:text= attgenerated:text= attisdropped:bool=false
            attislocal:bool=true attinhcount:int4=0 attcollation:oid=0 attacl:text[]
            attoptions:text[] attfdwoptions:text[] attmissingval:text
            """,
            ClassTables::attributes));
    tables.put(
        "pg_index",
        new CatalogTable(
            """
            indexrelid:oid indrelid:oid indnatts:int2 indnkeyatts:int2 indisunique:bool
            indnullsnotdistinct:bool=false indisprimary:bool indisexclusion:bool=false
            indimmediate:bool=true indisclustered:bool=false indisvalid:bool=true
            indcheckxmin:bool=false indisready:bool=true indislive:bool=true
            indisreplident:bool=false indkey:int2[] indcollation:oid[] indclass:oid[]
            indoption:int2[] indexprs:text indpred:text
            """,
            ClassTables::indexes));
    tables.put(
        "pg_constraint",
        new CatalogTable(
            """
            oid:oid conname:text connamespace:oid=2200 contype:text condeferrable:bool=false
            condeferred:bool=false convalidated:bool=true conrelid:oid contypid:oid=0
            conindid:oid=0 conparentid:oid=0 confrelid:oid=0 confupdtype:text= confdeltype:text=
            confmatchtype:text= conislocal:bool=true coninhcount:int4=0 connoinherit:bool=false
            conkey:int2[] confkey:int2[] conpfeqop:oid[] conppeqop:oid[] conffeqop:oid[]
            conexclop:oid[] conbin:text
            """,
            ClassTables::constraints));
    tables.put(
        "pg_attrdef",
        new CatalogTable(
            "oid:oid adrelid:oid adnum:int2 adbin:text adsrc:text", ClassTables::defaults));
    tables.put(
        "pg_sequence",
        new CatalogTable(
            """
            seqrelid:oid seqtypid:oid=20 seqstart:int8 seqincrement:int8 seqmax:int8 seqmin:int8
            seqcache:int8=1 seqcycle:bool
            """,
            ClassTables::sequences));
  }

  private static void classes(CatalogScope scope, CatalogModel model, Rows rows) {
    for (Relation each : model.relations()) {
      boolean indexed =
          model.relations().stream()
              .anyMatch(other -> other.index() != null && other.index().table().equals(each));
      rows.add(
          "oid",
          each.oid(),
          "relname",
          each.name(),
          "relkind",
          String.valueOf(each.kind()),
          "relam",
          each.kind() == 'r' ? HEAP : each.kind() == 'i' ? BTREE : 0L,
          "reltuples",
          (float) each.rows(),
          "relhasindex",
          indexed,
          "relhasrules",
          each.kind() == 'v',
          "relnatts",
          each.columns().size(),
          "relreplident",
          each.kind() == 'r' ? "d" : "n",
          "relchecks",
          each.checks().size());
    }
    for (String name : PgCatalog.names()) {
      rows.add(
          "oid",
          CatalogModel.oid("catalog", name),
          "relname",
          name,
          "relnamespace",
          CatalogModel.PG_CATALOG,
          "relkind",
          "r",
          "reltuples",
          0f,
          "relnatts",
          0);
    }
  }

  private static void attributes(CatalogScope scope, CatalogModel model, Rows rows) {
    for (Relation relation : model.relations()) {
      for (Column column : relation.columns()) {
        boolean generated = !column.identity().isEmpty();
        rows.add(
            "attrelid", relation.oid(),
            "attname", column.name(),
            "atttypid", (long) column.type().oid(),
            "attlen", (int) column.type().size(),
            "attnum", column.number(),
            "attndims", column.type().array() ? 1 : 0,
            "atttypmod", column.type().modifier(),
            "attnotnull", column.notNull(),
            "atthasdef", column.defaultValue() != null && !generated,
            "attidentity", column.identity());
      }
    }
  }

  private static void indexes(CatalogScope scope, CatalogModel model, Rows rows) {
    for (Relation relation : model.relations()) {
      Index index = relation.index();
      if (index == null) {
        continue;
      }
      List<Integer> keys = numbers(index);
      List<Integer> options = new ArrayList<>();
      List<String> expressions = new ArrayList<>();
      for (Part part : index.parts()) {
        options.add(part.descending() ? 3 : 0); // descending, nulls first
        if (part.column() == 0) {
          expressions.add(part.expression());
        }
      }
      rows.add(
          "indexrelid", relation.oid(),
          "indrelid", index.table().oid(),
          "indnatts", keys.size(),
          "indnkeyatts", index.parts().size(),
          "indisunique", index.unique(),
          "indisprimary", index.primary(),
          "indkey", keys,
          "indcollation", index.parts().stream().map(part -> 0L).toList(),
          "indclass", index.parts().stream().map(part -> 0L).toList(),
          "indoption", options,
          "indexprs", expressions.isEmpty() ? null : String.join(", ", expressions),
          "indpred", index.predicate());
    }
  }

  /** Of the columns of its parts, then of those it carries besides. */
  static List<Integer> numbers(Index index) {
    List<Integer> numbers = new ArrayList<>();
    index.parts().forEach(part -> numbers.add(part.column()));
    for (String field : index.include()) {
      for (Column column : index.table().columns()) {
        if (column.name().equals(field)) {
          numbers.add(column.number());
        }
      }
    }
    return numbers;
  }

  /** The number of the constraint that an index is. */
  static long constraintOid(Relation index) {
    return CatalogModel.oid("constraint", index.oid() + "");
  }

  private static void constraints(CatalogScope scope, CatalogModel model, Rows rows) {
    for (Relation relation : model.relations()) {
      Index index = relation.index();
      if (index != null && index.constraint()) {
        rows.add(
            "oid", constraintOid(relation),
            "conname", relation.name(),
            "contype", index.primary() ? "p" : "u",
            "conrelid", index.table().oid(),
            "conindid", relation.oid(),
            "conkey", index.parts().stream().map(Part::column).toList());
      }
      for (Check check : relation.checks()) {
        rows.add(
            "oid", check.oid(),
            "conname", check.name(),
            "contype", "c",
            "conrelid", relation.oid(),
            "conbin", check.condition());
      }
    }
  }

  /** CHECK (…), PRIMARY KEY (…) or UNIQUE (…); null if none exists of that number. */
  static @Nullable String constraintText(CatalogModel model, long oid) {
    for (Relation relation : model.relations()) {
      Index index = relation.index();
      if (index != null && index.constraint() && constraintOid(relation) == oid) {
        List<String> names =
            index.parts().stream().map(part -> CatalogModel.quoted(part.expression())).toList();
        return (index.primary() ? "PRIMARY KEY (" : "UNIQUE (") + String.join(", ", names) + ")";
      }
      for (Check check : relation.checks()) {
        if (check.oid() == oid) {
          return "CHECK (" + check.condition() + ")";
        }
      }
    }
    return null;
  }

  private static void defaults(CatalogScope scope, CatalogModel model, Rows rows) {
    for (Relation relation : model.relations()) {
      for (Column column : relation.columns()) {
        if (column.defaultValue() != null && column.identity().isEmpty()) {
          rows.add(
              "oid", CatalogModel.oid("default", relation.name() + " " + column.name()),
              "adrelid", relation.oid(),
              "adnum", column.number(),
              "adbin", column.defaultValue(),
              "adsrc", column.defaultValue());
        }
      }
    }
  }

  private static void sequences(CatalogScope scope, CatalogModel model, Rows rows) {
    for (Relation relation : model.relations()) {
      SequenceFacts facts = relation.sequence();
      if (facts != null) {
        rows.add(
            "seqrelid", relation.oid(),
            "seqtypid", (long) BIGINT,
            "seqstart", facts.start(),
            "seqincrement", facts.increment(),
            "seqmax", facts.max(),
            "seqmin", facts.min(),
            "seqcycle", facts.cycle());
      }
    }
  }
}
