// The store of another program: what its keys probably are, its keys as a tree, its entries.
import { html, useState, useEffect, useTask, ErrorNote, Empty, Panel, CopyButton, number, bytes, Fragment } from '../lib/ui.js';
import { get } from '../lib/api.js';
import { replace, link } from '../lib/route.js';
import { Tree } from '../lib/tree.js';

const about = (n) => (n === undefined || n < 50 ? '' : '~' + number(n));
const layoutOf = (p) => ({ format: p.format || '', schema: p.schema || '', shards: p.shards || '', shardBy: p.shardBy || '' });

/** The overview: size, and proposals of how the keys are built. */
export function ForeignOverview() {
  const [data, setData] = useState(null);
  const [guess, setGuess] = useState(null);
  const [load, , error] = useTask(async () => {
    setData((await get('/api/overview')).foreign);
    setGuess(await get('/api/foreign/guess'));
  });
  useEffect(() => { load(); }, []);
  return html`<h1>Overview</h1><${ErrorNote} error=${error} />
    ${data && html`<div class="tiles" id="sizes">
      <div class="tile"><div class="dim">Entries</div><div class="figure">~${number(data.entries)}</div><div class="hint">estimated by the engine</div></div>
      <div class="tile"><div class="dim">Data</div><div class="figure">${bytes(data.bytes)}</div><div class="hint mono">${data.store}</div></div>
    </div>
    <p class="note" id="foreign-note">This is the store of another program. The console only reads it, and shows it as it was when the server opened it.</p>`}
    ${guess && html`<${Panel} title="What the keys probably are" id="guess">
      <ul>${guess.observations.map((line) => html`<li>${line}</li>`)}</ul>
      ${guess.proposals.length === 0 && html`<${Empty}>No structure found. <a href=${link('browse')}>Browse</a> lists the keys; enter a format and a schema there if you know them.</${Empty}>`}
      ${guess.proposals.map((p, i) => html`<section class="proposal">
        <h3>${i + 1}. ${p.format}${p.shards > 0 ? ', ' + number(p.shards) + ' shards' : ''} <span class="dim">decodes ${number(p.decoded)} of ${number(p.keys)} sampled keys</span></h3>
        <pre class="value mono">${p.schema}</pre>
        <ul>${p.evidence.map((line) => html`<li>${line}</li>`)}</ul>
        <p><a class="button" href=${link('browse', layoutOf({ ...p, shards: p.shards || '', shardBy: p.shards ? p.shardBy : '' }))}>Browse with this schema</a></p>
      </section>`)}
    </${Panel}>`}`;
}

function below(layout, prefix, level, path) {
  return async (after) => {
    const page = await get('/api/foreign/keys', { ...layout, prefix, level, after });
    return {
      next: page.next,
      children: page.children.map((child) => ({
        id: path + '/' + child.prefix + (child.leaf ? '=' : ''),
        label: child.label,
        note: child.error ? 'does not fit' : about(child.about),
        className: 'value f' + level % 8,
        load: child.leaf ? null : below(layout, child.prefix, level + 1, path),
        data: { key: child.key, prefix: child.prefix, name: page.name, label: child.label, error: child.error },
      })),
    };
  };
}

function Entry({ hex, layout }) {
  const [entry, setEntry] = useState(null);
  const [load, , error] = useTask(async () => setEntry(await get('/api/foreign/entry', { key: hex })));
  useEffect(() => { load(); }, [hex]);
  const pretty = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return null; } };
  const json = entry && entry.text !== null && /^\s*[[{]/.test(entry.text) ? pretty(entry.text) : null;
  return html`<${Fragment}><${ErrorNote} error=${error} />
    ${entry && html`<${Panel} title="Entry" id="entry" actions=${html`<span class="chip">${number(entry.length)} bytes</span><${CopyButton} text=${entry.key} label="Copy key" />`}>
      <p class="mono" id="entry-key">${entry.escapedKey}</p>
      <p class="hint"><a href=${link('lens', { key: entry.key, ...layout })}>Show the key in the key lens</a></p>
      <h3>Value${json ? ', JSON' : entry.text !== null ? ', text' : ''}</h3>
      <pre class="value mono" id="entry-value">${json || (entry.text !== null ? entry.text : entry.escaped)}</pre>
      ${entry.shown < entry.length && html`<p class="hint">The first ${number(entry.shown)} of ${number(entry.length)} bytes.</p>`}
    </${Panel}>`}</${Fragment}>`;
}

/** Browse: format and schema are the user's, or a proposal's. */
export function ForeignBrowse({ params }) {
  const [layout, setLayout] = useState(layoutOf(params));
  const [shown, setShown] = useState(layoutOf(params));
  const [roots, setRoots] = useState(null);
  const [selected, setSelected] = useState(null);
  const [rest, setRest] = useState(null);
  const [load, busy, error] = useTask(async (by) => {
    const page = await below(by, '', 0, JSON.stringify(by))();
    setRoots(page.children);
    setRest(page.next);
    setShown(by);
    setSelected(null);
    replace('browse', by);
  });
  const [more] = useTask(async () => {
    const page = await below(shown, '', 0, JSON.stringify(shown))(rest);
    setRoots(roots.concat(page.children));
    setRest(page.next);
  });
  const [guess, guessing, guessError] = useTask(async () => {
    const found = (await get('/api/foreign/guess')).proposals[0];
    if (!found) throw new Error('No structure found in the sampled keys.');
    const by = layoutOf({ ...found, shards: found.shards || '', shardBy: found.shards ? found.shardBy : '' });
    setLayout(by);
    await load(by);
  });
  useEffect(() => { load(layout); }, []);
  const set = (name) => (e) => setLayout({ ...layout, [name]: e.target.value });
  const data = selected && selected.data;
  return html`<h1>Browse</h1>
    <form class="panel ask" onSubmit=${(e) => { e.preventDefault(); load(layout); }}>
      <label>Format<input id="format" class="mono" spellcheck="false" value=${layout.format} placeholder="native" list="formats" onInput=${set('format')} /></label>
      <datalist id="formats">${['native', 'delimited', 'delimited:#', 'delimited::', 'delimited:.', 'rowkey', 'phoenix', 'tuple', 'compound'].map((f) => html`<option value=${f} />`)}</datalist>
      <label class="grow">Schema<input id="schema" class="mono" data-main spellcheck="false" value=${layout.schema} placeholder="user_id string, at timestamp desc; empty: keys as they are" onInput=${set('schema')} /></label>
      <label>Shards<input id="shards" type="number" min="0" max="65535" style=${{ width: '6em' }} value=${layout.shards} onInput=${set('shards')} /></label>
      <button class="primary" disabled=${busy}>Show</button>
      <button type="button" id="guess" disabled=${guessing} onClick=${() => guess()}>Guess</button>
    </form>
    <${ErrorNote} error=${error || guessError} />
    <div class="split">
      <div class="panel side">
        <header><h2 id="tree-title">Keys</h2></header>
        ${roots && roots.length > 0 && html`<${Tree} label="Keys" roots=${roots} selected=${selected && selected.id} onSelect=${setSelected} />`}
        ${roots && roots.length === 0 && html`<${Empty}>This store has no keys.</${Empty}>`}
        ${rest && html`<p><button type="button" class="quiet" id="more" onClick=${() => more()}>Show more</button></p>`}
      </div>
      <div class="detail">
        ${!data && html`<div class="panel"><${Empty}>Select a node of the tree: <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>→</kbd> to expand, <kbd>Enter</kbd> to select.</${Empty}></div>`}
        ${data && data.error && html`<p class="note error" role="alert">${data.error}</p>`}
        ${data && data.key && html`<${Entry} key=${data.key} hex=${data.key} layout=${shown} />`}
        ${data && !data.key && html`<section class="panel"><p>${data.name} = <b>${data.label}</b></p>
          <p class="hint"><a href=${link('lens', { key: data.prefix })}>Show these bytes in the key lens</a></p></section>`}
      </div>
    </div>`;
}
