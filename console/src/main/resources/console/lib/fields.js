// The fields of a row as a form: an input per field, a checkbox for null; fixed fields are disabled.
import { html } from './ui.js';

const EXAMPLES = {
  timestamp: '2030-01-31T12:00:00Z', date: '2030-01-31', time: '12:00:00', uuid: '123e4567-e89b-12d3-a456-426614174000',
  bytes: '00ff', list: '["a", "b"]', decimal: '12.50', integer: '0', string: '', float: '1.5', double: '1.5', enum: '',
};

export const example = (type) => EXAMPLES[/^[a-z]+/.exec(type)[0]] ?? (/int/.test(type) ? '0' : '');

function parse(text) {
  try { return JSON.parse(text); } catch { return text; }
}

/** The typed values in the form the server expects. */
export function typed(fields, changes) {
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => {
    const field = fields.find((f) => f.name === name);
    if (value === null) return [name, null];
    if (field.type === 'bool') return [name, value === true || value === 'true'];
    return [name, field.type.startsWith('list') && typeof value === 'string' ? parse(value) : value];
  }));
}

/** `isFixed(field)` says which ones cannot be changed. */
export function FieldsForm({ fields, changes, setChanges, isFixed, examples }) {
  return html`<div class="scroll"><table class="fields"><caption class="hidden">Fields</caption>
    <thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col">value</th></tr></thead>
    <tbody>${fields.map((f) => {
      const id = 'edit-' + f.name;
      const fixed = isFixed(f);
      const value = f.name in changes ? changes[f.name] : f.value;
      const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
      const set = (next) => setChanges({ ...changes, [f.name]: next });
      const field = f.type === 'bool' && !fixed
        ? html`<select id=${id} class="grow" value=${text || 'false'} disabled=${value === null} onChange=${(e) => set(e.target.value === 'true')}><option>true</option><option>false</option></select>`
        : html`<input id=${id} class="mono grow" value=${text} disabled=${fixed || value === null} placeholder=${examples ? example(f.type) : ''}
          autocomplete="off" spellcheck="false" onInput=${(e) => set(e.target.value)} />`;
      return html`<tr><td><label for=${id}>${f.name}</label>${f.key && html` <span class="chip">key</span>`}</td><td class="dim">${f.type}</td><td>
        <div class="row">${field}${f.nullable && !fixed && html`<label class="tick"><input type="checkbox" aria-label=${f.name + ' is null'} checked=${value === null}
          onChange=${(e) => set(e.target.checked ? null : f.type === 'bool' ? false : '')} />null</label>`}</div>
        ${fixed && html`<span class="hint">${f.key ? 'Part of the key: to change it, insert a new row and delete this one.' : 'Too long to edit here.'}</span>`}</td></tr>`;
    })}</tbody></table></div>`;
}
