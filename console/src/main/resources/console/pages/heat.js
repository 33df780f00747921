// Shards and heat: reads and writes over time and key space, the diagnosis, the balance of shards.
import { html, useState, useEffect, useRef, useTask, ErrorNote, Empty, Panel, number, Fragment } from '../lib/ui.js';
import { get } from '../lib/api.js';
import { HottestTable } from '../lib/hottest.js';

const ROW = 13;
/** Widths of the key axis; in a narrow window the first row of a segment shows its name. */
const axis = (width) => (width < 700 ? { labels: 130, names: 0 } : { labels: 380, names: 150 });
const SPANS = [[24, '2 minutes'], [60, '5 minutes'], [180, '15 minutes']];

/** A colour scale from none to most that is readable in both themes. */
function shade(share, dark) {
  if (share <= 0) return dark ? '#1f2630' : '#eef1f5';
  const stops = dark
    ? [[42, 62, 110], [33, 120, 140], [80, 180, 110], [250, 220, 70]]
    : [[198, 219, 245], [96, 160, 214], [44, 92, 160], [30, 28, 84]];
  const at = Math.min(share, 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  const mix = stops[i].map((c, k) => Math.round(c + (stops[i + 1][k] - c) * (at - i)));
  return 'rgb(' + mix.join(',') + ')';
}

const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark';

function value(row, column, show) {
  return (show !== 'writes' ? row.reads[column] : 0) + (show !== 'reads' ? row.writes[column] : 0);
}

function slots(heat, span) {
  const step = heat.seconds * 1000;
  const last = heat.columns.length ? heat.columns[heat.columns.length - 1] : 0;
  const index = new Map(heat.columns.map((start, i) => [start, i]));
  return Array.from({ length: span }, (_, i) => {
    const start = last - (span - 1 - i) * step;
    return { start, column: index.has(start) ? index.get(start) : -1 };
  });
}

function draw(canvas, heat, show, span) {
  const width = canvas.clientWidth;
  const height = heat.rows.length * ROW + 22;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = height + 'px';
  const g = canvas.getContext('2d');
  g.scale(ratio, ratio);
  const style = getComputedStyle(document.documentElement);
  const dim = style.getPropertyValue('--dim');
  const text = style.getPropertyValue('--text');
  const dark = isDark();
  const all = slots(heat, span);
  let most = 1;
  heat.rows.forEach((row) => all.forEach((s) => { if (s.column >= 0) most = Math.max(most, value(row, s.column, show)); }));
  const { labels: LABELS, names: NAMES } = axis(width);
  const cell = (width - LABELS) / span;
  g.font = '11px system-ui, sans-serif';
  g.textBaseline = 'middle';
  let segment = null;
  heat.rows.forEach((row, r) => {
    const y = r * ROW;
    all.forEach((s, c) => {
      const v = s.column < 0 ? 0 : value(row, s.column, show);
      g.fillStyle = shade(v === 0 ? 0 : .06 + .94 * (v / most) ** .5, dark);
      g.fillRect(LABELS + c * cell, y, Math.max(1, cell - .5), ROW - 1);
    });
    if (row.segment !== segment) {
      segment = row.segment;
      g.fillStyle = text;
      g.font = '600 11px system-ui, sans-serif';
      g.fillText(clip(g, row.segment, (NAMES || LABELS) - 8), 0, y + ROW / 2);
      g.font = '11px system-ui, sans-serif';
      if (r > 0) { g.fillStyle = dim; g.fillRect(0, y - 1, width, 1); }
      if (NAMES === 0) return;
    }
    g.fillStyle = dim;
    g.fillText(clip(g, row.label, LABELS - NAMES - 10), NAMES, y + ROW / 2);
  });
  g.fillStyle = dim;
  const every = Math.max(1, Math.round(span / Math.max(2, Math.min(6, (width - LABELS) / 90))));
  for (let c = 0; c < span; c += every) {
    g.fillText(new Date(all[c].start).toTimeString().slice(0, 8), LABELS + c * cell, heat.rows.length * ROW + 12);
  }
  return { cell, all, most, labels: LABELS };
}

function clip(g, label, width) {
  if (g.measureText(label).width <= width) return label;
  let end = label.length;
  while (end > 1 && g.measureText(label.slice(0, end) + '…').width > width) end--;
  return label.slice(0, end) + '…';
}

function Map_({ heat, show, span }) {
  const canvas = useRef();
  const drawn = useRef();
  const [tip, setTip] = useState(null);
  useEffect(() => {
    const redraw = () => { if (canvas.current) drawn.current = draw(canvas.current, heat, show, span); };
    redraw();
    window.addEventListener('resize', redraw);
    window.addEventListener('keyfold-theme', redraw);
    return () => { window.removeEventListener('resize', redraw); window.removeEventListener('keyfold-theme', redraw); };
  }, [heat, show, span]);
  const at = (e) => {
    const box = canvas.current.getBoundingClientRect();
    const r = Math.floor((e.clientY - box.top) / ROW);
    const c = Math.floor((e.clientX - box.left - drawn.current.labels) / drawn.current.cell);
    const row = heat.rows[r];
    const slot = drawn.current.all[c];
    setTip(row && slot ? { x: Math.max(0, Math.min(e.clientX - box.left, box.width - 280)), y: e.clientY - box.top, row, slot } : null);
  };
  return html`<div class="heatbox">
    <canvas ref=${canvas} class="heat" id="heat" role="img" onMouseMove=${at} onMouseLeave=${() => setTip(null)}
      aria-label=${'Heat map of ' + heat.rows.length + ' key ranges over ' + span * heat.seconds + ' seconds; the table below has the numbers'}></canvas>
    ${tip && html`<div class="tip" style=${{ left: tip.x + 12 + 'px', top: tip.y + 12 + 'px' }}>
      <b>${tip.row.segment}</b>, from <span class="mono">${tip.row.label}</span><br />${new Date(tip.slot.start).toTimeString().slice(0, 8)}:
      ${tip.slot.column < 0 ? 'no accesses' : number(tip.row.reads[tip.slot.column]) + ' reads, ' + number(tip.row.writes[tip.slot.column]) + ' writes'}</div>`}
  </div>`;
}

function Balance({ keys }) {
  if (!keys.length) return html`<${Empty}>No table or index has shards.</${Empty}>`;
  const judge = (x, chance = 1) => (x === null ? '' : x > 2 && x > chance ? 'warn' : x > 2 ? '' : 'good');
  return keys.map((k) => {
    const most = Math.max(1, ...k.entries);
    const mostLoad = Math.max(1, ...k.load);
    return html`<article class="balance"><h3>${k.key} <span class="chip">${k.shards} shards</span>
        <span class=${'chip ' + judge(k.entriesMaxMean)}>entries: max/mean ${k.entriesMaxMean === null ? '–' : k.entriesMaxMean.toFixed(2)}</span>
        <span class=${'chip ' + judge(k.loadMaxMean, k.chance)}>load: max/mean ${k.loadMaxMean === null ? '–' : k.loadMaxMean.toFixed(2)}</span></h3>
      ${k.samples > 0 && k.loadMaxMean > 2 && html`<p class="hint">${k.loadMaxMean > k.chance
        ? 'One shard gets far more than its share of the load.'
        : 'Only ' + number(k.samples) + (k.samples === 1 ? ' sample' : ' samples') + ' so far: too few to judge the balance of ' + number(k.shards) + ' shards.'}</p>`}
      <div class="shards" role="img" aria-label=${'Entries and load of ' + k.shards + ' shards'}>${k.entries.map((n, i) => html`
        <span class="shardbar" title=${'shard ' + i + ': about ' + number(n) + ' entries, ' + number(k.load[i]) + ' accesses'}>
          <span class="e" style=${{ height: 100 * n / most + '%' }}></span><span class="l" style=${{ height: 100 * k.load[i] / mostLoad + '%' }}></span></span>`)}</div>
    </article>`;
  });
}

export function Heat() {
  const [heat, setHeat] = useState(null);
  const [keys, setKeys] = useState([]);
  const [show, setShow] = useState('both');
  const [span, setSpan] = useState(24);
  const [load, , error] = useTask(async (columns) => {
    const [a, b] = [await get('/api/heat', { columns }), await get('/api/shards')];
    setHeat(a);
    setKeys(b.keys);
  });
  useEffect(() => {
    load(span);
    const timer = setInterval(() => load(span), 5000);
    return () => clearInterval(timer);
  }, [span]);
  const controls = html`
    <label class="inline">Show <select data-main id="show" value=${show} onChange=${(e) => setShow(e.target.value)}>
      <option value="both">reads and writes</option><option value="reads">reads</option><option value="writes">writes</option></select></label>
    <label class="inline">in the last <select value=${span} onChange=${(e) => setSpan(Number(e.target.value))}>
      ${SPANS.map(([n, text]) => html`<option value=${n}>${text}</option>`)}</select></label>`;
  return html`<h1>Shards and heat</h1><${ErrorNote} error=${error} />
    ${heat && html`<${Fragment}>
      <${Panel} title="Diagnosis" id="findings">
        ${heat.findings.length === 0 ? html`<${Empty}>Not enough reads and writes yet for a diagnosis.</${Empty}>` : html`<ul class="findings">${heat.findings.map((f) => html`
          <li class=${f.level}><span class=${'chip ' + (f.level === 'hot' ? 'warn' : 'good')}>${f.level === 'hot' ? 'hot' : 'even'}</span>
            <div><b>${f.text}</b>${f.help && html`<br /><span class="dim">${f.help}</span>`}</div></li>`)}</ul>`}
      </${Panel}>
      <${Panel} title="Heat map" id="map" actions=${controls}>
        ${heat.rows.length === 0 ? html`<${Empty}>No reads or writes yet.</${Empty}>` : html`<${Map_} heat=${heat} show=${show} span=${span} />`}
        <p class="hint">Each column is ${heat.seconds} seconds, and each row a range of keys in sort order. The map shows a sample of all reads and writes, including reads answered from a cache. Elements of a structure count for its name.</p>
      </${Panel}>
      ${heat.hottest.length > 0 && html`<${Panel} title="Hottest names and rows" id="hottest"><${HottestTable} hottest=${heat.hottest} lens /></${Panel}>`}
      <${Panel} title="Balance of shards" id="balance"><${Balance} keys=${keys} />
        ${keys.length > 0 && html`<p class="hint"><span class="swatch f0"></span>entries <span class="swatch f1" style=${{ marginLeft: '1rem' }}></span>accesses in the last 5 minutes. A max/mean ratio of 1.00 is perfectly even.</p>`}</${Panel}>
    </${Fragment}>`}`;
}
