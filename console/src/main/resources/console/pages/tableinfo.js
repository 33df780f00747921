// A table: fields, keys, sizes, and actions on all of it.
import { html, useState, Panel, number, bytes, useMayWrite, Fragment } from '../lib/ui.js';
import { link } from '../lib/route.js';
import { Reshard } from './reshard.js';

export function KeyTable({ table, only, onInsert, onChanged }) {
  const mayWrite = useMayWrite();
  const [resharding, setResharding] = useState(false);
  const keys = only ? table.keys.filter((k) => k.name === only) : table.keys;
  return html`<${Fragment}>
    <${Panel} title=${'Table ' + table.name} id="table-keys" actions=${html`<button type="button" id="insert-row" disabled=${!mayWrite} onClick=${() => onInsert(table)}>Insert row …</button>
        <button type="button" id="reshard" disabled=${!mayWrite} onClick=${() => setResharding(true)}>Shards …</button>
        <a class="button" href=${link('query', { table: table.name })}>Query</a>`}>
      <div class="scroll"><table><caption class="hidden">Keys of ${table.name}</caption>
        <thead><tr><th scope="col">key</th><th scope="col">fields</th><th scope="col">state</th><th scope="col" class="num">shards</th><th scope="col" class="num">entries, about</th><th scope="col" class="num">size, about</th></tr></thead>
        <tbody>${keys.map((k) => html`<tr><td>${k.name}</td><td class="mono">${k.text}</td><td>${k.state}</td>
          <td class="num">${k.shards || '–'}</td><td class="num">${number(k.entries)}</td><td class="num">${bytes(k.bytes)}</td></tr>`)}</tbody>
      </table></div>
    </${Panel}>
    ${!only && html`<${Panel} title="Fields" id="table-fields">
      <table><thead><tr><th scope="col">name</th><th scope="col">type</th><th scope="col">nullable</th><th scope="col">in the key</th></tr></thead>
        <tbody>${table.fields.map((f) => html`<tr><td>${f.name}</td><td class="mono">${f.type}</td><td>${f.nullable ? 'yes' : ''}</td><td>${f.key ? 'yes' : ''}</td></tr>`)}</tbody></table>
    </${Panel}>`}
    ${resharding && html`<${Reshard} table=${table} onClose=${() => setResharding(false)} onDone=${onChanged} />`}
  </${Fragment}>`;
}
