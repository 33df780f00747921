// A structure: its elements page by page, its raw key; edit, remove, expire, delete.
import { html, useState, useEffect, useTask, ErrorNote, Panel, Dialog, bytes, number, announce, Fragment } from '../lib/ui.js';
import { get, post, address } from '../lib/api.js';
import { link } from '../lib/route.js';
import { KeyView } from '../lib/bytes.js';
import { Expiry } from './expiry.js';

function Value({ value, href }) {
  return html`<span class="mono text">${value.text}</span>${value.capped && html`… <span class="chip warn">${bytes(value.length)}, first 1 KB shown</span> <a href=${href} download>Download</a>`}`;
}

/** The element has changed: with the old value, the server would reject every further attempt. */
const isStale = (error) => error && error.body && error.body.stale;

function ElementDialog({ of, element, onClose, onDone }) {
  const type = of.type;
  const [field, setField] = useState(element && element.field ? element.field.text : '');
  const [member, setMember] = useState(element && element.member ? element.member.text : '');
  const [score, setScore] = useState(element && element.score !== undefined ? String(element.score) : '0');
  const old = type === 'string' ? of.value : element && element.value;
  const [value, setValue] = useState(old && !old.capped ? old.text : '');
  const [save, busy, error] = useTask(async () => {
    const body = { db: of.db, name: of.name, type };
    if (type === 'string') Object.assign(body, { value });
    if (type === 'hash') Object.assign(body, { field, value });
    if (type === 'set') Object.assign(body, { member });
    if (type === 'sorted set') Object.assign(body, { member, score });
    if (type === 'list') Object.assign(body, { value }, element ? { index: element.index, expected: element.value.text } : {});
    await post('/api/structure/put', body);
    announce('Saved');
    onDone();
  });
  const named = type === 'hash' || type === 'set' || type === 'sorted set';
  return html`<${Dialog} title=${element || type === 'string' ? 'Change' : 'Add'} onClose=${onClose}>
    <form onSubmit=${(e) => { e.preventDefault(); save(); }} class="stack">
      <${ErrorNote} error=${error} />
      ${type === 'hash' && html`<label>Field<input class="mono" value=${field} disabled=${!!element} onInput=${(e) => setField(e.target.value)} /></label>`}
      ${named && type !== 'hash' && html`<label>Member<input class="mono" value=${member} disabled=${!!element} onInput=${(e) => setMember(e.target.value)} /></label>`}
      ${type === 'sorted set' && html`<label>Score<input class="mono" value=${score} onInput=${(e) => setScore(e.target.value)} /></label>`}
      ${(type === 'string' || type === 'hash' || type === 'list') && html`
        ${old && html`<p class="hint">Before: <span class="mono gone">${old.text.slice(0, 200)}${old.text.length > 200 ? '…' : ''}</span></p>`}
        <label>Value (write bytes as \\x00)<textarea class="mono" id="edit-value" rows="5" value=${value} onInput=${(e) => setValue(e.target.value)}></textarea></label>`}
      <div class="actions"><button type="button" onClick=${onClose}>Cancel</button>${isStale(error) ? html`<button type="button" class="primary" id="reload-structure" onClick=${onDone}>Load the current list</button>`
    : html`<button class="primary" id="confirm" disabled=${busy}>Save</button>`}</div>
    </form>
  </${Dialog}>`;
}

function Confirm({ title, text, action, run, onClose, onReload }) {
  const [go, busy, error] = useTask(run);
  return html`<${Dialog} title=${title} danger onClose=${onClose}>
    <${ErrorNote} error=${error} /><p>${text}</p>
    <div class="actions"><button type="button" onClick=${onClose}>Cancel</button>
    ${isStale(error) ? html`<button type="button" class="primary" id="reload-structure" onClick=${onReload}>Load the current list</button>`
    : html`<button type="button" class="danger" id="confirm" disabled=${busy} onClick=${go}>${action}</button>`}</div></${Dialog}>`;
}

export function StructureView({ db, name, onDeleted }) {
  const [of, setOf] = useState(null);
  const [dialog, setDialog] = useState(null);
  const [load, busy, error] = useTask(async (after) => {
    const page = await get('/api/structure', { db, name, after });
    setOf((before) => (after && before ? { ...page, elements: before.elements.concat(page.elements) } : page));
  });
  useEffect(() => { load(); }, [db, name]);
  if (!of) return html`<${ErrorNote} error=${error} />`;
  const may = of.may;
  const nameOf = (e) => (e.field || e.member || { text: 'element ' + e.index }).text.slice(0, 60);
  const done = () => { setDialog(null); load(); };
  const download = (id) => address('/api/structure/value', { db, name, id });
  const remove = (e) => setDialog({ kind: 'remove', element: e });
  const columns = { hash: ['field', 'value'], set: ['member'], list: ['index', 'value'], 'sorted set': ['rank', 'member', 'score'] }[of.type] || [];
  return html`<${Fragment}>
    <${Panel} title=${of.label || '(empty name)'} id="structure" actions=${html`
        <span class="chip">${of.type}</span><span class="chip">${of.type === 'string' ? bytes(of.size) : number(of.size) + (of.size === 1 ? ' element' : ' elements')}</span>
        ${of.expires && html`<span class="chip warn">expires ${of.expires}</span>`}
        <button type="button" disabled=${!may.add || !!(of.value && of.value.capped)} onClick=${() => setDialog({ kind: 'edit' })}>${of.type === 'string' ? 'Edit' : 'Add …'}</button>
        <button type="button" id="expiry" disabled=${!may.expire} onClick=${() => setDialog({ kind: 'expiry' })}>Expiry …</button>
        <button type="button" class="danger" disabled=${!may.delete} onClick=${() => setDialog({ kind: 'delete' })}>Delete …</button>`}>
      <${ErrorNote} error=${error} />
      ${of.type === 'string' ? html`<pre class="value" id="value"><${Value} value=${of.value} href=${download('')} /></pre>` : html`
      <div class="scroll"><table class="elements"><caption class="hidden">Elements</caption><thead><tr>${columns.map((c) => html`<th scope="col" class=${c === 'index' || c === 'rank' || c === 'score' ? 'num' : ''}>${c}</th>`)}<th><span class="hidden">actions</span></th></tr></thead>
        <tbody>${of.elements.map((e) => html`<tr key=${e.id}>${columns.map((c) => (typeof e[c] === 'object'
          ? html`<td><${Value} value=${e[c]} href=${download(e.id)} /></td>` : html`<td class="num">${e[c]}</td>`))}
          <td class="actions">${of.type !== 'set' && html`<button type="button" class="quiet" aria-label=${'Edit ' + nameOf(e)} disabled=${!may.add || !!(e.value && e.value.capped)} onClick=${() => setDialog({ kind: 'edit', element: e })}>Edit</button>`}
            <button type="button" class="quiet" aria-label=${'Remove ' + nameOf(e)} disabled=${!may.remove} onClick=${() => remove(e)}>Remove</button></td></tr>`)}</tbody></table></div>
      ${of.next !== null && html`<p><button type="button" disabled=${busy} onClick=${() => load(of.next)}>Show more</button> <span class="dim">${number(of.elements.length)} of ${number(of.size)}</span></p>`}`}
    </${Panel}>
    <${Panel} title="Raw key" id="structure-key" actions=${html`<a class="button quiet" href=${link('lens', { key: of.key.hex })}>Lens</a>`}>
      <${KeyView} explained=${of.key} label="raw key" /></${Panel}>
    ${dialog && dialog.kind === 'expiry' && html`<${Expiry} of=${of} onClose=${() => setDialog(null)} onDone=${done} />`}
    ${dialog && dialog.kind === 'edit' && html`<${ElementDialog} of=${of} element=${dialog.element} onClose=${() => setDialog(null)} onDone=${done} />`}
    ${dialog && dialog.kind === 'remove' && html`<${Confirm} title="Remove this element?" action="Remove" onReload=${done} onClose=${() => setDialog(null)}
      text=${html`<span class="mono">${(dialog.element.field || dialog.element.member || dialog.element.value).text.slice(0, 200)}</span>`}
      run=${async () => { await post('/api/structure/remove', { db, name, id: dialog.element.id, index: dialog.element.index, expected: dialog.element.value && dialog.element.value.text }); done(); }} />`}
    ${dialog && dialog.kind === 'delete' && html`<${Confirm} title="Delete this structure?" action="Delete" onClose=${() => setDialog(null)}
      text=${html`<b>${of.label}</b>, ${of.type}, ${number(of.size)} ${of.type === 'string' ? 'bytes' : 'elements'}`}
      run=${async () => { await post('/api/structure/delete', { db, name }); announce('Deleted'); onDeleted(); }} />`}
  </${Fragment}>`;
}
