// Preact, htm and the few parts that every page uses.
import { h, render, Fragment, createContext } from 'preact';
import { useState, useEffect, useRef, useMemo, useCallback, useContext } from 'preact/hooks';
import htm from 'htm';

export const html = htm.bind(h);
export { render, Fragment, createContext, useState, useEffect, useRef, useMemo, useCallback, useContext };

/** Who is logged in: {user, rights, ...}; pages show what cannot be done as disabled. */
export const Session = createContext({ user: null, rights: 'nothing' });
export const useMayWrite = () => useContext(Session).rights === 'write';

/** Says something to people who do not see it. */
export function announce(text) {
  const live = document.getElementById('live');
  if (live) {
    live.textContent = '';
    setTimeout(() => { live.textContent = text; }, 30);
  }
}

export const number = (n) => (n === null || n === undefined ? '' : Math.round(n).toLocaleString('en-US'));

export function bytes(n) {
  if (n === null || n === undefined) return '';
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let i = 0;
  while (n >= 1024 && i < units.length - 1) { n /= 1024; i++; }
  return (i === 0 ? n : n.toFixed(n < 10 ? 1 : 0)) + ' ' + units[i];
}

/** Text as the hexadecimal form of its UTF-8 bytes, the form of names in addresses. */
export const toHex = (text) => Array.from(new TextEncoder().encode(text), (b) => b.toString(16).padStart(2, '0')).join('');

/** Runs something that takes a while: [run, busy, error, clear]. The last call wins. */
export function useTask(work) {
  const [state, set] = useState({ busy: false, error: null });
  const latest = useRef(0);
  const run = useCallback(async (...args) => {
    const mine = ++latest.current;
    set({ busy: true, error: null });
    try {
      const result = await work(...args);
      if (mine === latest.current) set({ busy: false, error: null });
      return result;
    } catch (error) {
      if (mine === latest.current) {
        set({ busy: false, error });
        announce('Error: ' + error.message);
      }
      return undefined;
    }
  }, [work]);
  return [run, state.busy, state.error, () => set({ busy: false, error: null })];
}

export const ErrorNote = ({ error }) =>
  error ? html`<p class="note error" role="alert">${error.message}</p>` : null;

export const Empty = ({ children }) => html`<p class="empty">${children}</p>`;

export function Panel({ title, actions, children, id }) {
  return html`<section class="panel" aria-labelledby=${id}>
    <header><h2 id=${id}>${title}</h2>${actions && html`<div class="actions">${actions}</div>`}</header>
    ${children}
  </section>`;
}

/** A dialog that keeps the focus, closes with Escape, and gives the focus back. */
export function Dialog({ title, onClose, children, danger }) {
  const ref = useRef();
  useEffect(() => {
    const before = document.activeElement;
    ref.current.showModal();
    return () => before && before.focus && before.focus();
  }, []);
  return html`<dialog ref=${ref} class=${danger ? 'danger' : ''} aria-labelledby="dialog-title"
      onCancel=${(e) => { e.preventDefault(); onClose(); }}>
    <h2 id="dialog-title">${title}</h2>
    ${children}
  </dialog>`;
}

/** Copies text, and says so. */
export function CopyButton({ text, label = 'Copy' }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    announce('Copied');
    setTimeout(() => setDone(false), 1200);
  };
  return html`<button type="button" class="quiet" onClick=${copy}>${done ? 'Copied' : label}</button>`;
}
