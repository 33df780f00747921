// A tree view: loads expanded nodes page by page; arrow keys move.
import { html, useState, useRef, useEffect, announce } from './ui.js';

/** A node: {id, label, note, className, load(after) -> {children, next} or nothing for a leaf, data}. */
function visible(nodes, depth, out) {
  for (const node of nodes) {
    out.push({ node, depth });
    if (node.open) {
      if (node.children) visible(node.children, depth + 1, out);
      if (node.next) out.push({ node: { id: node.id + '/more', more: node }, depth: depth + 1 });
    }
  }
  return out;
}

export function Tree({ roots, selected, onSelect, label }) {
  const [, redraw] = useState(0);
  const [focus, setFocus] = useState(null);
  const box = useRef();
  const items = visible(roots, 1, []);
  const draw = () => redraw((n) => n + 1);

  const load = async (node) => {
    node.busy = true;
    draw();
    try {
      const page = await node.load(node.next || undefined);
      const before = node.children || [];
      node.children = before.concat(page.children);
      node.next = page.next;
      node.error = null;
      announce(page.children.length + ' nodes loaded below ' + node.label);
    } catch (error) {
      node.error = error.message;
      announce('Error: ' + error.message);
    }
    node.busy = false;
    draw();
  };

  const toggle = async (node, open = !node.open) => {
    if (!node.load) return;
    node.open = open;
    if (open && !node.children) await load(node);
    draw();
  };

  const act = (item) => {
    const node = item.node;
    if (node.more) {
      load(node.more);
    } else {
      onSelect(node);
      if (node.load && !node.open) toggle(node, true);
    }
  };

  const move = (id) => {
    setFocus(id);
    const element = box.current && box.current.querySelector('[data-id="' + CSS.escape(id) + '"]');
    if (element) { element.focus(); element.scrollIntoView({ block: 'nearest' }); }
  };

  const pressed = (e) => {
    const at = items.findIndex((i) => i.node.id === focus);
    const item = items[Math.max(at, 0)];
    if (!item) return;
    const to = (i) => { const target = items[Math.max(0, Math.min(items.length - 1, i))]; if (target) move(target.node.id); };
    switch (e.key) {
      case 'ArrowDown': to(at + 1); break;
      case 'ArrowUp': to(at - 1); break;
      case 'Home': to(0); break;
      case 'End': to(items.length - 1); break;
      case 'PageDown': to(at + 15); break;
      case 'PageUp': to(at - 15); break;
      case 'ArrowRight':
        if (item.node.load && !item.node.open) toggle(item.node, true); else to(at + 1);
        break;
      case 'ArrowLeft':
        if (item.node.open) toggle(item.node, false);
        else for (let i = at - 1; i >= 0; i--) if (items[i].depth < item.depth) { to(i); break; }
        break;
      case 'Enter': case ' ': act(item); break;
      default: return;
    }
    e.preventDefault();
  };

  useEffect(() => { if (!focus && items.length) setFocus(items[0].node.id); }, [items.length]);

  return html`<div class="tree" role="tree" aria-label=${label} ref=${box} onKeyDown=${pressed}>
    ${items.map((item) => {
      const node = item.node;
      const props = { 'data-id': node.id, role: 'treeitem', 'aria-level': item.depth, tabindex: focus === node.id ? 0 : -1,
        onFocus: () => setFocus(node.id) };
      if (node.more) {
        return html`<div key=${node.id} ...${props} class="node more" style=${{ paddingLeft: item.depth * 1.1 - .2 + 'rem' }}
          onClick=${() => load(node.more)}>${node.more.busy ? 'Loading …' : 'Show more'}</div>`;
      }
      return html`<div key=${node.id} ...${props} class=${'node ' + (node.className || '') + (selected === node.id ? ' selected' : '')}
          aria-expanded=${node.load ? String(!!node.open) : undefined} aria-selected=${String(selected === node.id)}
          style=${{ paddingLeft: item.depth * 1.1 - .9 + 'rem' }} onClick=${() => act(item)}>
        <span class="twist" aria-hidden="true" onClick=${(e) => { e.stopPropagation(); toggle(node); }}>${node.load ? (node.open ? '▾' : '▸') : ''}</span>
        <span class="label">${node.label}</span>
        ${node.note && html`<span class="count">${node.busy ? '…' : node.note}</span>`}
        ${node.error && html`<span class="bad">${node.error}</span>`}
      </div>`;
    })}
  </div>`;
}
