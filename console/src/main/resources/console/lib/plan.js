// EXPLAIN ANALYZE as a picture: the key, its byte ranges, estimated and actual rows.
import { html, number } from './ui.js';
import { ByteLine } from './bytes.js';

const TONE = { 'EXACT LOOKUP': 'good', 'PREFIX SCAN': 'good', 'RANGE SCAN': 'good', 'SKIP SCAN': 'warn', 'ORDERED SCAN': 'good', 'FULL SCAN': 'bad', NOTHING: '' };

function Bars({ plan }) {
  const rows = [['estimated read', plan.expectedRead, 'expected'], ['read', plan.read, 'actual'],
    ['estimated returned', plan.expectedReturned, 'expected'], ['returned', plan.returned, 'actual']].filter((r) => r[1] !== undefined);
  const most = Math.max(1, ...rows.map((r) => r[1]));
  return html`<div class="bars" role="table" aria-label="Rows">${rows.map(([name, value, kind]) => html`
    <div class="barline" role="row"><span role="rowheader">${name}</span>
      <span class="track"><span class=${'fill ' + kind} style=${{ width: Math.max(value > 0 ? .5 : 0, 100 * value / most) + '%' }}></span></span>
      <span class="num" role="cell">${number(value)}</span></div>`)}</div>`;
}

/** A bound is often a prefix of a key: undecodable bytes are not an error there. */
const bound = (parts) => parts.map((p) => (p.role === 'malformed' ? { ...p, role: 'padding', field: -1, name: 'bound', text: 'start or end of the range' } : p));

export function Plan({ plan }) {
  const lines = Object.entries(plan.lines).filter(([name]) => !['plan', 'raw', 'expected'].includes(name));
  return html`<div class="plan">
    <div class="planhead"><span class=${'kind ' + (TONE[plan.kind] || '')}>${plan.kind}</span>
      <span>${plan.lines.plan.replace(plan.kind, '').trim()}</span></div>
    <div class="plangrid">
      <dl>${lines.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}
        ${plan.seeks !== undefined && html`<dt>work</dt><dd>${number(plan.seeks)} ${plan.seeks === 1 ? 'seek' : 'seeks'}, ${number(plan.fetched)} ${plan.fetched === 1 ? 'record' : 'records'} fetched, ${plan.millis.toFixed(1)} ms</dd>`}</dl>
      ${plan.kind !== 'NOTHING' && html`<${Bars} plan=${plan} />`}
    </div>
    ${plan.ranges && html`<details><summary>${plan.rangeCount === 1 ? 'Key range read' : 'Key ranges read: ' + number(plan.rangeCount)}</summary>
      ${plan.ranges.map((range) => html`<div class="range">
        <div class="entry"><span class="dim">from</span><${ByteLine} hex=${range.start.hex} parts=${bound(range.start.parts)} label="start" /></div>
        <div class="entry"><span class="dim">up to</span>${range.end ? html`<${ByteLine} hex=${range.end.hex} parts=${bound(range.end.parts)} label="end" />` : 'the end of the table'}</div></div>`)}
      ${plan.rangeCount > plan.ranges.length && html`<p class="dim">… and ${number(plan.rangeCount - plan.ranges.length)} more</p>`}
    </details>`}
  </div>`;
}
