// Login with the server's users. The password goes into the body of one request and nowhere else.
import { html, useState, useTask, ErrorNote } from '../lib/ui.js';
import { post } from '../lib/api.js';

export function Login({ onDone }) {
  const [user, setUser] = useState('default');
  const [password, setPassword] = useState('');
  const [login, busy, error] = useTask(async () => {
    await post('/api/login', { user, password });
    onDone();
  });
  return html`<main class="login" id="main">
    <form class="panel" onSubmit=${(e) => { e.preventDefault(); login(); }}>
      <h1><img src="/icon.svg" alt="" width="28" height="28" /> Keyfold</h1>
      <label>User<input name="user" autocomplete="username" value=${user} onInput=${(e) => setUser(e.target.value)} /></label>
      <label>Password<input name="password" type="password" autocomplete="current-password" autofocus value=${password}
        onInput=${(e) => setPassword(e.target.value)} /></label>
      <${ErrorNote} error=${error} />
      <button class="primary" disabled=${busy}>Log in</button>
      <p class="hint">Log in with a user of the Redis port (requirepass or ACL SETUSER).</p>
    </form>
  </main>`;
}
