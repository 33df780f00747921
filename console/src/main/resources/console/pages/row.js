// One row: fields, raw key, index entries; edit and delete with a preview of what changes.
import { html, useState, useEffect, useTask, ErrorNote, Panel, Dialog, CopyButton, bytes, number, announce, useMayWrite, Fragment } from '../lib/ui.js';
import { get, post, address } from '../lib/api.js';
import { link } from '../lib/route.js';
import { ByteLine, KeyView } from '../lib/bytes.js';
import { FieldsForm, typed } from '../lib/fields.js';

const shown = (value) => (value === null ? html`<span class="dim">null</span>` : typeof value === 'object' ? JSON.stringify(value) : String(value));

export function Entries({ title, indexes, sign }) {
  return indexes.length === 0 ? null : html`<h3>${title}</h3>
    ${indexes.map((index) => index.entries.map((entry) => html`<div class="entry"><span class="dim">${sign}${index.name}</span>
      <${ByteLine} hex=${entry.hex} parts=${entry.parts} label=${index.name} /></div>`))}`;
}

function Preview({ table, row, changes, remove, onClose, onDone, onReload }) {
  const [preview, setPreview] = useState(null);
  const [look, , lookError] = useTask(async () => {
    setPreview(await post('/api/row/preview', remove ? { table, key: row.key.hex, delete: true } : { table, key: row.key.hex, row: changes }));
  });
  const [apply, busy, error] = useTask(async () => {
    const answer = await post(remove ? '/api/row/delete' : '/api/row/put', { table, key: row.key.hex, tag: row.tag, row: changes });
    announce(remove ? 'Row deleted' : 'Row changed');
    onDone(answer);
  });
  useEffect(() => { look(); }, []);
  // With the old tag, the server would reject every further attempt.
  const stale = error && error.body && error.body.stale;
  const nothing = preview && !remove && preview.fields.length === 0;
  return html`<${Dialog} title=${remove ? 'Delete this row?' : 'Change this row?'} danger=${remove} onClose=${onClose}>
    <${ErrorNote} error=${lookError || error} />
    ${preview && html`
      ${preview.fields.length > 0 && html`<table><thead><tr><th scope="col">field</th><th scope="col">before</th><th scope="col">after</th></tr></thead><tbody>
        ${preview.fields.map((f) => html`<tr><td>${f.name}</td><td class="mono gone">${f.before}</td><td class="mono came">${f.after}</td></tr>`)}</tbody></table>`}
      ${nothing && html`<p>No field was changed.</p>`}
      ${remove && html`<h3>Record</h3><div class="entry"><span class="dim">− record</span><${ByteLine} hex=${row.key.hex} parts=${row.key.parts} /></div>`}
      <${Entries} title="Index entries removed" indexes=${preview.removed} sign="− " />
      <${Entries} title="Index entries added" indexes=${preview.added} sign="+ " />`}
    <div class="actions">
      <button type="button" onClick=${onClose}>Cancel</button>
      ${stale ? html`<button type="button" class="primary" id="reload-row" onClick=${onReload}>Load the current row</button>`
    : html`<button type="button" class=${remove ? 'danger' : 'primary'} id="confirm" disabled=${!preview || nothing || busy} onClick=${apply}>${remove ? 'Delete' : 'Change'}</button>`}
    </div>
  </${Dialog}>`;
}

export function RowView({ table, rowKey, onDeleted }) {
  const [row, setRow] = useState(null);
  const [changes, setChanges] = useState(null);
  const [dialog, setDialog] = useState(null);
  const mayWrite = useMayWrite();
  const [load, , error] = useTask(async () => setRow(await get('/api/row', { table, key: rowKey })));
  useEffect(() => { load(); }, [rowKey]);
  if (!row) return html`<${ErrorNote} error=${error} />`;
  const editing = changes !== null;
  return html`<${Fragment}>
    <${Panel} title=${'Row of ' + table} id="row" actions=${editing
      ? html`<button type="button" onClick=${() => setChanges(null)}>Cancel</button>
          <button type="button" class="primary" onClick=${() => setDialog('change')}>Preview …</button>`
      : html`${row.version !== null && html`<span class="chip">version ${row.version}</span>`}
          ${row.expires && html`<span class="chip warn">expires ${row.expires}</span>`}
          <button type="button" disabled=${!mayWrite} onClick=${() => setChanges({})}>Edit</button>
          <button type="button" class="danger" disabled=${!mayWrite} onClick=${() => setDialog('delete')}>Delete …</button>`}>
      ${editing ? html`<${FieldsForm} fields=${row.fields} changes=${changes} setChanges=${setChanges} isFixed=${(f) => f.key || f.capped} />` : html`
      <table class="fields"><caption class="hidden">Fields</caption><thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col">value</th></tr></thead>
        <tbody>${row.fields.map((f) => html`<tr><td>${f.name}</td><td class="dim">${f.type}</td>
          <td class="mono">${shown(f.value)}${f.capped && html`… <span class="chip warn">${number(f.capped)} characters</span>
            <a href=${address('/api/row/value', { table, key: row.key.hex, field: f.name })} download>Download</a>`}</td></tr>`)}</tbody></table>`}
    </${Panel}>
    <${Panel} title="Record key" id="row-key" actions=${html`<span class="chip">${row.key.length} bytes</span>
        <a class="button quiet" href=${link('lens', { key: row.key.hex })}>Lens</a><${CopyButton} text=${row.key.hex} label="Copy hex" />`}>
      <${KeyView} explained=${row.key} label="record key" />
    </${Panel}>
    ${row.indexes.map((index) => html`<${Panel} title=${'Index ' + index.name} id=${'index-' + index.name}
        actions=${html`<span class="chip">${index.entries.length} ${index.entries.length === 1 ? 'entry' : 'entries'}</span>
          ${index.state !== 'readable' && html`<span class="chip warn">${index.state}</span>`}`}>
      <p class="hint mono">${index.text}</p>
      ${index.entries.map((entry) => html`<div class="entry"><${ByteLine} hex=${entry.hex} parts=${entry.parts} label=${'entry of ' + index.name} />
        <a href=${link('lens', { key: entry.hex })}>Lens</a></div>`)}
    </${Panel}>`)}
    <${Panel} title="Stored value" id="row-value" actions=${html`<span class="chip">${bytes(row.value.length)}</span>`}>
      <${ByteLine} hex=${row.value.hex} label="value" />
    </${Panel}>
    ${dialog && html`<${Preview} table=${table} row=${row} remove=${dialog === 'delete'} changes=${dialog === 'delete' ? {} : typed(row.fields, changes)}
      onClose=${() => setDialog(null)} onReload=${() => { setDialog(null); load(); }}
      onDone=${(answer) => { setDialog(null); setChanges(null); if (dialog === 'delete') onDeleted(); else setRow(answer); }} />`}
  </${Fragment}>`;
}
