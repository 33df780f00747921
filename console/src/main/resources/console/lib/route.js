// The address after the hash: #/page?name=value. It never leaves the browser.
import { useState, useEffect } from './ui.js';

export function parse(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split('?');
  return { page: path || 'overview', params: Object.fromEntries(new URLSearchParams(query || '')) };
}

export function link(page, params = {}) {
  const query = new URLSearchParams(Object.entries(params).filter(([, v]) => v !== undefined && v !== null && v !== ''));
  const text = query.toString();
  return '#/' + page + (text ? '?' + text : '');
}

export function go(page, params) {
  location.hash = link(page, params);
}

/** Changes the address without a new entry in the history. */
export function replace(page, params) {
  history.replaceState(null, '', link(page, params));
}

export function useRoute() {
  const [route, set] = useState(parse(location.hash));
  useEffect(() => {
    const changed = () => set(parse(location.hash));
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return route;
}
