import { createSource, type Source } from '@footfall/client';
import { ask, useMutation } from '../../data/api.ts';
import { useDeleting } from '../../data/deleting.ts';
import { useScope } from '../../data/session.ts';
import { AgoOrNever } from '../../kit/ago.tsx';
import { Button, NewButton } from '../../kit/button.tsx';
import { Dialog, NotDone } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { number } from '../../lib/format.ts';
import { go, here, noRecord, open, useNew } from '../../nav/router.ts';
import { type Provider, providerIds, providers } from './providers.ts';
import { sourceName, stateOf, useSources } from './words.ts';

const columns: Column<Source>[] = [
  column('name', 'Source', {}, (source) => {
    const { tone, badge } = stateOf(source);
    return (
      <>
        {sourceName(source)} <span class={`badge badge-${tone}`}>{badge}</span>
      </>
    );
  }),
  column('received', 'Received', { isNumber: true, notOnPhone: true }, ({ receivedCount }) =>
    number(receivedCount),
  ),
  column('logged', 'Logged', { isNumber: true, onlyWide: true, notOnPhone: true }, ({ loggedCount }) =>
    number(loggedCount),
  ),
  column('kept', 'Kept', { isNumber: true }, ({ keptCount }) => number(keptCount)),
  column('last', 'Last received', { isNumber: true, notOnPhone: true }, ({ lastReceivedAt }) => (
    <AgoOrNever at={lastReceivedAt} />
  )),
];

/** The services that can be connected. A click makes the address for one, and opens it at the side. */
function Choose() {
  const create = useMutation((provider: Provider) => ask(createSource, { body: { provider } }), {
    onDone: ({ sourceId }) => go(here({ ...noRecord, new: undefined, open: sourceId }), { replace: true }),
  });
  return (
    <>
      <ul class="row wrap" aria-label="Services">
        {providerIds.map((provider) => (
          <li key={provider}>
            <Button isBusy={create.isRunning} onClick={() => create.run(provider)}>
              {providers[provider].label}
            </Button>
          </li>
        ))}
      </ul>
      <NotDone error={create.error} />
    </>
  );
}

const Connect = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Connect a service" onClose={onClose}>
    <p class="muted">Which one sends? You get an address for it, to paste there.</p>
    <Choose />
  </Dialog>
);

/** Which services send what happened with people, and does it arrive? */
export const Sources = withScope('read', 'see the sources', () => {
  const mayManage = useScope('admin');
  const [wanted, close] = useNew();
  const sources = useSources();
  const isDeleting = useDeleting();
  const data = sources.data?.filter(({ sourceId }) => !isDeleting(sourceId));
  return (
    <>
      <div class="row filters">
        <p class="muted grow">
          A source takes the webhooks of another service: payments, answers and bookings become logs of the
          person.
        </p>
        <NewButton what="source" label="Connect" scope="admin" />
      </div>
      <TableOf
        of={{ ...sources, data }}
        empty={
          <Empty title="No sources yet">
            <div class="stack">
              <p>
                Who paid, filled in a form or booked a meeting? Connect the service, and it stands in the
                timeline of the person. You need no code.
              </p>
              {mayManage && <Choose />}
            </div>
          </Empty>
        }
        label="Sources"
        columns={columns}
        keyOf={({ sourceId }) => sourceId}
        href={({ sourceId }) => open(sourceId)}
      />
      {wanted === 'source' && mayManage && <Connect onClose={close} />}
    </>
  );
});
