import { listShareLinks, revokeShareLink, type ShareLink } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { useMutation } from '../../data/mutation.ts';
import { useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, NoPermission, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { ago } from '../../lib/ago.ts';
import { dayAndTime } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { link } from '../../nav/router.ts';

const when = (time: string | null) =>
  time === null ? (
    <span class="muted">Never</span>
  ) : (
    <time dateTime={time} title={dayAndTime(time)}>
      {ago(time)}
    </time>
  );

const columnsFor = (revoke: (shared: ShareLink) => void): Column<ShareLink>[] => [
  { id: 'name', label: 'Link', cell: ({ name }) => name },
  {
    id: 'by',
    label: 'Made by',
    notOnPhone: true,
    cell: ({ createdBy, createdAt }) => (
      <>
        {createdBy.name ?? <span class="muted">Deleted key</span>}, {when(createdAt)}
        {createdBy.hasEnded && createdBy.name !== null && (
          <span class="muted only-wide"> (that key has ended)</span>
        )}
      </>
    ),
  },
  {
    id: 'used',
    label: 'Last used',
    isNumber: true,
    notOnPhone: true,
    cell: ({ lastUsedAt }) => when(lastUsedAt),
  },
  { id: 'ends', label: 'Ends', isNumber: true, cell: ({ expiresAt }) => when(expiresAt) },
  {
    id: 'revoke',
    label: 'Revoke',
    cell: (shared) => (
      <span class="above-row">
        <Button aria-label={`Revoke the link “${shared.name}”`} onClick={() => revoke(shared)}>
          Revoke
        </Button>
      </span>
    ),
  },
];

/** A dialog that revokes a link, which cannot be taken back. */
function RevokeLink({ shared, onClose }: { shared: ShareLink; onClose: () => void }) {
  const revoke = useMutation((id: string) => ask(revokeShareLink, { path: { share_link_id: id } }), {
    onDone: () => {
      toast(`The link “${shared.name}” was revoked`);
      onClose();
    },
  });
  return (
    <Dialog title={`Revoke the link “${shared.name}”?`} onClose={onClose}>
      <p>
        Nobody can open it any more, and open views stop updating within a minute. A revoked link stays
        revoked.
      </p>
      <Form
        submit="Revoke the link"
        isDanger
        of={revoke}
        onSubmit={() => revoke.run(shared.shareLinkId)}
        onCancel={onClose}
      >
        {null}
      </Form>
    </Dialog>
  );
}

/** The share links, to somebody who may revoke them. */
function ManagedLinks() {
  const [revoked, setRevoked] = useState<ShareLink>();
  const links = useListOf(['share-links'], listShareLinks);
  return (
    <>
      <div class="row filters">
        <p class="muted grow">
          Whoever has one of these links can read everything of this workspace, until it ends or you revoke
          it.
        </p>
      </div>
      <Await query={{ ...links, data: links.items }} skeleton={<Skeleton lines={4} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No share links">
              <i>Share</i> on a screen with figures, such as the <a href={link('overview')}>overview</a>,
              makes a read-only link.
            </Empty>
          ) : (
            <Table
              label="Share links"
              columns={columnsFor(setRevoked)}
              rows={rows}
              keyOf={({ shareLinkId }) => shareLinkId}
              href={({ path }) => `#${path}`}
              list={links}
            />
          )
        }
      </Await>
      {revoked && <RevokeLink shared={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

/** Which links let others look, who made them, and are they still used? */
export function ShareLinks() {
  if (useScope('write')) return <ManagedLinks />;
  return <NoPermission scope="write" what="see share links" />;
}
