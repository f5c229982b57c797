import { listShareLinks, revokeShareLink, type ShareLink } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { Ago, AgoOrNever } from '../../kit/ago.tsx';
import { Button } from '../../kit/button.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { link } from '../../nav/router.ts';

const columnsFor = (revoke: (shared: ShareLink) => void): Column<ShareLink>[] => [
  column('name', 'Link', {}, ({ name }) => name),
  column('by', 'Created by', { notOnPhone: true }, ({ createdBy, createdAt }) => (
    <>
      {createdBy.name ?? <span class="muted">Deleted key</span>}, <Ago at={createdAt} />
      {createdBy.hasEnded && createdBy.name !== null && (
        <span class="muted only-wide"> (that key is no longer valid)</span>
      )}
    </>
  )),
  column('used', 'Last used', { isNumber: true, notOnPhone: true }, ({ lastUsedAt }) => (
    <AgoOrNever at={lastUsedAt} />
  )),
  column('ends', 'Expires', { isNumber: true }, ({ expiresAt }) => <AgoOrNever at={expiresAt} />),
  column('revoke', 'Revoke', {}, (shared) => (
    <span class="above-row">
      <Button aria-label={`Revoke the link “${shared.name}”`} onClick={() => revoke(shared)}>
        Revoke
      </Button>
    </span>
  )),
];

/** A dialog that revokes a link, which cannot be taken back. */
const RevokeLink = ({ shared, onClose }: { shared: ShareLink; onClose: () => void }) => (
  <ChangeDialog
    title={`Revoke the link “${shared.name}”?`}
    intro={
      <p>
        No one can open it any more, and open views stop updating within a minute. A revoked link stays
        revoked.
      </p>
    }
    submit="Revoke the link"
    isDanger
    send={() => ask(revokeShareLink, { path: { share_link_id: shared.shareLinkId } })}
    done={() => `The link “${shared.name}” was revoked`}
    onClose={onClose}
  />
);

/** Which links let others look, who made them, and are they still used? */
export const ShareLinks = withScope('write', 'see share links', () => {
  const [revoked, setRevoked] = useState<ShareLink>();
  return (
    <>
      <div class="row filters">
        <p class="muted grow">
          Whoever has one of these links can read everything in this workspace, until it expires or you revoke
          it.
        </p>
      </div>
      <TableOf
        of={useListOf('share-links', listShareLinks, {})}
        empty={
          <Empty title="No share links">
            <i>Share</i> on a screen with figures, such as the <a href={link('overview')}>overview</a>,
            creates a read-only link.
          </Empty>
        }
        label="Share links"
        columns={columnsFor(setRevoked)}
        keyOf={({ shareLinkId }) => shareLinkId}
        href={({ path }) => `#${path}`}
      />
      {revoked && <RevokeLink shared={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
});
