// Forms that create a table and a structure, in a dialog or on the overview of an empty store.
import { html, useState, useTask, ErrorNote, Dialog, announce, toHex, useMayWrite } from '../lib/ui.js';
import { post } from '../lib/api.js';
import { go } from '../lib/route.js';

export function CreateTable() {
  const mayWrite = useMayWrite();
  const [name, setName] = useState('orders');
  const [fields, setFields] = useState('customer string, ordered_at timestamp, order_id uuid, amount decimal(10,2), status string');
  const [key, setKey] = useState('customer, ordered_at desc, order_id');
  const [create, busy, error] = useTask(async () => {
    const made = await post('/api/table/create', { name, fields, key });
    announce('Table ' + made.name + ' created');
    go('browse', { table: made.name });
  });
  const input = (set) => (e) => set(e.target.value);
  return html`<form class="stack" id="create-table" onSubmit=${(e) => { e.preventDefault(); create(); }}>
    <${ErrorNote} error=${error} />
    <label>Name<input id="table-name" class="mono" value=${name} spellcheck="false" autocomplete="off" onInput=${input(setName)} /></label>
    <label>Fields, each with its type<textarea id="table-schema" class="mono" rows="3" spellcheck="false" value=${fields} onInput=${input(setFields)}></textarea></label>
    <label>Primary key<input id="table-key" class="mono" value=${key} spellcheck="false" autocomplete="off" onInput=${input(setKey)} /></label>
    <div class="actions"><button class="primary" disabled=${!mayWrite || busy}>Create table</button></div>
  </form>`;
}

const SECOND = { string: 'Value', hash: 'Value', list: 'First element', set: 'First member', 'sorted set': 'First member' };

export function AddStructure({ names }) {
  const mayWrite = useMayWrite() || names;
  const [type, setType] = useState('hash');
  const [name, setName] = useState('cart:77');
  const [field, setField] = useState('apples');
  const [value, setValue] = useState('3');
  const [score, setScore] = useState('1');
  const [add, busy, error] = useTask(async () => {
    const named = toHex(name);
    const text = type === 'set' || type === 'sorted set' ? { member: value } : { value };
    await post('/api/structure/put', { db: 0, name: named, type, ...text, ...(type === 'hash' ? { field } : {}), ...(type === 'sorted set' ? { score } : {}) });
    announce(name + ' added');
    go('browse', { db: 0, name: named });
  });
  const input = (set) => (e) => set(e.target.value);
  return html`<form class="stack" id="add-structure" onSubmit=${(e) => { e.preventDefault(); add(); }}>
    <${ErrorNote} error=${error} />
    <div class="row"><label class="grow">Name<input id="structure-name" class="mono" value=${name} spellcheck="false" autocomplete="off" onInput=${input(setName)} /></label>
      <label>Type<select id="structure-type" value=${type} onChange=${input(setType)}>${Object.keys(SECOND).map((t) => html`<option value=${t}>${t}</option>`)}</select></label></div>
    ${type === 'hash' && html`<label>Field<input class="mono" value=${field} onInput=${input(setField)} /></label>`}
    <label>${SECOND[type]}<input id="structure-value" class="mono" value=${value} onInput=${input(setValue)} /></label>
    ${type === 'sorted set' && html`<label>Score<input class="mono" value=${score} onInput=${input(setScore)} /></label>`}
    <div class="actions"><button class="primary" disabled=${!mayWrite || busy}>Add ${type}</button></div>
  </form>`;
}

export function CreateDialog({ title, children, onClose }) {
  return html`<${Dialog} title=${title} onClose=${onClose}>${children}
    <div class="actions"><button type="button" onClick=${onClose}>Cancel</button></div></${Dialog}>`;
}
