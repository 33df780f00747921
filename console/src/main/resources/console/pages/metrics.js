// Metrics: live throughput and latency, and all counters of the engine.
import { html, useState, useEffect, useRef, useTask, ErrorNote, Panel, number, bytes } from '../lib/ui.js';
import { get } from '../lib/api.js';

const KEPT = 180;

function Chart({ title, series, data, format }) {
  const box = useRef();
  const plot = useRef();
  const make = () => {
    if (plot.current) plot.current.destroy();
    const style = getComputedStyle(document.documentElement);
    const dim = style.getPropertyValue('--dim').trim();
    const line = style.getPropertyValue('--line').trim();
    const axis = { stroke: dim, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    plot.current = new window.uPlot({
      width: box.current.clientWidth, height: 190, legend: { live: false }, cursor: { y: false },
      axes: [{ ...axis, values: (u, v) => v.map((t) => new Date(t * 1000).toTimeString().slice(0, 8)), space: 90, incrs: [1, 2, 5, 10, 15, 30, 60] }, { ...axis, size: 62, values: (u, v) => v.map(format) }],
      scales: { y: { range: (u, min, max) => [0, max > 0 ? max * 1.1 : 1] } },
      series: [{}, ...series.map((s, i) => ({ label: s.label, stroke: style.getPropertyValue('--f' + i).trim(), width: 1.5, points: { show: false } }))],
    }, data, box.current);
  };
  useEffect(() => {
    make();
    const sized = () => plot.current && plot.current.setSize({ width: box.current.clientWidth, height: 190 });
    window.addEventListener('resize', sized);
    window.addEventListener('keyfold-theme', make);
    return () => { window.removeEventListener('resize', sized); window.removeEventListener('keyfold-theme', make); if (plot.current) plot.current.destroy(); plot.current = null; };
  }, []);
  useEffect(() => { if (plot.current) plot.current.setData(data); }, [data]);
  return html`<div><h2>${title}</h2><div ref=${box} role="img" aria-label=${title}></div></div>`;
}

const short = (n) => (n >= 1e6 ? (n / 1e6).toFixed(1) + 'M' : n >= 1e3 ? (n / 1e3).toFixed(n < 1e4 ? 1 : 0) + 'k' : n < 10 && n % 1 ? n.toFixed(1) : String(Math.round(n)));
const micros = (n) => (n >= 1000 ? (n / 1000).toFixed(1) + ' ms' : short(n) + ' µs');

function Tile({ name, value, text }) {
  return html`<div class="tile"><div class="dim">${name}</div><div class="figure">${value}</div>${text && html`<div class="hint">${text}</div>`}</div>`;
}

export function Metrics() {
  const [now, setNow] = useState(null);
  const [live, setLive] = useState([]);
  const [listening, setListening] = useState(false);
  const [load, , error] = useTask(async () => setNow(await get('/api/metrics')));
  useEffect(() => {
    load();
    const timer = setInterval(load, 5000);
    const source = new EventSource('/api/live');
    source.addEventListener('metrics', (e) => {
      setListening(true);
      const event = JSON.parse(e.data);
      if (event.rates) setLive((before) => before.concat(event).slice(-KEPT));
    });
    source.onerror = () => setListening(false);
    return () => { clearInterval(timer); source.close(); };
  }, []);
  const times = live.map((e) => e.at / 1000);
  const pick = (...of) => [times, ...of.map((f) => live.map(f))];
  const last = live[live.length - 1];
  return html`<h1>Metrics <span class=${'chip ' + (listening ? 'good' : '')} id="live-state">${listening ? 'live' : 'waiting'}</span></h1>
    <${ErrorNote} error=${error} />
    <div class="tiles">
      <${Tile} name="commands/s" value=${last ? number(last.rates.commands) : '–'} />
      <${Tile} name="latency, median" value=${last && last.rates.commands > 0 ? micros(last.latency.p50) : '–'} text="in the last second" />
      <${Tile} name="latency, 99th percentile" value=${last && last.rates.commands > 0 ? micros(last.latency.p99) : '–'} text="upper bound, in the last second" />
      <${Tile} name="clients" value=${last ? number(last.clients) : now ? number(now.clients) : '–'} />
      <${Tile} name="heap" value=${now ? bytes(now.heapUsed) : '–'} text=${now ? 'of ' + bytes(now.heapMost) : ''} />
      ${now && now.effects.map((e) => html`<${Tile} name=${e.name} value=${(100 * e.share).toFixed(1) + ' %'} text=${e.text + ', of ' + number(e.of)} />`)}
    </div>
    <div class="charts">
      <section class="panel"><${Chart} title="Commands per second" format=${short} series=${[{ label: 'commands' }, { label: 'errors' }]} data=${pick((e) => e.rates.commands, (e) => e.rates.errors)} /></section>
      <section class="panel"><${Chart} title="Command latency, µs" format=${short} series=${[{ label: '50 %' }, { label: '90 %' }, { label: '99 %' }, { label: '99.9 %' }]}
        data=${pick((e) => e.latency.p50, (e) => e.latency.p90, (e) => e.latency.p99, (e) => e.latency['p99.9'])} /></section>
      <section class="panel"><${Chart} title="Bytes per second" format=${(n) => bytes(n)} series=${[{ label: 'in' }, { label: 'out' }]} data=${pick((e) => e.rates.input_bytes, (e) => e.rates.output_bytes)} /></section>
      <section class="panel"><${Chart} title="Lookups per second" format=${short} series=${[{ label: 'found' }, { label: 'missing' }]} data=${pick((e) => e.rates.keyspace_hits, (e) => e.rates.keyspace_misses)} /></section>
    </div>
    ${now && html`<${Panel} title="All counters" id="counters" actions=${html`<a class="button quiet" href="/metrics">Prometheus</a>`}>
      <div class="columns"><table><thead><tr><th scope="col">Redis port</th><th scope="col" class="num">since start</th></tr></thead><tbody>${Object.entries(now.counters).map(([k, v]) => html`<tr><td>${k}</td><td class="num">${number(v)}</td></tr>`)}</tbody></table>
      <table><thead><tr><th scope="col">store</th><th scope="col" class="num">now</th></tr></thead><tbody>${Object.entries(now.store).map(([k, v]) => html`<tr><td>${k}</td><td class="num">${number(v)}</td></tr>`)}</tbody></table></div>
    </${Panel}>`}`;
}
