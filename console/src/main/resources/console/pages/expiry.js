// The expiry of a structure, with a preview.
import { html, useState, useTask, ErrorNote, Dialog, number, announce } from '../lib/ui.js';
import { post } from '../lib/api.js';

const SOON = [['', 'at a time'], [60, 'in a minute'], [3600, 'in an hour'], [86400, 'in a day'], [604800, 'in a week'], ['never', 'never']];

export function Expiry({ of, onClose, onDone }) {
  const [choice, setChoice] = useState(of.expires ? '' : '3600');
  const [text, setText] = useState(of.expires || '');
  const at = choice === 'never' ? null : choice === '' ? text : new Date(Math.ceil(Date.now() / 1000 + Number(choice)) * 1000).toISOString();
  const time = at === null ? NaN : Date.parse(at);
  const wrong = at !== null && Number.isNaN(time);
  const [save, busy, error] = useTask(async () => {
    await post('/api/structure/expire', { db: of.db, name: of.name, ...(at === null ? {} : { at: new Date(time).toISOString() }) });
    announce(at === null ? 'Expiry removed' : 'Expiry set');
    onDone();
  });
  const size = of.type === 'string' ? number(of.size) + ' bytes' : number(of.size) + (of.size === 1 ? ' element' : ' elements');
  return html`<${Dialog} title=${'Expiry of ' + (of.label || '(empty name)')} onClose=${onClose}>
    <form class="stack" onSubmit=${(e) => { e.preventDefault(); save(); }}>
      <${ErrorNote} error=${error} />
      <div class="row"><label>Expires<select id="expiry-choice" value=${choice} onChange=${(e) => setChoice(e.target.value)}>${SOON.map(([v, name]) => html`<option value=${v}>${name}</option>`)}</select></label>
        ${choice === '' && html`<label class="grow">Time, in UTC<input id="expiry-time" class="mono" placeholder="2030-01-31T12:00:00Z" value=${text} onInput=${(e) => setText(e.target.value)} /></label>`}</div>
      <div id="expiry-preview"><table><thead><tr><th scope="col">before</th><th scope="col">after</th></tr></thead><tbody><tr><td class="gone">${of.expires || 'never'}</td>
          <td class="came">${at === null ? 'never' : wrong ? '' : new Date(time).toISOString()}</td></tr></tbody></table>
        ${wrong ? html`<p class="note error" role="alert">Found '${text}', expected a time such as 2030-01-31T12:00:00Z.</p>`
    : at !== null && time <= Date.now() ? html`<p class="note warn">This time is in the past: the ${of.type} (${size}) is deleted immediately.</p>`
      : at !== null && html`<p class="hint">The ${of.type} (${size}) is then deleted.</p>`}</div>
      <div class="actions"><button type="button" onClick=${onClose}>Cancel</button><button class="primary" id="confirm" disabled=${busy || wrong}>Set</button></div>
    </form>
  </${Dialog}>`;
}
