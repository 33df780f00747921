// Background jobs: index builds and large deletes, polled until they end.
import { html, useState, useEffect, useTask, number, ErrorNote, useMayWrite } from './ui.js';
import { get, post } from './api.js';

const OVER = ['done', 'failed', 'cancelled'];

/** Follows one job to its end. */
export function useJob(onEnd) {
  const [job, setJob] = useState(null);
  useEffect(() => {
    if (!job || OVER.includes(job.state)) return undefined;
    const timer = setTimeout(async () => {
      const { jobs } = await get('/api/jobs');
      const now = jobs.find((j) => j.id === job.id);
      if (!now) return;
      setJob(now);
      if (OVER.includes(now.state)) onEnd(now);
    }, 250);
    return () => clearTimeout(timer);
  }, [job]);
  return [job, setJob];
}

export function JobLine({ job }) {
  const mayWrite = useMayWrite();
  const [cancel, , error] = useTask(() => post('/api/jobs/cancel', { id: job.id }));
  const over = OVER.includes(job.state);
  const share = job.total ? Math.min(100, 100 * job.done / job.total) : 0;
  return html`<div class="job">
    <div><span class=${'chip ' + (job.state === 'failed' ? 'warn' : job.state === 'done' ? 'good' : '')}>${job.state}</span> <span class="mono">${job.title}</span></div>
    <div class="row"><progress max="100" value=${job.state === 'done' ? 100 : share} aria-label=${job.title}></progress>
      <span class="dim">${number(job.done)} of ${job.state === 'done' ? '' : 'about '}${number(job.total)}${job.rate > 0 && !over ? ', ' + number(job.rate) + ' rows/s' : ''}</span>
      ${!over && html`<button type="button" class="quiet" disabled=${!mayWrite} onClick=${cancel}>Stop</button>`}</div>
    <${ErrorNote} error=${error || (job.error && { message: job.error })} />
  </div>`;
}
