// The server's API. Everything is same-origin JSON; a 401 asks for a login.

export class ApiError extends Error {
  constructor(status, body) {
    super((body && body.error) || 'The server responded with status ' + status + '.');
    this.status = status;
    this.body = body || {};
  }
}

async function answer(response) {
  let body = null;
  try {
    body = await response.json();
  } catch {
    // the status says it all
  }
  if (!response.ok) {
    if (response.status === 401 && body && body.login) {
      window.dispatchEvent(new CustomEvent('keyfold-login'));
    }
    throw new ApiError(response.status, body);
  }
  return body;
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, { error: 'The server does not respond. Check that it is running.' });
  }
  return answer(response);
}

export function address(path, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text ? path + '?' + text : path;
}

export const get = (path, params) => call(address(path, params), { headers: { Accept: 'application/json' } });

export const post = (path, body) => call(path, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  body: JSON.stringify(body || {}),
});
