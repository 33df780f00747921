// Advisor: the queries a table received, indexes that would answer them better, index builds.
import { html, useState, useEffect, useTask, ErrorNote, Empty, Panel, Dialog, number, bytes, useMayWrite, Fragment } from '../lib/ui.js';
import { get, post } from '../lib/api.js';
import { link, replace } from '../lib/route.js';
import { JobLine } from '../lib/jobs.js';

export function Builds() {
  const [jobs, setJobs] = useState([]);
  useEffect(() => {
    let timer;
    const again = async () => {
      try { setJobs((await get('/api/jobs')).jobs); } catch { /* the page shows the error of its own request */ }
      timer = setTimeout(again, 700);
    };
    again();
    return () => clearTimeout(timer);
  }, []);
  return html`<${Panel} title="Background jobs" id="jobs">
    ${jobs.length === 0 ? html`<${Empty}>No index builds or other jobs.</${Empty}>` : html`<div class="jobs">${jobs.map((job) => html`<${JobLine} key=${job.id} job=${job} />`)}</div>`}
  </${Panel}>`;
}

function AdviceCard({ table, advice, onDone }) {
  const mayWrite = useMayWrite();
  const [asking, setAsking] = useState(false);
  const create = advice.action === 'create';
  const review = advice.action === 'review';
  const [apply, busy, error] = useTask(async () => {
    await post(create ? '/api/index/create' : '/api/index/drop', { table, index: advice.index });
    setAsking(false);
    onDone();
  });
  return html`<article class="advice">
    <div class="row"><span class=${'chip ' + (create ? 'good' : 'warn')}>${advice.action} index</span><code class="grow">${advice.index}</code>
      ${!review && html`<button type="button" class=${create ? 'primary' : 'danger'} disabled=${!mayWrite || busy} onClick=${() => (create ? apply() : setAsking(true))}>${create ? 'Create' : 'Drop …'}</button>`}</div>
    <ul>${advice.reasons.map((r) => html`<li>${r}</li>`)}</ul>
    ${advice.queries.map((q) => html`<p class="hint">For <a class="mono" href=${link('query', { table, q })}>${q}</a></p>`)}
    ${advice.alternative && html`<p class="hint">Or, if you ask for no other value, the partial index <code>${advice.alternative}</code></p>`}
    ${create && html`<p class="hint">Saves about ${number(advice.saves)} entries read for the logged queries. Costs about ${bytes(advice.bytes)} and ${number(advice.writes)} more ${advice.writes === 1 ? 'entry' : 'entries'} per row written.</p>`}
    <${ErrorNote} error=${error} />
    ${asking && html`<${Dialog} title="Drop this index?" danger onClose=${() => setAsking(false)}><p><code>${advice.index}</code></p>
      <div class="actions"><button type="button" onClick=${() => setAsking(false)}>Cancel</button><button type="button" class="danger" onClick=${apply}>Drop</button></div></${Dialog}>`}
  </article>`;
}

export function Advisor({ params }) {
  const [tables, setTables] = useState(null);
  const [table, setTable] = useState(params.table || '');
  const [answer, setAnswer] = useState(null);
  const mayWrite = useMayWrite();
  const [load, , error] = useTask(async (name) => setAnswer(name ? await get('/api/advise', { table: name }) : null));
  const [analyze] = useTask(async () => { await post('/api/analyze', { table }); setTimeout(() => load(table), 600); });
  useEffect(() => {
    get('/api/overview').then((o) => {
      setTables(o.tables);
      if (!table && o.tables.length) setTable(o.tables[0].name);
    }, () => setTables([]));
  }, []);
  useEffect(() => { if (table) { replace('advisor', { table }); load(table); } }, [table]);
  const choose = html`<label class="inline">Table <select id="table" data-main value=${table} onChange=${(e) => setTable(e.target.value)}>
    ${(tables || []).map((t) => html`<option value=${t.name}>${t.name}</option>`)}</select></label>`;
  return html`<h1>Advisor</h1>
    <${ErrorNote} error=${error} />
    <${Panel} title="Advice" id="advice" actions=${html`${choose}<button type="button" class="quiet" onClick=${() => load(table)}>Reload</button>`}>
      ${answer && (answer.advice.length ? answer.advice.map((a) => html`<${AdviceCard} key=${a.action + a.index} table=${table} advice=${a} onDone=${() => load(table)} />`)
        : html`<${Empty}>${answer.queries.length ? 'The existing keys and indexes answer all logged queries well.' : 'This table has received no queries yet.'}</${Empty}>`)}
      ${tables && tables.length === 0 && html`<${Empty}>No tables yet. <a href="#/">Create one on the overview</a>.</${Empty}>`}
    </${Panel}>
    <${Builds} />
    ${answer && html`<${Fragment}>
      <${Panel} title="Query log" id="asked"><div class="scroll"><table><thead><tr><th scope="col">query (one example per shape)</th><th scope="col">answered by</th><th scope="col" class="num">count</th><th scope="col" class="num">rejected</th>
        <th scope="col" class="num">entries read</th><th scope="col" class="num">rows returned</th><th scope="col" class="num">total ms</th></tr></thead>
        <tbody>${answer.queries.map((q) => html`<tr><td class="mono"><a href=${link('query', { table, q: q.example })}>${q.example || '(all rows)'}</a></td><td>${q.key || '–'}</td><td class="num">${number(q.count)}</td>
          <td class="num">${q.refused ? html`<span class="chip warn">${number(q.refused)}</span>` : ''}</td><td class="num">${number(q.read)}</td><td class="num">${number(q.returned)}</td><td class="num">${q.millis.toFixed(1)}</td></tr>`)}</tbody></table></div></${Panel}>
      <${Panel} title="Cardinality of fields" id="values" actions=${html`<button type="button" disabled=${!mayWrite} onClick=${analyze}>Count again</button>`}><table><thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col" class="num">distinct values, about</th></tr></thead>
        <tbody>${answer.fields.map((f) => html`<tr><td>${f.name}</td><td class="dim">${f.type}</td><td class="num">${f.distinct === null ? 'unknown' : number(f.distinct)}</td></tr>`)}</tbody></table></${Panel}>
    </${Fragment}>`}`;
}
