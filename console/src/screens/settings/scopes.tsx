import type { ApiKey } from '@footfall/client';
import type { Scope } from '../../data/session.ts';
import { AgoOrNever } from '../../kit/ago.tsx';

/** What each scope allows, in the words of somebody who does not know the API. */
export const scopeWords: Record<Scope, string> = {
  read: 'See everything: persons, visits, pages, links, topics',
  write: 'Change everything: create, edit, publish, delete, erase',
  admin: 'Create and revoke keys. Whoever has this scope can give themselves all others',
  log: 'Write logs of persons and companies, and nothing else. It reads nothing',
  collect: 'Send visits, and nothing else. It is safe in a page that everyone can read',
  resolve: 'Get the published words of a page, and nothing else: no persons, no drafts. It is safe in a page',
};

/** Something that needs a key, with the scopes for it. */
export interface Preset {
  id: string;
  label: string;
  hint: string;
  /** The name that the key gets if nobody gives another. */
  name: string;
  scopes: Scope[];
}

/** What keys are made for most often. */
export const presets: Preset[] = [
  {
    id: 'website',
    label: 'Website',
    hint: 'Measures visits by a script in your pages. Everyone may see this key: it can only send visits.',
    name: 'Website',
    scopes: ['collect'],
  },
  {
    id: 'words',
    label: 'Website’s words',
    hint: 'Lets your website show the words of each audience. It gets what you have published, and sees no persons and no drafts.',
    name: 'Website’s words',
    scopes: ['resolve'],
  },
  {
    id: 'report',
    label: 'Report',
    hint: 'Reads numbers and persons, and changes nothing. For a dashboard or a colleague.',
    name: 'Report',
    scopes: ['read'],
  },
  {
    id: 'webhook',
    label: 'Webhook',
    hint: 'Writes logs of persons and companies, and reads nothing. For forms, a CRM or billing that send events.',
    name: 'Webhook',
    scopes: ['log'],
  },
  {
    id: 'integration',
    label: 'Integration',
    hint: 'Reads and writes everything. For a server of yours, or a CRM that keeps persons up to date.',
    name: 'Integration',
    scopes: ['read', 'write'],
  },
  {
    id: 'custom',
    label: 'Something else',
    hint: 'You choose what it may do.',
    name: 'Key',
    scopes: ['read'],
  },
];

/** Whether a key works, and why not. */
export function stateOf(
  { revokedAt, expiresAt }: ApiKey,
  now = Date.now(),
): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null && Date.parse(revokedAt) <= now) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

/** When a key ends, or how it ended. */
export function KeyEnd({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOf(apiKey);
  const end = state === 'revoked' ? apiKey.revokedAt : apiKey.expiresAt;
  return (
    <>
      {state !== 'active' && <span class="badge badge-bad">{state}</span>} <AgoOrNever at={end} />
    </>
  );
}
