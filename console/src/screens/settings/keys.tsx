import { type ApiKey, listApiKeys } from '@footfall/client';
import { useListOf } from '../../data/list.ts';
import { session } from '../../data/session.ts';
import { AgoOrNever } from '../../kit/ago.tsx';
import { NewButton } from '../../kit/button.tsx';
import { Choice } from '../../kit/pills.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Empty, ListFooter } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { useStore } from '../../lib/store.ts';
import { here, open, useNew, useRoute } from '../../nav/router.ts';
import { CreateKey } from './create-key.tsx';
import { KeyEnd, stateOf } from './scopes.tsx';

const columnsFor = (mine: string | undefined): Column<ApiKey>[] => [
  column('name', 'Key', {}, ({ name, apiKeyId }) => (
    <>
      {name} {apiKeyId === mine && <span class="badge">Your own</span>}
    </>
  )),
  column('scopes', 'Permissions', {}, ({ scopes }) => (
    <span class="badges">
      {scopes.map((scope) => (
        <span key={scope} class={scope === 'admin' ? 'badge badge-warn' : 'badge'}>
          {scope}
        </span>
      ))}
    </span>
  )),
  column('used', 'Last used', { isNumber: true, notOnPhone: true }, ({ lastUsedAt }) => (
    <AgoOrNever at={lastUsedAt} />
  )),
  column('ends', 'Expires', { isNumber: true, notOnPhone: true }, (key) => <KeyEnd apiKey={key} />),
];

/** Which keys are there, what may each do, and is it still used? */
export const Keys = withScope('admin', 'manage keys', () => {
  const { query } = useRoute();
  const current = useStore(session);
  const [wanted, close] = useNew();
  const hasEnded = query.ended === '1';
  const keys = useListOf('api-keys', listApiKeys, {});
  const items = keys.items?.filter((key) => hasEnded || stateOf(key) === 'active');
  return (
    <>
      <div class="card callout wrap">
        <div class="grow">
          <h2>Measure a website</h2>
          <p class="muted">A key that can only send visits, and the script to paste into your pages.</p>
        </div>
        <a class="button button-main" href={here({ new: 'website' })}>
          Create a key for a website
        </a>
      </div>
      <Toolbar
        title="Keys"
        file={{ what: 'All keys', of: () => [[listApiKeys, {}]] }}
        action={<NewButton what="key" label="New key" isMain={false} scope="admin" />}
      >
        <Choice
          label="Which keys"
          param="ended"
          choices={[
            { value: '', label: 'Valid keys' },
            { value: '1', label: 'All' },
          ]}
        />
      </Toolbar>
      <TableOf
        of={{ ...keys, items }}
        lines={6}
        empty={
          <>
            <Empty title="No keys here" />
            <ListFooter list={keys} />
          </>
        }
        label="Keys"
        columns={columnsFor(current?.apiKeyId)}
        keyOf={({ apiKeyId }) => apiKeyId}
        href={({ apiKeyId }) => open(apiKeyId)}
      />
      {(wanted === 'key' || wanted === 'website') && (
        <CreateKey preset={wanted === 'website' ? 'website' : undefined} onClose={close} />
      )}
    </>
  );
});
