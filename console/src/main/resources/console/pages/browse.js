// Browse: tables and structures as a tree that loads by skip scans; the selected node on the right.
import { html, useState, useEffect, useTask, useContext, ErrorNote, Empty, Session, number, useMayWrite } from '../lib/ui.js';
import { get } from '../lib/api.js';
import { replace, link } from '../lib/route.js';
import { Tree } from '../lib/tree.js';
import { RowView } from './row.js';
import { StructureView } from './structure.js';
import { SubtreeDelete } from './subtree.js';
import { KeyTable } from './tableinfo.js';
import { InsertView } from './insert.js';

/** Estimates of small ranges are inaccurate: show no number rather than a wrong one. */
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
  // Values are merged over all shards; this node shows each shard alone.
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
          : { id: 'db' + db + '/=' + child.name, label: child.label || '(empty name)', note: child.type, className: 'value',
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

/** Opens the tree at the table or group of names in the address; null if the address has none. */
async function reveal(roots, params) {
  if (params.row || params.name || !(params.table || params.db)) return null;
  const root = roots.find((node) => node.id === (params.table ? 'table/' + params.table : 'db' + params.db + '/'));
  if (!root) throw new Error(params.table ? 'No table named ' + params.table + ' exists.' : 'Database ' + params.db + ' has no names.');
  const open = async (node) => { Object.assign(node, await node.load(), { open: true }); };
  await open(root);
  const group = params.prefix && root.children.find((node) => node.id === root.id + params.prefix);
  if (group) await open(group);
  return group || root;
}

function Subtree({ of, onChanged }) {
  const [asking, setAsking] = useState(false);
  const mayWrite = useMayWrite();
  const what = of.kind === 'names'
    ? (of.prefix ? html`Names that start with <code>${of.label}</code>` : html`All names of database ${of.db}`)
    : html`${of.name === 'shard' ? '' : of.name + ' = '}<b>${of.label}</b>`;
  return html`<section class="panel"><header><h2>${of.kind === 'names' ? 'Names' : of.table + ', ' + (of.key === 'primary' ? 'primary key' : 'index ' + of.key)}</h2>
      <div class="actions"><button type="button" class="danger" disabled=${!mayWrite} onClick=${() => setAsking(true)}>Delete everything below …</button></div></header>
    <p>${what}${about(of.about) && html` <span class="dim">about ${number(of.about)} entries</span>`}${of.merged && of.shards > 1 ? html` <span class="dim">in ${number(of.shards)} shards</span>` : ''}</p>
    ${of.kind === 'subtree' && html`<p class="hint"><a href=${link('lens', { key: of.prefix })}>Show these bytes in the key lens</a></p>`}
    ${asking && html`<${SubtreeDelete} of=${of} what=${what} onClose=${() => setAsking(false)} onDone=${() => { setAsking(false); onChanged(); }} />`}
  </section>`;
}

export function Browse({ params }) {
  const [roots, setRoots] = useState(null);
  const [selected, setSelected] = useState(null);
  const [empty, setEmpty] = useState(false);
  const session = useContext(Session);
  const [load, , error] = useTask(async (at) => {
    const overview = await get('/api/overview');
    const all = rootsOf(overview);
    setEmpty(session.rights !== 'names' && overview.tables.length === 0 && overview.databases.every((db) => !db.names));
    setRoots(all);
    const node = at && await reveal(all, at);
    if (node) { setRoots([...all]); setSelected(node); }
  });
  useEffect(() => { load(params); }, [params.row || params.name ? '' : [params.table, params.db, params.prefix].join()]);
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
  const insert = (table) => setSelected({ id: '', data: { kind: 'insert', table } });
  const inserted = (table, key) => { load(); setSelected({ id: '', data: { kind: 'row', table: table.name, key } }); replace('browse', { table: table.name, row: key }); };
  const data = selected && selected.data;
  return html`<h1>Browse</h1>
    ${session.rights === 'names' && html`<p class="note" id="some-names">You see the names that your key patterns match: <span class="mono">${session.patterns}</span>. Tables need the right to all keys.</p>`}
    <${ErrorNote} error=${error} />
    <div class="split">
      <div class="panel side">
        <header><h2 id="tree-title">Data</h2><div class="actions"><button type="button" class="quiet" onClick=${changed}>Reload</button></div></header>
        ${roots && html`<${Tree} label="Tables and structures" roots=${roots} selected=${selected && selected.id} onSelect=${select} />`}
      </div>
      <div class="detail">
        ${!data && html`<div class="panel"><${Empty}>${empty && html`This store is empty. <a href="#/">Add data on the overview</a>.<br />`}Select a node of the tree: <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>→</kbd> to expand, <kbd>Enter</kbd> to select.</${Empty}></div>`}
        ${data && data.kind === 'row' && html`<${RowView} key=${data.table + data.key} table=${data.table} rowKey=${data.key} onDeleted=${changed} />`}
        ${data && data.kind === 'structure' && html`<${StructureView} key=${data.db + data.name} db=${data.db} name=${data.name} onDeleted=${changed} />`}
        ${data && (data.kind === 'names' || data.kind === 'subtree') && html`<${Subtree} key=${selected.id} of=${data} onChanged=${changed} />`}
        ${data && data.kind === 'table' && html`<${KeyTable} table=${data.table} onInsert=${insert} onChanged=${changed} />`}
        ${data && data.kind === 'key' && html`<${KeyTable} table=${data.table} only=${data.key.name} onInsert=${insert} onChanged=${changed} />`}
        ${data && data.kind === 'insert' && html`<${InsertView} key=${data.table.name} table=${data.table} onCancel=${() => setSelected(null)} onDone=${(key) => inserted(data.table, key)} />`}
      </div>
    </div>`;
}
