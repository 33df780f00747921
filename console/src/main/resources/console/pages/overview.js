// Overview: tables, structures, their sizes, the hottest keys; for an empty store, the next steps.
import { html, useState, useEffect, useTask, useContext, ErrorNote, Empty, Panel, Session, CopyButton, number, bytes, useMayWrite, Fragment } from '../lib/ui.js';
import { get } from '../lib/api.js';
import { link } from '../lib/route.js';
import { HottestTable } from '../lib/hottest.js';
import { CreateTable, AddStructure, CreateDialog } from './create.js';

const GROUPS = 12;

function Tile({ name, value, text }) {
  return html`<div class="tile"><div class="dim">${name}</div><div class="figure">${value}</div><div class="hint">${text}</div></div>`;
}

const about = (n) => (n ? '~' : '') + number(n);
const sum = (list, f) => list.reduce((total, each) => total + f(each), 0);

function Tiles({ data }) {
  const indexes = sum(data.tables, (t) => t.keys.length - 1);
  const names = sum(data.databases, (db) => db.names || 0);
  const tableBytes = sum(data.tables, (t) => sum(t.keys, (k) => k.bytes));
  return html`<div class="tiles" id="sizes">
    <${Tile} name="Tables" value=${number(data.tables.length)} text=${number(indexes) + (indexes === 1 ? ' index' : ' indexes')} />
    <${Tile} name="Rows" value=${about(sum(data.tables, (t) => t.rows))} text="in all tables, estimated" />
    <${Tile} name="Structures" value=${number(names)} text=${'in ' + number(data.databases.length) + (data.databases.length === 1 ? ' database' : ' databases')} />
    <${Tile} name="Data" value=${bytes(tableBytes + data.structureBytes)} text=${'tables ' + bytes(tableBytes) + ', structures ' + bytes(data.structureBytes)} />
  </div>`;
}

function Tables({ tables, onCreate }) {
  const mayWrite = useMayWrite();
  return html`<${Panel} title="Tables" id="tables" actions=${html`<button type="button" id="new-table" disabled=${!mayWrite} onClick=${onCreate}>Create table …</button>`}>
    ${tables.length === 0 ? html`<${Empty}>No tables yet.</${Empty}>` : html`<div class="scroll"><table><caption class="hidden">Tables</caption>
      <thead><tr><th scope="col">table</th><th scope="col">primary key</th><th scope="col">indexes</th><th scope="col" class="num">shards</th><th scope="col" class="num">rows, about</th><th scope="col" class="num">size, about</th><th scope="col"><span class="hidden">query</span></th></tr></thead>
      <tbody>${tables.map((t) => html`<tr><td><a href=${link('browse', { table: t.name })}>${t.name}</a></td><td class="mono">${t.keys[0].text}</td>
        <td>${t.keys.slice(1).map((k) => k.name).join(', ') || '–'}</td><td class="num">${t.keys[0].shards || '–'}</td><td class="num">${number(t.rows)}</td>
        <td class="num">${bytes(sum(t.keys, (k) => k.bytes))}</td><td><a href=${link('query', { table: t.name })} aria-label=${'Query table ' + t.name}>Query</a></td></tr>`)}</tbody></table></div>`}
  </${Panel}>`;
}

function Database({ db }) {
  const [page, setPage] = useState(null);
  const [load, , error] = useTask(async () => setPage(await get('/api/tree/names', { db: db.number, limit: GROUPS })));
  useEffect(() => { load(); }, [db.number, db.names]);
  return html`<${Fragment}><h3>Database ${db.number} ${db.names !== null && html`<span class="chip">${number(db.names)} ${db.names === 1 ? 'name' : 'names'}</span>`}</h3><${ErrorNote} error=${error} />
    ${page && page.children.length === 0 && html`<p class="hint">No structures yet.</p>`}
    ${page && html`<ul class="names">${page.children.map((c) => html`<li>${c.group
      ? html`<a class="mono" href=${link('browse', { db: db.number, prefix: c.name })}>${c.label}</a> <span class="dim">group</span>`
      : html`<a class="mono" href=${link('browse', { db: db.number, name: c.name })}>${c.label || '(empty name)'}</a> <span class="dim">${c.type}</span>`}</li>`)}
      ${page.next && html`<li><a href=${link('browse', { db: db.number })} aria-label=${'All names of database ' + db.number}>All names</a></li>`}</ul>`}
  </${Fragment}>`;
}

function Hot({ heat }) {
  const worst = heat && heat.findings.find((f) => f.level === 'hot');
  return html`<${Panel} title="Hot right now" id="hot" actions=${html`<a class="button quiet" href="#/heat">Heat map</a>`}>
    ${heat && heat.hottest.length === 0 && html`<${Empty}>No reads or writes in the last 2 minutes.</${Empty}>`}
    ${worst && html`<p class="note warn">${worst.text}${worst.help && html`<br />${worst.help}`}</p>`}
    ${heat && heat.hottest.length > 0 && html`<${HottestTable} hottest=${heat.hottest.slice(0, 6)} />`}
  </${Panel}>`;
}

function NextSteps({ data, all }) {
  const host = location.hostname.replace(/^\[|\]$/g, '');
  const command = 'redis-cli ' + (host === '127.0.0.1' || host === 'localhost' ? '' : '-h ' + host + ' ') + '-p ' + data.redisPort + ' SET hello world';
  return html`<${Fragment}><p class="note" id="empty-store">This store is empty. Choose how to add the first data; the fields below contain an example.</p>
    <div class="steps">
      ${all && html`<section class="panel" aria-labelledby="step-table"><h2 id="step-table">Create a table</h2>
        <p class="hint">Typed rows with a composite primary key, secondary indexes and queries.</p><${CreateTable} /></section>`}
      <section class="panel" aria-labelledby="step-structure"><h2 id="step-structure">Add a structure</h2>
        <p class="hint">A Redis string, hash, list, set or sorted set under a name.</p><${AddStructure} names=${!all} /></section>
      <section class="panel" aria-labelledby="step-redis"><h2 id="step-redis">Connect a Redis client</h2>
        <p class="hint">Every Redis client works. Its keys appear here immediately.</p>
        <pre class="value mono" id="redis-command">${command}</pre>
        <div class="actions"><${CopyButton} text=${command} label="Copy command" /></div></section>
    </div></${Fragment}>`;
}

export function Overview() {
  const session = useContext(Session);
  const mayWrite = useMayWrite();
  const all = session.rights !== 'names';
  const [data, setData] = useState(null);
  const [heat, setHeat] = useState(null);
  const [dialog, setDialog] = useState(null);
  const [load, , error] = useTask(async () => {
    setData(await get('/api/overview'));
    if (all) setHeat(await get('/api/heat', { columns: 24 }));
  });
  useEffect(() => {
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, []);
  const empty = data && all && data.tables.length === 0 && data.databases.every((db) => !db.names);
  return html`<h1>Overview</h1><${ErrorNote} error=${error} />
    ${data && empty && html`<${NextSteps} data=${data} all=${all} />`}
    ${data && !empty && html`<${Fragment}>
      ${all && html`<${Tiles} data=${data} />`}
      ${all && html`<${Hot} heat=${heat} />`}
      ${all && html`<${Tables} tables=${data.tables} onCreate=${() => setDialog('table')} />`}
      <${Panel} title="Structures" id="structures" actions=${html`<button type="button" id="new-structure" disabled=${!mayWrite && all} onClick=${() => setDialog('structure')}>Add structure …</button>`}>
        ${!all && html`<p class="hint" id="some-names">You see the names that your key patterns match: <span class="mono">${session.patterns}</span>. Tables need the right to all keys.</p>`}
        ${data.databases.map((db) => html`<${Database} key=${db.number} db=${db} />`)}
      </${Panel}></${Fragment}>`}
    ${dialog === 'table' && html`<${CreateDialog} title="Create a table" onClose=${() => setDialog(null)}><${CreateTable} /></${CreateDialog}>`}
    ${dialog === 'structure' && html`<${CreateDialog} title="Add a structure" onClose=${() => setDialog(null)}><${AddStructure} names=${!all} /></${CreateDialog}>`}`;
}
