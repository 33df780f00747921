// Query: conditions, the query plan, rows page by page, export.
import { html, useState, useEffect, useTask, ErrorNote, Empty, Panel, number, announce, useMayWrite, Fragment } from '../lib/ui.js';
import { get, post, address } from '../lib/api.js';
import { replace, link } from '../lib/route.js';
import { QueryField } from '../lib/complete.js';
import { Plan } from '../lib/plan.js';
import { JobLine, useJob } from '../lib/jobs.js';

/** Why a query is rejected, and the ways out that the server has checked. */
function Refused({ error, table, onIndexed, onScan, onLimit }) {
  const mayWrite = useMayWrite();
  const [job, setJob] = useJob((ended) => { if (ended.state === 'done') onIndexed(); });
  const { advice, limited, scan } = error.body;
  const [create, busy, failed] = useTask(async () => setJob(await post('/api/index/create', { table, index: advice })));
  return html`<div class="panel refused" role="alert">
    <header><h2>Rejected: this query needs a full scan</h2></header>
    <p>${sentence(error.message.split('. This index would')[0])}</p>
    ${advice && html`<p>This index would answer it without a full scan:</p><pre class="value mono">${advice}</pre>`}
    <div class="actions">
      ${advice && html`<button type="button" class="primary" id="create-index" disabled=${!mayWrite || busy || job} onClick=${create}>Create this index</button>`}
      ${limited && html`<button type="button" class="primary" id="add-limit" onClick=${() => onLimit(limited)}>Add limit 100</button>`}
      ${scan && html`<button type="button" id="allow-scan" onClick=${() => onScan(scan)}>Scan up to ${number(scan)} rows once</button>`}
    </div>
    ${!advice && !limited && !scan && html`<p class="hint">Narrow the query: add a condition on the leading fields of a key or index, or a smaller limit.</p>`}
    ${job && html`<${JobLine} job=${job} />`}<${ErrorNote} error=${failed} />
  </div>`;
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

const cell = (value) => (value === null ? html`<span class="dim">null</span>` : typeof value === 'object' ? JSON.stringify(value) : String(value));

function Results({ table, answer, onMore, busy }) {
  return html`<div class="scroll"><table id="rows"><caption class="hidden">Rows</caption>
    <thead><tr>${answer.columns.map((c, i) => html`<th scope="col" title=${answer.types[i]}>${c}</th>`)}<th><span class="hidden">row</span></th></tr></thead>
    <tbody>${answer.rows.map((row, r) => html`<tr key=${answer.keys[r]}>${row.map((v) => html`<td class="mono">${cell(v)}</td>`)}
      <td><a href=${link('browse', { table, row: answer.keys[r] })} aria-label=${'Show row ' + (r + 1)}>Show</a></td></tr>`)}</tbody></table></div>
    ${answer.rows.length === 0 && html`<${Empty}>No rows.</${Empty}>`}
    ${answer.token && html`<p><button type="button" id="more" disabled=${busy} onClick=${onMore}>Next page</button> <span class="dim">${number(answer.rows.length)} rows so far</span></p>`}`;
}

export function Query({ params }) {
  const [tables, setTables] = useState(null);
  const [table, setTable] = useState(params.table || '');
  const [text, setText] = useState(params.q || '');
  const [answer, setAnswer] = useState(null);
  const [scan, setScan] = useState(0);
  useEffect(() => {
    get('/api/overview').then((o) => {
      setTables(o.tables);
      if (!table && o.tables.length) setTable(o.tables[0].name);
    }, () => setTables([]));
  }, []);
  const [ask, busy, error] = useTask(async (token, allowScan, query = text) => {
    if (!token) setAnswer(null);
    const page = await post('/api/query', { table, text: query, token, allowScan });
    setAnswer((before) => (token && before ? { ...page, rows: before.rows.concat(page.rows), keys: before.keys.concat(page.keys) } : page));
    announce(page.rows.length + ' rows, ' + page.plan.kind);
  });
  const run = (allow = 0, query = text) => {
    setScan(allow);
    setText(query);
    replace('query', { table, q: query });
    return ask(undefined, allow, query);
  };
  useEffect(() => { if (params.q !== undefined && table && tables) run(); }, [tables]);
  if (tables && tables.length === 0) return html`<h1>Query</h1><div class="panel"><${Empty}>No tables yet. <a href="#/">Create one on the overview</a>.</${Empty}></div>`;
  const fields = ((tables || []).find((t) => t.name === table) || { fields: [] }).fields;
  const refused = error && error.body && error.body.refused;
  const exported = (format) => address('/api/export', { table, text, format, allowScan: scan || undefined });
  return html`<h1>Query</h1>
    <form class="panel ask" onSubmit=${(e) => { e.preventDefault(); run(); }}>
      <label>Table<select id="table" value=${table} onChange=${(e) => { setTable(e.target.value); setAnswer(null); }}>
        ${(tables || []).map((t) => html`<option value=${t.name}>${t.name}</option>`)}</select></label>
      <div class="grow"><label for="query">Conditions, order, limit</label>
        <${QueryField} id="query" value=${text} fields=${fields} onInput=${setText} onRun=${() => run()} /></div>
      <button class="primary" disabled=${busy || !table}>Run</button>
      <p class="hint wide">Fields: ${fields.map((f, i) => html`${i ? ', ' : ''}<span class="mono">${f.name}</span> <span class="dim">${f.type}</span>`)}. <kbd>Tab</kbd> accepts a completion, <kbd>Enter</kbd> runs the query.</p>
    </form>
    ${refused ? html`<${Refused} error=${error} table=${table} onIndexed=${() => run()} onScan=${(rows) => run(rows)} onLimit=${(query) => run(0, query)} />` : html`<${ErrorNote} error=${error} />`}
    ${answer && html`<${Fragment}>
      <${Panel} title="Query plan" id="plan"><${Plan} plan=${answer.plan} /></${Panel}>
      <${Panel} title=${number(answer.rows.length) + (answer.token ? ' rows, and more' : answer.rows.length === 1 ? ' row' : ' rows')} id="result"
        actions=${html`<a class="button quiet" href=${exported('jsonl')} download>JSON lines</a><a class="button quiet" href=${exported('csv')} download>CSV</a>`}>
        <${Results} table=${table} answer=${answer} busy=${busy} onMore=${() => ask(answer.token, scan)} />
      </${Panel}></${Fragment}>`}`;
}
