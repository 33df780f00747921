// A text field with completion: fields of the table, operators, keywords.
import { html, useState, useRef, announce } from './ui.js';

const KEYWORDS = ['and', 'order by', 'desc', 'limit', 'between', 'in (', 'is null', 'is not null', 'like'];
const OPERATORS = ['=', '<', '<=', '>', '>=', 'between', 'in (', 'is null', 'like'];

/** Completions at the caret. */
export function proposals(text, caret, fields) {
  const before = text.slice(0, caret);
  if ((before.match(/'/g) || []).length % 2 === 1) return { word: '', list: [] };
  const word = /[A-Za-z_][A-Za-z0-9_]*$/.exec(before);
  const typed = word ? word[0] : '';
  const rest = before.slice(0, before.length - typed.length);
  const last = /([A-Za-z_][A-Za-z0-9_]*)\s+$/.exec(rest);
  const names = fields.map((f) => f.name);
  let list;
  const selecting = /^\s*select\s/i.test(rest) && !/\s(where|by)\s/i.test(rest);
  if (selecting && !/(select|,)\s*$/i.test(rest)) list = ['where', 'order by', 'limit'];
  else if (last && names.includes(last[1]) && !/order\s+by\s[^)]*$/i.test(rest)) list = OPERATORS;
  else if (last && names.includes(last[1])) list = ['desc', 'limit'];
  else if (/^\s*$/.test(rest)) list = [...names, 'select'];
  else if (/(\band\s+|\bby\s+|\bselect\s+|\bwhere\s+|,\s*)$/i.test(rest)) list = names;
  else list = KEYWORDS;
  const found = list.filter((item) => item.toLowerCase().startsWith(typed.toLowerCase()) && item !== typed);
  return { word: typed, list: found.slice(0, 12) };
}

export function QueryField({ value, fields, onInput, onRun, id }) {
  const [state, set] = useState({ list: [], at: 0, word: '' });
  const ref = useRef();
  const look = () => {
    const next = proposals(ref.current.value, ref.current.selectionStart, fields);
    if (next.list.length && next.list.join() !== state.list.join()) announce(next.list.length + ' completions: ' + next.list.slice(0, 5).join(', '));
    set({ ...next, at: 0 });
  };
  const close = () => set({ list: [], at: 0, word: '' });
  const take = (item) => {
    const field = ref.current;
    const caret = field.selectionStart;
    const start = caret - proposals(field.value, caret, fields).word.length;
    // Text and caret are set at once: a letter typed before the next frame belongs after the word.
    field.setRangeText(item + ' ', start, caret, 'end');
    field.focus();
    onInput(field.value);
    look();
  };
  const pressed = (e) => {
    const open = state.list.length > 0;
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey || !e.shiftKey) && !(open && state.chosen)) {
      e.preventDefault();
      close();
      onRun();
    } else if (open && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      e.preventDefault();
      const step = e.key === 'ArrowDown' ? (state.chosen ? 1 : 0) : -1;
      set({ ...state, chosen: true, at: (state.at + step + state.list.length) % state.list.length });
    } else if (open && (e.key === 'Tab' || e.key === 'Enter')) {
      e.preventDefault();
      take(state.list[state.at]);
    } else if (open && e.key === 'Escape') {
      e.preventDefault();
      close();
    } else if (e.key === ' ' && e.ctrlKey) {
      e.preventDefault();
      look();
    }
  };
  return html`<div class="complete">
    <textarea ref=${ref} id=${id} data-main rows="2" class="mono" spellcheck="false" autocomplete="off" value=${value}
      aria-controls=${state.list.length ? 'proposals' : undefined} aria-autocomplete="list"
      aria-activedescendant=${state.list.length ? 'proposal-' + state.at : undefined}
      placeholder="user_id = 'U001' and order_date >= '2025-01-01' order by order_date desc limit 10"
      onInput=${(e) => { onInput(e.target.value); look(); }} onKeyDown=${pressed} onBlur=${() => setTimeout(close, 150)}></textarea>
    ${state.list.length > 0 && html`<ul class="proposals" id="proposals" role="listbox" aria-label="Proposals">
      ${state.list.map((item, i) => html`<li id=${'proposal-' + i} role="option" aria-selected=${String(i === state.at)}
        onMouseDown=${(e) => { e.preventDefault(); take(item); }}>${item}${typeOf(item, fields)}</li>`)}</ul>`}
  </div>`;
}

function typeOf(item, fields) {
  const field = fields.find((f) => f.name === item);
  return field ? html` <span class="dim">${field.type}${field.key ? ' · key' : ''}</span>` : null;
}
