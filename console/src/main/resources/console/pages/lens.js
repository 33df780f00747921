// Key lens: paste any key, see what every byte is for and why it sorts where it does.
import { html, useState, useEffect, useTask, useRef, useContext, Session, ErrorNote, Empty, Panel, CopyButton, announce } from '../lib/ui.js';
import { get, post } from '../lib/api.js';
import { replace, link } from '../lib/route.js';
import { ByteLine, KeyView } from '../lib/bytes.js';

const FORMATS = ['native', 'delimited', 'rowkey', 'phoenix', 'tuple', 'compound'];

function Neighbour({ where, key: _, of, by }) {
  return html`<div class="neighbour">
    <div class="where">${where}</div>
    <div>
      <${ByteLine} hex=${of.hex} parts=${of.parts} at=${of.reason.at} label=${where} />
      <p class="reason">${of.reason.text}. <a href=${link('lens', { key: of.hex, ...by })}>Show this key</a></p>
    </div>
  </div>`;
}

function Order({ result, by }) {
  const { before, after } = result.neighbours || {};
  if (!before && !after && !result.rules) return null;
  return html`<${Panel} title="Sort order" id="order">
    ${result.rules && html`<p class="hint" id="rules">${result.rules}</p>`}
    ${!before && !after && html`<p class="hint">Enter other keys to compare with, to see which byte decides the order.</p>`}
    ${(before || after) && html`<div class="order">
      ${before && html`<${Neighbour} where="previous key" of=${before} by=${by} />`}
      <div class="neighbour self"><div class="where">${result.stored ? 'this key' : 'this key (not stored)'}</div>
        <${ByteLine} hex=${result.hex} parts=${result.parts} label="this key" /></div>
      ${after && html`<${Neighbour} where="next key" of=${after} by=${by} />`}
    </div>`}
  </${Panel}>`;
}

export function Lens({ params }) {
  const [key, setKey] = useState(params.key || '');
  const [form, setForm] = useState(params.form || 'auto');
  const [schema, setSchema] = useState(params.schema || '');
  const [format, setFormat] = useState(params.format || 'native');
  const [shards, setShards] = useState(params.shards || '');
  const [others, setOthers] = useState(params.others || '');
  const [result, setResult] = useState(null);
  const [samples, setSamples] = useState([]);
  const input = useRef();
  const { foreign } = useContext(Session);

  const [explain, busy, error] = useTask(async (asked) => {
    const answer = await post('/api/lens', asked);
    setResult(answer);
    announce(answer.what + ', ' + answer.length + ' bytes, encoded as ' + answer.form);
  });

  const run = (text, also = {}) => {
    const asked = { key: text, form, schema, format, others, shards: shards ? Number(shards) : 0, ...also };
    replace('lens', { key: text, form: form === 'auto' ? '' : form, schema: asked.schema,
      format: asked.schema ? format : '', shards: asked.schema ? shards : '', others: others.length < 2000 ? others : '' });
    return explain(asked);
  };

  useEffect(() => { get('/api/sample').then((a) => setSamples(a.samples), () => {}); }, []);
  useEffect(() => {
    setKey(params.key || '');
    if (params.key) run(params.key);
  }, [params.key]);

  const submit = (e) => { e.preventDefault(); run(key); };
  return html`
    <h1>Key lens</h1>
    <form class="panel ask" onSubmit=${submit}>
      <label class="grow">Key
        <textarea ref=${input} data-main rows="2" class="mono" spellcheck="false" autocomplete="off" value=${key}
          placeholder="hex, escaped (user\\x00\\xff) or base64, in any of the six formats"
          onInput=${(e) => setKey(e.target.value)}
          onKeyDown=${(e) => { if (e.key === 'Enter' && !e.shiftKey) submit(e); }}></textarea></label>
      <label>Encoding
        <select value=${form} onChange=${(e) => setForm(e.target.value)}>
          ${['auto', 'hex', 'escaped', 'base64'].map((f) => html`<option value=${f}>${f}</option>`)}
        </select></label>
      <button class="primary" disabled=${busy}>Explain</button>
      <details class="wide" open=${!!(schema || others)}>
        <summary>Key of another program, or keys to compare with</summary>
        <div class="row">
          <label class="grow">Schema
            <input id="schema" class="mono" value=${schema} spellcheck="false" placeholder="user_id string(32), at timestamp desc, id uuid"
              onInput=${(e) => setSchema(e.target.value)} /></label>
          <label>Format
            <select id="format" value=${format} onChange=${(e) => setFormat(e.target.value)}>
              ${(FORMATS.includes(format) ? FORMATS : FORMATS.concat(format)).map((f) => html`<option value=${f}>${f}</option>`)}
            </select></label>
          <label>Shards
            <input type="number" min="0" max="65536" style=${{ width: '6em' }} value=${shards} onInput=${(e) => setShards(e.target.value)} /></label>
        </div>
        <label>Compare with, one key per line<textarea id="others" class="mono" rows="2" spellcheck="false" value=${others} onInput=${(e) => setOthers(e.target.value)}></textarea></label>
        ${!foreign && html`<p class="hint">Without a schema, the lens recognises keys of tables, indexes and structures of this store by their first bytes.</p>`}
      </details>
    </form>
    <${ErrorNote} error=${error} />
    ${!result && !error && samples.length > 0 && html`<${Panel} title="Keys of this store" id="samples">
      <ul class="samples">${samples.map((s) => html`<li>
        <a href=${link('lens', { key: s.hex })}>${s.what}</a>
        <${ByteLine} hex=${s.hex.slice(0, 96)} parts=${s.parts} label=${s.what} /></li>`)}</ul>
    </${Panel}>`}
    ${!result && !error && samples.length === 0 && html`<${Empty}>This store has no keys yet. Paste a key of any program, or <a href="#/">add data on the overview</a>.</${Empty}>`}
    ${result && html`
      <${Panel} title=${result.what} id="what" actions=${html`
          <span class="chip">${result.length} bytes</span>
          ${result.format && html`<span class="chip">${result.format}</span>`}
          ${result.shards > 0 && html`<span class="chip">${result.shards} shards</span>`}
          <span class="chip">encoded as ${result.form}</span>
          ${result.stored === false && html`<span class="chip warn">not stored</span>`}
          <${CopyButton} text=${result.hex} label="Copy hex" />`}>
        ${result.error && html`<p class="note error" role="alert">${result.error}</p>`}
        <${KeyView} explained=${result} />
        ${result.schema && html`<p class="hint mono">${result.schema}</p>`}
      </${Panel}>
      <${Order} result=${result} by=${foreign && schema ? { schema, format, shards } : {}} />`}
  `;
}
