// Change the number of shards while the table is in use: a preview, then the progress.
import { html, useState, useTask, ErrorNote, Dialog, number, bytes } from '../lib/ui.js';
import { post } from '../lib/api.js';
import { JobLine, useJob } from '../lib/jobs.js';

const MOST = 65536;
const words = (shards, fields) => (shards ? number(shards) + (shards === 1 ? ' shard' : ' shards') + ', chosen by ' + fields.join(' and ') : 'no shards');

export function Reshard({ table, onClose, onDone }) {
  const key = table.keys.find((k) => k.name === 'primary');
  const names = key.text.split(',').map((part) => part.trim().split(/\s+/)[0]);
  const [shards, setShards] = useState(String(key.shards || 16));
  const [by, setBy] = useState(key.shardBy || 1);
  const [job, setJob] = useJob((ended) => { if (ended.state === 'done') onDone(); });
  const [start, busy, error] = useTask(async () => setJob(await post('/api/reshard', { table: table.name, shards: Number(shards), by: Number(by) })));
  const count = /^\d+$/.test(shards) && Number(shards) <= MOST ? Number(shards) : null;
  const chosen = names.slice(0, by);
  const same = count === key.shards && (count === 0 || Number(by) === key.shardBy);
  return html`<${Dialog} title=${'Shards of ' + table.name} onClose=${onClose}>
    <form class="stack" onSubmit=${(e) => { e.preventDefault(); start(); }}>
      <${ErrorNote} error=${error} />
      <div class="row"><label>Shards, 0 for none<input id="shard-count" type="number" min="0" max=${MOST} value=${shards} disabled=${!!job} onInput=${(e) => setShards(e.target.value)} /></label>
        <label class="grow">A row's shard is chosen by<select id="shard-by" value=${by} disabled=${!!job || count === 0} onChange=${(e) => setBy(Number(e.target.value))}>
          ${names.map((_, i) => html`<option value=${i + 1}>${names.slice(0, i + 1).join(', ')}</option>`)}</select></label></div>
      <div id="reshard-preview">
        <table><thead><tr><th scope="col">before</th><th scope="col">after</th></tr></thead><tbody><tr><td class="gone">${words(key.shards, names.slice(0, key.shardBy || 1))}</td>
          <td class="came">${count === null ? '' : words(count, chosen)}</td></tr></tbody></table>
        ${count === null ? html`<p class="note error" role="alert">Found '${shards}', expected a number from 0 to ${number(MOST)}.</p>`
    : same ? html`<p class="hint">No change.</p>` : html`
        <p class="hint">Rewrites about ${number(table.rows)} rows (${bytes(table.bytes)}) under new keys. The table stays available; the old keys are removed at the end.</p>
        <p class="hint">${count === 0 ? 'Every query reads one range. If the key starts with a growing value such as a time, all writes go to the end of the range.'
      : 'A query with = on ' + chosen.join(' and ') + ' reads one shard; any other query reads all ' + number(count) + ' and merges the rows.'}</p>`}
      </div>
      ${job && html`<${JobLine} job=${job} />`}
      <div class="actions"><button type="button" onClick=${onClose}>${job ? 'Close' : 'Cancel'}</button>
        <button class="primary" id="confirm" disabled=${busy || !!job || count === null || same}>Change shards</button></div>
    </form>
  </${Dialog}>`;
}
