import { createStore, useStore } from '../lib/store.ts';

/** What a key may do. */
export type Scope = 'read' | 'write' | 'admin' | 'log' | 'collect' | 'resolve';

/** The key that is in use, and what the service says of it. */
export interface Session {
  key: string;
  name: string;
  apiKeyId: string;
  /** The workspace whose records it shows. Empty until the service has said it. */
  workspace: string;
  scopes: Scope[];
  /** An RFC 3339 time, or null for a key that does not end. */
  expiresAt: string | null;
  /** Signing out revokes the key of a sign-in. One that somebody has pasted may belong to a server. */
  madeBySignIn: boolean;
}

const name = 'footfall.key';

/** The key of this tab. It is kept in sessionStorage only: in no address, log or error. */
export const storedKey = (): string | null => sessionStorage.getItem(name);

/** The session. Undefined: nobody is signed in. */
export const session = createStore<Session | undefined>(undefined);

/** Why the service has not said what the key may do, and what asks it again. */
export const keyFailure = createStore<{ error: unknown; retry: () => void } | undefined>(undefined);

/** False once this page has tried Cloudflare Access, or somebody has signed out: then it waits for a click. */
export const mayTryAccess = createStore(true);

/** Why nobody is signed in any more, for the form. */
export const endOfSession = createStore<string | undefined>(undefined);

/**
 * Begins with the key of this or of another tab, before the service has said what it may do: until then it is taken to
 * read only.
 */
export function assume(key: string): void {
  sessionStorage.setItem(name, key);
  session.set({
    key,
    name: '',
    apiKeyId: '',
    workspace: '',
    scopes: ['read'],
    expiresAt: null,
    madeBySignIn: false,
  });
}

/** Keeps the key of a session for this tab. */
export function begin(next: Session): void {
  sessionStorage.setItem(name, next.key);
  endOfSession.set(undefined);
  session.set(next);
}

/** The reason for the end that the service gives. */
export const keyHasEnded = 'Your key is no longer valid. It may have expired or been revoked.';

/** Forgets the key. `why` is shown above the form. */
export function end(why?: string): void {
  sessionStorage.removeItem(name);
  endOfSession.set(why);
  session.set(undefined);
}

/** Whether the key has the scopes: undefined until the service has said it. */
export function useMay(...scopes: Scope[]): boolean | undefined {
  const current = useStore(session);
  const may = scopes.every((scope) => current?.scopes.includes(scope));
  return may || current?.apiKeyId !== '' ? may : undefined;
}

/** True if the key has the scope; what it may not do is not offered. */
export const useScope = (scope: Scope): boolean => useMay(scope) === true;
