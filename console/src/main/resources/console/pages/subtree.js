// Deletes everything below a node of the tree: a count, a confirmation, then a job with progress.
import { html, useState, useEffect, useTask, ErrorNote, Dialog, number, announce } from '../lib/ui.js';
import { get, post } from '../lib/api.js';

export function SubtreeDelete({ of, what, onClose, onDone }) {
  const [count, setCount] = useState(null);
  const [typed, setTyped] = useState('');
  const [job, setJob] = useState(null);
  const place = of.kind === 'names' ? { db: of.db, prefix: of.prefix } : { table: of.table, key: of.key, prefix: of.prefix, merged: !!of.merged };
  const [look, , lookError] = useTask(async () => setCount(await post('/api/subtree/count', place)));
  const [remove, busy, error] = useTask(async () => {
    try {
      setJob(await post('/api/subtree/delete', { ...place, count: count.count }));
    } catch (failed) {
      // The count has changed: with the old one the server would reject every further attempt.
      if (failed.status === 409) { setTyped(''); setCount(await post('/api/subtree/count', place)); }
      throw failed;
    }
  });
  useEffect(() => { look(); }, []);
  useEffect(() => {
    if (!job || job.state === 'done' || job.state === 'failed' || job.state === 'cancelled') return undefined;
    const timer = setTimeout(async () => {
      const { jobs } = await get('/api/jobs');
      setJob(jobs.find((j) => j.id === job.id) || { ...job, state: 'done' });
    }, 200);
    return () => clearTimeout(timer);
  }, [job]);
  useEffect(() => { if (job && job.state === 'done') { announce('Deleted'); onDone(); } }, [job && job.state]);
  const things = of.kind === 'names' ? 'names' : 'rows';
  return html`<${Dialog} title="Delete everything below?" danger onClose=${onClose}>
    <${ErrorNote} error=${lookError || error || (job && job.error && { message: job.error })} />
    <p>${what}</p>
    ${count ? html`<p class="big" id="subtree-count">${count.exact ? '' : 'more than '}${number(count.count)} ${things}</p>` : html`<p class="dim">Counting …</p>`}
    ${count && count.count > 0 && !job && html`<label>Type the number to confirm
      <input id="subtree-confirm" inputmode="numeric" autocomplete="off" value=${typed} onInput=${(e) => setTyped(e.target.value)} /></label>`}
    ${job && html`<progress max=${job.total} value=${job.done}></progress> <span class="dim">${number(job.done)} of ${number(job.total)}</span>`}
    <div class="actions"><button type="button" onClick=${onClose}>Cancel</button>
      <button type="button" class="danger" id="subtree-delete" disabled=${!count || count.count === 0 || busy || job || typed.replace(/\D/g, '') !== String(count.count)} onClick=${remove}>Delete</button></div>
  </${Dialog}>`;
}
