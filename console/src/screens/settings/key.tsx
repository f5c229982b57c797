import { type ApiKey, listApiKeys, revokeApiKey } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { session } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Await, Empty } from '../../kit/states.tsx';
import { ago, dayAndTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { HistoryFold } from '../history/history-fold.tsx';
import { RotateKey } from './rotate-key.tsx';
import { KeyEnd, scopeWords, stateOf } from './scopes.tsx';

/** A key by its id: the API has no operation for one key, so that the list is read. */
async function keyBy(id: string, signal: AbortSignal): Promise<ApiKey | null> {
  for (let cursor: string | undefined; ; ) {
    const list = await ask(listApiKeys, { query: { limit: 100, ...(cursor && { cursor }) }, signal });
    const found = list.items.find(({ apiKeyId }) => apiKeyId === id);
    if (found || !list.hasMore || !list.nextCursor) return found ?? null;
    cursor = list.nextCursor;
  }
}

interface RevokeKeyProps {
  apiKey: ApiKey;
  /** The session uses it. */
  isMine: boolean;
  onClose: () => void;
}

/** A dialog that revokes a key, which cannot be taken back. */
const RevokeKey = ({ apiKey, isMine, onClose }: RevokeKeyProps) => (
  <ChangeDialog
    title={`Revoke the key “${apiKey.name}”?`}
    intro={
      <>
        <p>
          Whatever uses this key stops working within a minute. A revoked key stays revoked. To change a key
          without a gap, rotate it.
        </p>
        {isMine && (
          <p class="bad">You are signed in with this key. You will have to sign in with another one.</p>
        )}
      </>
    }
    submit="Revoke the key"
    isDanger
    send={() => ask(revokeApiKey, { path: { api_key_id: apiKey.apiKeyId } })}
    done={() => `The key “${apiKey.name}” was revoked`}
    onClose={onClose}
  />
);

function Shown({ apiKey }: { apiKey: ApiKey }) {
  const [mode, setMode] = useState<'revoke' | 'rotate'>();
  const isMine = useStore(session)?.apiKeyId === apiKey.apiKeyId;
  const { apiKeyId, name, scopes, createdAt, lastUsedAt } = apiKey;
  const close = () => setMode(undefined);
  return (
    <>
      <div class="row record-head">
        <p class="record-name clamp grow" title={name}>
          {name}
        </p>
        {stateOf(apiKey) === 'active' && (
          <>
            <Button onClick={() => setMode('rotate')}>Rotate …</Button>
            <Button kind="delete" onClick={() => setMode('revoke')}>
              Revoke …
            </Button>
          </>
        )}
      </div>
      {isMine && <p class="muted">You are signed in with this key.</p>}
      <Facts
        facts={[
          ['Last used', lastUsedAt === null ? 'Never' : `${ago(lastUsedAt)} (updated once an hour)`],
          ['Expires', <KeyEnd key="end" apiKey={apiKey} />],
          ['Created', dayAndTime(createdAt)],
        ]}
      />
      <section class="period" aria-label="What it may do">
        <h3>What it may do</h3>
        <Facts facts={scopes.map((scope) => [scope, scopeWords[scope]])} />
      </section>
      <HistoryFold kind="api_key" id={apiKeyId} changedAt={`${apiKey.expiresAt} ${apiKey.revokedAt}`} />
      {mode === 'revoke' && <RevokeKey apiKey={apiKey} isMine={isMine} onClose={close} />}
      {mode === 'rotate' && <RotateKey apiKey={apiKey} onClose={close} />}
    </>
  );
}

/** A key at the side: what it may do, when it was used, and how it is ended. */
export const KeyRecord = withScope('admin', 'manage keys', ({ id }: { id: string }) => (
  <Await query={useQuery(['api-key', id], (signal) => keyBy(id, signal))} what="the key">
    {(apiKey) => (apiKey ? <Shown apiKey={apiKey} /> : <Empty title="There is no such key" />)}
  </Await>
));
