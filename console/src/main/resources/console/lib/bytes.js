// Annotated hex dumps of keys: each byte in the colour of its field, with the decoded value.
import { html, useState } from './ui.js';

const SHOWN = 4096;

const pair = (hex, i) => hex.substr(i * 2, 2);

function glyph(hex) {
  const code = parseInt(hex, 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : code === 0x20 ? '␣' : '·';
}

export function colour(part) {
  if (part.role === 'malformed') return 'malformed';
  return part.field < 0 ? 'plain' : 'f' + (part.field % 8);
}

/** One line of bytes; `at` marks the byte that decides an order. */
export function ByteLine({ hex, parts, at = -1, label, active, onPart }) {
  const cells = [];
  const all = parts && parts.length ? parts : [{ offset: 0, length: hex.length / 2, field: -1, role: 'value', name: '', text: '' }];
  for (const [index, part] of all.entries()) {
    const bytes = [];
    const end = Math.min(part.offset + part.length, SHOWN);
    for (let i = part.offset; i < end; i++) {
      const b = pair(hex, i);
      bytes.push(html`<span class=${'byte' + (i === at ? ' decides' : '')}><b>${b}</b><i>${glyph(b)}</i></span>`);
    }
    if (bytes.length) {
      cells.push(html`<span
        class=${'run ' + colour(part) + ' ' + part.role + (active === index ? ' active' : '')}
        title=${part.name + (part.text ? ': ' + part.text : '')}
        onMouseEnter=${onPart && (() => onPart(index))} onMouseLeave=${onPart && (() => onPart(-1))}>${bytes}</span>`);
    }
  }
  const more = hex.length / 2 - SHOWN;
  return html`<div class="bytes" role="img" aria-label=${(label || 'key') + ', ' + hex.length / 2 + ' bytes: ' + hex.slice(0, 256)}>
    ${cells}${more > 0 && html`<span class="more">… ${more.toLocaleString('en-US')} more bytes</span>`}
  </div>`;
}

const roles = {
  shard: 'shard prefix', marker: 'marker', value: 'value', escape: 'escape', terminator: 'terminator',
  separator: 'separator', padding: 'padding', malformed: 'malformed',
};

/** The bytes, and below them what each run means. */
export function KeyView({ explained, label = 'key' }) {
  const [active, setActive] = useState(-1);
  const fields = Object.fromEntries((explained.fields || []).map((f) => [f.name, f]));
  return html`<div class="keyview">
    <${ByteLine} hex=${explained.hex} parts=${explained.parts} label=${label} active=${active} onPart=${setActive} />
    <table class="parts">
      <caption class="hidden">Parts of the ${label}</caption>
      <thead><tr><th scope="col" class="num">offset</th><th scope="col">bytes</th><th scope="col">field</th><th scope="col">type</th><th scope="col">role</th><th scope="col">meaning</th></tr></thead>
      <tbody>${explained.parts.map((part, i) => {
        const field = fields[part.name];
        const shown = explained.hex.substr(part.offset * 2, Math.min(part.length, 24) * 2).replace(/(..)(?=.)/g, '$1 ');
        return html`<tr class=${(active === i ? 'active ' : '') + colour(part)} onMouseEnter=${() => setActive(i)} onMouseLeave=${() => setActive(-1)}>
          <td class="num">${part.offset}</td>
          <td class="mono"><span class=${'swatch ' + colour(part) + ' ' + part.role}></span>${shown}${part.length > 24 ? ' …' : ''}</td>
          <td>${part.name}</td>
          <td class="dim">${field ? field.type + (field.descending ? ' desc' : '') : ''}</td>
          <td class="dim">${roles[part.role] || part.role}</td>
          <td>${part.text}</td>
        </tr>`;
      })}</tbody>
    </table>
  </div>`;
}
