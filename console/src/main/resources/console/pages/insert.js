// Insert a row: a form, then a preview of its key and index entries.
import { html, useState, useTask, ErrorNote, Panel, Dialog, announce } from '../lib/ui.js';
import { post } from '../lib/api.js';
import { KeyView } from '../lib/bytes.js';
import { FieldsForm, typed } from '../lib/fields.js';
import { Entries } from './row.js';

export function InsertView({ table, onCancel, onDone }) {
  const fields = table.fields.map((f) => ({ ...f, value: f.nullable ? null : f.type === 'bool' ? false : undefined }));
  const [changes, setChanges] = useState(Object.fromEntries(fields.filter((f) => f.value !== undefined).map((f) => [f.name, f.value])));
  const [preview, setPreview] = useState(null);
  const sent = () => ({ table: table.name, row: typed(fields, changes) });
  const [look, looking, lookError] = useTask(async () => setPreview(await post('/api/row/insert/preview', sent())));
  const [insert, busy, error] = useTask(async () => {
    const answer = await post('/api/row/insert', sent());
    announce('Row inserted');
    onDone(answer.key);
  });
  return html`<form onSubmit=${(e) => { e.preventDefault(); look(); }}>
    <${Panel} title=${'Insert a row into ' + table.name} id="insert" actions=${html`<button type="button" onClick=${onCancel}>Cancel</button>
        <button class="primary" id="insert-preview" disabled=${looking}>Preview …</button>`}>
      <${ErrorNote} error=${lookError} />
      <${FieldsForm} fields=${fields} changes=${changes} setChanges=${setChanges} isFixed=${() => false} examples />
    </${Panel}>
    ${preview && html`<${Dialog} title="Insert this row?" onClose=${() => setPreview(null)}>
      <${ErrorNote} error=${error || (preview.exists && { message: 'A row with this key already exists. Edit that row, or change the key.' })} />
      <table><thead><tr><th scope="col">field</th><th scope="col">value</th></tr></thead><tbody>${preview.fields.map((f) => html`<tr><td>${f.name}</td><td class="mono came">${f.after}</td></tr>`)}</tbody></table>
      <h3>Record key, ${preview.key.length} bytes</h3><${KeyView} explained=${preview.key} label="record key" />
      <${Entries} title="Index entries added" indexes=${preview.added} sign="+ " />
      <div class="actions"><button type="button" onClick=${() => setPreview(null)}>Cancel</button>
        <button type="button" class="primary" id="confirm" disabled=${busy || preview.exists} onClick=${insert}>Insert</button></div>
    </${Dialog}>`}
  </form>`;
}
