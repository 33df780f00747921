// The frame of all pages: navigation, theme, shortcuts, login. Each page is its own module.
import { html, render, useState, useEffect, Session, Dialog } from './lib/ui.js';
import { get, post } from './lib/api.js';
import { useRoute, link, go } from './lib/route.js';
import { Overview } from './pages/overview.js';
import { Lens } from './pages/lens.js';
import { Browse } from './pages/browse.js';
import { Query } from './pages/query.js';
import { Advisor } from './pages/advisor.js';
import { Heat } from './pages/heat.js';
import { Metrics } from './pages/metrics.js';
import { Login } from './pages/login.js';
import { ForeignOverview, ForeignBrowse } from './pages/foreign.js';

const PAGES = [
  { id: 'overview', title: 'Overview', key: 'o', view: Overview, names: true, foreign: ForeignOverview },
  { id: 'browse', title: 'Browse', key: 'b', view: Browse, names: true, foreign: ForeignBrowse },
  { id: 'query', title: 'Query', key: 'q', view: Query },
  { id: 'heat', title: 'Shards and heat', key: 'h', view: Heat },
  { id: 'lens', title: 'Key lens', key: 'l', view: Lens, foreign: Lens },
  { id: 'advisor', title: 'Advisor', key: 'a', view: Advisor },
  { id: 'metrics', title: 'Metrics', key: 'm', view: Metrics },
];

const theme = {
  get: () => localStorage.getItem('keyfold-theme') || 'auto',
  set(value) {
    localStorage.setItem('keyfold-theme', value);
    this.apply();
  },
  apply() {
    const value = this.get();
    if (value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    window.dispatchEvent(new Event('keyfold-theme'));
  },
};
theme.apply();

function ThemeSwitch() {
  const [value, set] = useState(theme.get());
  const next = { auto: 'dark', dark: 'light', light: 'auto' };
  const names = { auto: '◐ auto', dark: '● dark', light: '○ light' };
  return html`<button type="button" class="quiet" id="theme" title="Theme: auto, dark, light"
    aria-label=${'Theme: ' + value + '. Change'}
    onClick=${() => { theme.set(next[value]); set(next[value]); }}>${names[value]}</button>`;
}

function Shortcuts({ onClose }) {
  const keys = [
    ...PAGES.map((p) => ['g ' + p.key, p.title]),
    ['/', 'go to the main field of the page'], ['Ctrl Enter', 'run the query'], ['Esc', 'close a dialog'], ['?', 'show this list'],
  ];
  return html`<${Dialog} title="Keyboard shortcuts" onClose=${onClose}>
    <dl class="keys">${keys.map(([k, what]) => html`<dt>${k.split(' ').map((x) => html`<kbd>${x}</kbd> `)}</dt><dd>${what}</dd>`)}</dl>
    <div class="actions"><button type="button" onClick=${onClose} autofocus>Close</button></div>
  </${Dialog}>`;
}

/** Shown in place of a page whose every request would be rejected. */
function NoRight({ page, session }) {
  return html`<h1>${page.title}</h1><div class="panel" id="no-right"><p>${session.rights === 'names'
    ? html`This page needs the right to all keys. User <b>${session.user}</b> has access only to names that match <span class="mono">${session.patterns}</span>. <a href="#/browse">Browse</a> shows them.`
    : html`User <b>${session.user}</b> has no read access. Reading needs the commands <code>scan</code>, <code>type</code> and <code>get</code>, and a key pattern:`}</p>
    ${session.rights === 'nothing' && html`<pre class="value mono">ACL SETUSER ${session.user} +scan +type +get ~*</pre>`}</div>`;
}

function useShortcuts(setHelp) {
  useEffect(() => {
    let leader = 0;
    const pressed = (e) => {
      const inField = e.target.closest('input, textarea, select, dialog, [contenteditable]');
      if (inField || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === 'g') { leader = Date.now(); return; }
      if (Date.now() - leader < 1500) {
        const page = PAGES.find((p) => p.key === e.key);
        if (page) { e.preventDefault(); go(page.id); leader = 0; return; }
      }
      if (e.key === '/') {
        const main = document.querySelector('[data-main]');
        if (main) { e.preventDefault(); main.focus(); }
      }
      if (e.key === '?') { e.preventDefault(); setHelp(true); }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

function App() {
  const route = useRoute();
  const [session, setSession] = useState(null);
  const [help, setHelp] = useState(false);
  const load = () => get('/api/session').then(setSession, (error) => setSession({ error }));
  useEffect(() => {
    load();
    window.addEventListener('keyfold-login', load);
    return () => window.removeEventListener('keyfold-login', load);
  }, []);
  useShortcuts(setHelp);
  const some = session && session.rights === 'names';
  const foreign = session && session.foreign;
  const pages = foreign ? PAGES.filter((p) => p.foreign) : PAGES;
  const page = pages.find((p) => p.id === route.page) || PAGES[0];
  useEffect(() => {
    document.title = page.title + ' · Keyfold';
  }, [page]);
  if (!session) return null;
  if (session.error) return html`<main class="login"><p class="note error" role="alert">${session.error.message}</p></main>`;
  if (!session.user) return html`<${Login} onDone=${load} />`;
  const logout = async () => { await post('/api/logout'); load(); };
  return html`<${Session.Provider} value=${session}>
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); document.getElementById('main').focus(); }}>Skip to content</a>
    <header class="bar">
      <a class="brand" href="#/"><img src="/icon.svg" alt="" width="20" height="20" />Keyfold</a>
      <nav aria-label="Pages">${pages.map((p) => html`<a href=${link(p.id)} aria-current=${p === page ? 'page' : undefined}>${p.title}</a>`)}</nav>
      <div class="right">
        ${session.rights === 'read' && html`<span class="chip warn">read only</span>`}
        ${some && html`<span class="chip warn">some names</span>`}
        ${session.login && html`<span class="user">${session.user}</span><button type="button" class="quiet" onClick=${logout}>Log out</button>`}
        <button type="button" class="quiet" aria-label="Keyboard shortcuts" onClick=${() => setHelp(true)}>?</button>
        <${ThemeSwitch} />
      </div>
    </header>
    <main id="main" tabindex="-1" data-page=${page.id}>
      ${session.rights === 'nothing' || (some && !page.names) ? html`<${NoRight} page=${page} session=${session} />`
    : html`<${foreign ? page.foreign : page.view} key=${page.id} params=${route.params} />`}
    </main>
    <div id="live" class="hidden" aria-live="polite"></div>
    ${help && html`<${Shortcuts} onClose=${() => setHelp(false)} />`}
  </${Session.Provider}>`;
}

render(html`<${App} />`, document.getElementById('app'));
