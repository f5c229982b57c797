import { isProblem } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../kit/field.tsx';
import { describeProblem } from '../problem.ts';
import { endOfSession } from '../session.ts';
import {
  cameByAccess,
  mayWorkAgain,
  signInByAccess,
  signInByCode,
  signInByKey,
  tryAccess,
} from '../sign-in.ts';
import { damagedLink, damagedWords, signInCode } from '../sign-in-code.ts';
import { useStore } from '../store.ts';

/** The form that asks for an API key. `code` is the one-time code of the link that opened the console. */
export function SignIn({ code }: { code?: string | undefined }) {
  const ended = useStore(endOfSession);
  const [problem, setProblem] = useState<string>();
  const [isRunning, setRunning] = useState(code !== undefined);
  const isDamaged = useStore(damagedLink);
  // The code of a link whose sign-in failed on its way, for another attempt.
  const [failedCode, setFailedCode] = useState<string>();
  const attempt = (what: Promise<void>, tried?: string) => {
    setRunning(true);
    setProblem(undefined);
    setFailedCode(undefined);
    damagedLink.set(false);
    what
      .catch((error: unknown) => {
        if (mayWorkAgain(error)) setFailedCode(tried);
        const { title, detail } = describeProblem(error);
        // The detail of a refusal says what its title says, and more.
        const isRefused = isProblem(error, 'invalid_api_key', 'invalid_sign_in');
        setProblem([!isRefused && `${title}.`, detail].filter(Boolean).join(' '));
      })
      .finally(() => setRunning(false));
  };
  useEffect(() => {
    if (!code) return;
    signInCode.set(undefined);
    attempt(signInByCode(code), code);
  }, [code]);
  const [hasAccess, setAccess] = useState(cameByAccess);
  useEffect(() => {
    if (!code) tryAccess().then((isUnavailable) => isUnavailable && setAccess(true));
  }, []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    if (typeof key === 'string' && key.trim()) attempt(signInByKey(key.trim()));
    else setProblem('Paste an API key. It begins with ff_.');
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit} noValidate>
        <h1>Footfall</h1>
        <p class="muted">{ended ?? 'Sign in with an API key. It stays in this tab.'}</p>
        <Field label="API key" error={problem ?? (isDamaged ? damagedWords : undefined)}>
          {(field) => (
            <input
              {...field}
              name="key"
              type="password"
              autoComplete="off"
              spellcheck={false}
              placeholder="ff_main_…"
            />
          )}
        </Field>
        <button type="submit" class="button button-main" disabled={isRunning}>
          {isRunning ? 'Signing in …' : 'Sign in'}
        </button>
        {failedCode && (
          <button type="button" class="button" onClick={() => attempt(signInByCode(failedCode), failedCode)}>
            Try the link again
          </button>
        )}
        {hasAccess && (
          <button type="button" class="link" onClick={() => attempt(signInByAccess())} disabled={isRunning}>
            Sign in through Cloudflare Access
          </button>
        )}
        <details>
          <summary>Where is a key?</summary>
          <p class="muted">
            <code>npm start</code> prints one, and a link that signs in. <code>npm run key -- link</code>{' '}
            prints another link, and <code>npm run key -- create --name me --scopes read,write</code> another
            key. A person with a key of the scope <code>admin</code> can make one in Settings.
          </p>
        </details>
      </form>
    </main>
  );
}
