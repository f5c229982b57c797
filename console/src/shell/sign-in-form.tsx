import { isProblem } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { endOfSession } from '../data/session.ts';
import { Button } from '../kit/button.tsx';
import { Field, FieldError } from '../kit/field.tsx';
import { describeProblem } from '../lib/problem.ts';
import { useStore } from '../lib/store.ts';
import { damagedLink, damagedWords, isShareCode, signInCode } from '../nav/sign-in-code.ts';
import {
  cameByAccess,
  mayWorkAgain,
  signInByAccess,
  signInByCode,
  signInByKey,
  tryAccess,
} from '../sign-in/sign-in.ts';

interface SignInFrameProps {
  onSubmit: (form: HTMLFormElement) => void;
  children: ComponentChildren;
}

/** What stands in place of the screens while nobody is signed in: one form below the name. */
const SignInFrame = ({ onSubmit, children }: SignInFrameProps) => (
  <main class="sign-in">
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      noValidate
    >
      <h1 class="brand">
        <span class="mark" />
        Footfall
      </h1>
      {children}
    </form>
  </main>
);

interface OpenSharedProps {
  workspace: string | undefined;
  /** Why it did not open, if it may work when it is tried again. */
  problem: string | undefined;
  isRunning: boolean;
  onRetry: () => void;
}

/** A share link is being opened. It needs no click: nothing is used up. */
const OpenShared = ({ workspace, problem, isRunning, onRetry }: OpenSharedProps) => (
  <SignInFrame onSubmit={() => !isRunning && onRetry()}>
    <p role="status">
      Opening a view of the workspace <b>{workspace}</b> that someone shared with you …
    </p>
    {problem && (
      <>
        <FieldError error={problem} />
        <Button type="submit" kind="main" isBusy={isRunning}>
          {isRunning ? 'Opening …' : 'Try again'}
        </Button>
      </>
    )}
  </SignInFrame>
);

interface LinkFormProps {
  code: string;
  problem: string | undefined;
  isRunning: boolean;
  onUse: () => void;
}

/** What a sign-in link does, and the button that does it. */
function LinkForm({ code, problem, isRunning, onUse }: LinkFormProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [code]);
  const workspace = code.split('_')[1];
  return (
    <SignInFrame onSubmit={() => !isRunning && onUse()}>
      <p>
        Your link signs this tab in to the workspace <b>{workspace}</b>, for at most 12 hours. It works once,
        and is not used yet.
      </p>
      <FieldError error={problem} />
      <button ref={button} type="submit" class="button button-main" aria-disabled={isRunning}>
        {isRunning ? 'Signing in …' : `Sign in to ${workspace}`}
      </button>
      <Button kind="link" onClick={() => signInCode.set(undefined)}>
        Use an API key instead
      </Button>
    </SignInFrame>
  );
}

/** The form that asks for an API key. `code` is the code of the link that opened the console. */
export function SignIn({ code }: { code?: string | undefined }) {
  const ended = useStore(endOfSession);
  const [problem, setProblem] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const isDamaged = useStore(damagedLink);
  const attempt = (what: Promise<void>) => {
    setRunning(true);
    setProblem(undefined);
    damagedLink.set(false);
    what
      .catch((error: unknown) => {
        if (!mayWorkAgain(error)) signInCode.set(undefined);
        const { title, detail } = describeProblem(error);
        // The detail of a refusal says what its title says, and more.
        const isRefused = isProblem(error, 'invalid_api_key', 'invalid_sign_in');
        setProblem([!isRefused && `${title}.`, detail].filter(Boolean).join(' '));
      })
      .finally(() => setRunning(false));
  };
  const [hasAccess, setAccess] = useState(cameByAccess);
  useEffect(() => {
    if (!code) tryAccess().then((isUnavailable) => isUnavailable && setAccess(true));
  }, []);

  const isShared = code !== undefined && isShareCode(code);
  useEffect(() => {
    if (isShared) attempt(signInByCode(code));
  }, [code]);

  const submit = (form: HTMLFormElement) => {
    const key = new FormData(form).get('key');
    if (typeof key === 'string' && key.trim()) attempt(signInByKey(key.trim()));
    else setProblem('Paste an API key. It begins with ff_.');
  };
  const use = () => code && attempt(signInByCode(code));
  if (isShared)
    return (
      <OpenShared workspace={code.split('_')[1]} problem={problem} isRunning={isRunning} onRetry={use} />
    );
  if (code) return <LinkForm code={code} problem={problem} isRunning={isRunning} onUse={use} />;
  return (
    <SignInFrame onSubmit={submit}>
      <p>
        Footfall shows each audience of a page its own content, and counts the results. Ask whoever runs it
        for a link that signs you in, or paste an API key, which stays in this tab.
      </p>
      {ended && <p class="note">{ended}</p>}
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
      <Button type="submit" kind="main" isBusy={isRunning}>
        {isRunning ? 'Signing in …' : 'Sign in'}
      </Button>
      {hasAccess && (
        <Button kind="link" onClick={() => attempt(signInByAccess())} isBusy={isRunning}>
          Sign in through Cloudflare Access
        </Button>
      )}
      <details>
        <summary>Where do I find a key?</summary>
        <p class="muted">
          <code>npm start</code> prints one, and a link that signs in. <code>npm run key -- link</code> prints
          another link, and <code>npm run key -- create --name me --scopes read,write</code> another key. A
          person with a key of the scope <code>admin</code> can create one in Settings.
        </p>
      </details>
    </SignInFrame>
  );
}
