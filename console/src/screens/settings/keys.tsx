import { type ApiKey, listApiKeys } from '@footfall/client';
import { useListOf } from '../../data/list.ts';
import { session, useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { Download } from '../../kit/download.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Choice } from '../../kit/pills.tsx';
import { Empty, NoPermission, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { ago } from '../../lib/ago.ts';
import { dayAndTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useActions } from '../../nav/actions.ts';
import { open } from '../../nav/records.ts';
import { go, here, useRoute } from '../../nav/router.ts';
import { useNew } from '../../nav/use-new.ts';
import { CreateKey } from './create-key.tsx';
import { KeyEnd } from './key-end.tsx';
import { stateOf } from './scopes.ts';

const lastUsed = ({ lastUsedAt }: ApiKey) =>
  lastUsedAt === null ? (
    <span class="muted">Never</span>
  ) : (
    <time dateTime={lastUsedAt} title={dayAndTime(lastUsedAt)}>
      {ago(lastUsedAt)}
    </time>
  );

const columnsFor = (mine: string | undefined): Column<ApiKey>[] => [
  {
    id: 'name',
    label: 'Key',
    cell: ({ name, apiKeyId }) => (
      <>
        {name} {apiKeyId === mine && <span class="badge badge-accent">Yours, now</span>}
      </>
    ),
  },
  {
    id: 'scopes',
    label: 'May',
    cell: ({ scopes }) => (
      <span class="badges">
        {scopes.map((scope) => (
          <span key={scope} class={scope === 'admin' ? 'badge badge-warn' : 'badge'}>
            {scope}
          </span>
        ))}
      </span>
    ),
  },
  { id: 'used', label: 'Last used', isNumber: true, notOnPhone: true, cell: lastUsed },
  { id: 'ends', label: 'Ends', isNumber: true, notOnPhone: true, cell: (key) => <KeyEnd apiKey={key} /> },
];

/** The keys, to somebody who may manage them. */
function ManagedKeys() {
  const { query } = useRoute();
  const current = useStore(session);
  const [wanted, close] = useNew();
  const hasEnded = query.ended === '1';
  const keys = useListOf(['api-keys'], listApiKeys);
  const items = keys.items?.filter((key) => hasEnded || stateOf(key) === 'active');
  useActions([{ title: 'New key', keys: 'n', run: () => go(here({ new: 'key' })) }]);
  return (
    <>
      <div class="callout">
        <div class="grow">
          <h2>Measure a website</h2>
          <p class="muted">A key that can only send visits, and the script to paste into your pages.</p>
        </div>
        <a class="button button-main" href={here({ new: 'website' })}>
          Create a key for a website
        </a>
      </div>
      <div class="row filters">
        <Choice
          label="Which keys"
          param="ended"
          choices={[
            { value: '', label: 'Keys that work' },
            { value: '1', label: 'All' },
          ]}
        />
        <span class="grow" />
        <Download what="All keys" of={() => [[listApiKeys, {}]]} />
        <a class="button" href={here({ new: 'key' })}>
          New key
        </a>
      </div>
      <Await query={{ ...keys, data: items }} skeleton={<Skeleton lines={6} />}>
        {(rows) =>
          rows.length === 0 ? (
            <>
              <Empty title="No keys here" />
              <ListFooter list={keys} />
            </>
          ) : (
            <Table
              label="Keys"
              columns={columnsFor(current?.apiKeyId)}
              rows={rows}
              keyOf={({ apiKeyId }) => apiKeyId}
              href={({ apiKeyId }) => open(apiKeyId)}
              list={keys}
            />
          )
        }
      </Await>
      {(wanted === 'key' || wanted === 'website') && (
        <CreateKey preset={wanted === 'website' ? 'website' : undefined} onClose={close} />
      )}
    </>
  );
}

/** Which keys are there, what may each do, and is it still used? */
export function Keys() {
  if (useScope('admin')) return <ManagedKeys />;
  return <NoPermission scope="admin" what="manage keys" />;
}
