// The hottest names and rows: a link to each, reads and writes, and the share of all accesses.
import { html, number } from './ui.js';
import { link } from './route.js';

function target(item) {
  if (item.name !== undefined) return link('browse', { db: item.db, name: item.name });
  if (item.row !== undefined) return link('browse', { table: item.table, row: item.row });
  return item.table ? link('browse', { table: item.table }) : null;
}

export function HottestTable({ hottest, lens }) {
  return html`<div class="scroll"><table id="hottest-keys"><caption class="hidden">Hottest names and rows</caption>
    <thead><tr><th scope="col">in</th><th scope="col">name or key</th><th scope="col" class="num">reads</th><th scope="col" class="num">writes</th><th scope="col" class="num">share</th>${lens && html`<th scope="col"><span class="hidden">key bytes</span></th>`}</tr></thead>
    <tbody>${hottest.map((item) => {
      const href = target(item);
      return html`<tr><td>${item.segment}</td><td class="mono">${href ? html`<a href=${href}>${item.label}</a>` : item.label}</td>
        <td class="num">${number(item.reads)}</td><td class="num">${number(item.writes)}</td><td class="num">${(100 * item.share).toFixed(1)} %</td>
        ${lens && html`<td>${item.key && html`<a href=${link('lens', { key: item.key })} aria-label=${'Show the key of ' + item.label + ' in the key lens'}>Lens</a>`}</td>`}</tr>`;
    })}</tbody></table></div>`;
}
