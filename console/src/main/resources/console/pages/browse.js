// Browse: tables and structures as a tree, made by leaps; on the right what is selected.
import { html, useState, useEffect, useTask, useContext, ErrorNote, Empty, Session, number, useMayWrite } from '../lib/ui.js';
import { get } from '../lib/api.js';
import { replace, link } from '../lib/route.js';
import { Tree } from '../lib/tree.js';
import { RowView } from './row.js';
import { StructureView } from './structure.js';
import { SubtreeDelete } from './subtree.js';
import { KeyTable } from './tableinfo.js';
import { InsertView } from './insert.js';

/** Engines know small ranges badly: better no number than a wrong one. */
const about = (n) => (n === undefined || n < 50 ? '' : '~' + number(n));

function keyNode(table, key) {
  const id = table.name + '/' + key.name;
  const below = (prefix, merged, level, labels, path) => async (after) => {
    const page = await get('/api/tree/keys', { table: table.name, key: key.name, prefix, merged: merged ? 'true' : '', level, after });
    return {
      next: page.next,
      children: page.children.map((child) => ({
        id: path + '/' + child.prefix,
        label: child.label,
        note: about(child.about),
        className: 'value f' + level % 8,
        load: page.leaf ? null : below(child.prefix, child.merged, level + 1, labels.concat(child.label), path),
        data: page.leaf
          ? { kind: 'row', table: table.name, key: child.prefix }
          : { kind: 'subtree', table: table.name, key: key.name, prefix: child.prefix, merged: child.merged, shards: child.shards, name: page.name, label: child.label, labels, about: child.about },
      })),
    };
  };
  // Values are shown over all shards; who wants to see the shards opens this one.
  const shards = () => ({
    id: id + '//shards', label: 'by shard', note: number(key.shards) + ' shards', className: 'key',
    load: async (after) => {
      const page = await get('/api/tree/shards', { table: table.name, key: key.name, after });
      return {
        next: page.next,
        children: page.children.map((child) => ({
          id: id + '//' + child.prefix, label: child.label, note: about(child.about), className: 'value',
          load: below(child.prefix, false, 0, [child.label], id + '//' + child.prefix),
          data: { kind: 'subtree', table: table.name, key: key.name, prefix: child.prefix, name: 'shard', label: child.label, labels: [], about: child.about },
        })),
      };
    },
    data: { kind: 'key', table, key },
  });
  const values = below('', false, 0, [], id);
  return {
    id,
    label: key.name === 'primary' ? 'primary key' : key.name,
    note: '~' + number(key.entries) + (key.state === 'readable' ? '' : ' · ' + key.state),
    className: 'key',
    load: async (after) => {
      const page = await values(after);
      return key.shards > 0 && !after ? { ...page, children: [shards(), ...page.children] } : page;
    },
    data: { kind: 'key', table, key },
  };
}

function namesNode(db, prefix, label, note) {
  return {
    id: 'db' + db + '/' + prefix,
    label, note, className: prefix ? 'group' : 'key',
    load: async (after) => {
      const page = await get('/api/tree/names', { db, prefix, after });
      return {
        next: page.next,
        children: page.children.map((child) => (child.group
          ? namesNode(db, child.name, child.label, '')
          : { id: 'db' + db + '/=' + child.name, label: child.label || '(empty)', note: child.type, className: 'value',
            data: { kind: 'structure', db, name: child.name } })),
      };
    },
    data: { kind: 'names', db, prefix, label },
  };
}

function rootsOf(overview) {
  const tables = overview.tables.map((table) => ({
    id: 'table/' + table.name, label: table.name, note: '~' + number(table.rows) + ' rows', className: 'table',
    load: async () => ({ next: null, children: table.keys.map((key) => keyNode(table, key)) }),
    data: { kind: 'table', table },
  }));
  const databases = overview.databases.map((db) => namesNode(db.number, '', 'database ' + db.number, db.names === null ? '' : number(db.names) + ' names'));
  return tables.concat(databases);
}

function Subtree({ of, onChanged }) {
  const [asking, setAsking] = useState(false);
  const mayWrite = useMayWrite();
  const what = of.kind === 'names'
    ? (of.prefix ? html`names that begin with <code>${of.label}</code>` : html`all names of database ${of.db}`)
    : html`${of.name === 'shard' ? '' : of.name + ' = '}<b>${of.label}</b>`;
  return html`<section class="panel"><header><h2>${of.kind === 'names' ? 'Names' : of.table + '.' + of.key}</h2>
      <div class="actions"><button type="button" class="danger" disabled=${!mayWrite} onClick=${() => setAsking(true)}>Delete everything below …</button></div></header>
    <p>${what}${about(of.about) && html` <span class="dim">about ${number(of.about)} below</span>`}${of.merged && of.shards > 1 ? html` <span class="dim">in ${number(of.shards)} shards</span>` : ''}</p>
    ${of.kind === 'subtree' && html`<p class="hint"><a href=${link('lens', { key: of.prefix })}>Look at these bytes in the lens</a></p>`}
    ${asking && html`<${SubtreeDelete} of=${of} what=${what} onClose=${() => setAsking(false)} onDone=${() => { setAsking(false); onChanged(); }} />`}
  </section>`;
}

export function Browse({ params }) {
  const [roots, setRoots] = useState(null);
  const [selected, setSelected] = useState(null);
  const [load, , error] = useTask(async () => setRoots(rootsOf(await get('/api/overview'))));
  useEffect(() => { load(); }, []);
  useEffect(() => {
    if (params.table && params.row) setSelected({ id: '', data: { kind: 'row', table: params.table, key: params.row } });
    if (params.name) setSelected({ id: '', data: { kind: 'structure', db: Number(params.db || 0), name: params.name } });
  }, [params.table, params.row, params.name]);

  const select = (node) => {
    setSelected(node);
    const data = node.data;
    if (data.kind === 'row') replace('browse', { table: data.table, row: data.key });
    if (data.kind === 'structure') replace('browse', { db: data.db, name: data.name });
  };
  const changed = () => { setSelected(null); load(); };
  const session = useContext(Session);
  const insert = (table) => setSelected({ id: '', data: { kind: 'insert', table } });
  const inserted = (table, key) => { load(); setSelected({ id: '', data: { kind: 'row', table: table.name, key } }); replace('browse', { table: table.name, row: key }); };
  const data = selected && selected.data;
  return html`<h1>Browse</h1>
    ${session.rights === 'names' && html`<p class="note" id="some-names">You see the names that your key patterns allow: <span class="mono">${session.patterns}</span>. Tables have no such names; they take all keys.</p>`}
    <${ErrorNote} error=${error} />
    <div class="split">
      <div class="panel side">
        <header><h2 id="tree-title">Data</h2><div class="actions"><button type="button" class="quiet" onClick=${changed}>Reload</button></div></header>
        ${roots && (roots.length ? html`<${Tree} label="Tables and structures" roots=${roots} selected=${selected && selected.id} onSelect=${select} />`
          : html`<${Empty}>Nothing is stored yet.</${Empty}>`)}
      </div>
      <div class="detail">
        ${!data && html`<div class="panel"><${Empty}>Choose something on the left: <kbd>↑</kbd> <kbd>↓</kbd> to walk, <kbd>→</kbd> to open, <kbd>Enter</kbd> to look.</${Empty}></div>`}
        ${data && data.kind === 'row' && html`<${RowView} key=${data.table + data.key} table=${data.table} rowKey=${data.key} onDeleted=${changed} />`}
        ${data && data.kind === 'structure' && html`<${StructureView} key=${data.db + data.name} db=${data.db} name=${data.name} onDeleted=${changed} />`}
        ${data && (data.kind === 'names' || data.kind === 'subtree') && html`<${Subtree} key=${selected.id} of=${data} onChanged=${changed} />`}
        ${data && data.kind === 'table' && html`<${KeyTable} table=${data.table} onInsert=${insert} onChanged=${changed} />`}
        ${data && data.kind === 'key' && html`<${KeyTable} table=${data.table} only=${data.key.name} onInsert=${insert} onChanged=${changed} />`}
        ${data && data.kind === 'insert' && html`<${InsertView} key=${data.table.name} table=${data.table} onCancel=${() => setSelected(null)} onDone=${(key) => inserted(data.table, key)} />`}
      </div>
    </div>`;
}
