import { deleteView, listViews, type View } from '@footfall/client';
import { ask } from '../data/api.ts';
import { deleteLater, useDeleting } from '../data/deleting.ts';
import { type ListState, useListOf } from '../data/list.ts';
import { useScope } from '../data/session.ts';
import { Button, Icon } from '../kit/button.tsx';
import { MenuLink } from '../kit/menu-button.tsx';
import { Await, Skeleton } from '../kit/states.tsx';
import { here, useRoute, viewAddress } from '../nav/router.ts';

/** The saved views of the workspace, by name. */
const useViews = (): ListState<View> => useListOf('views', listViews, {});

/** Deletes a view some seconds later, in which it can be undone. */
const removeView = ({ viewId, name }: View): void =>
  deleteLater({
    id: viewId,
    text: `The view “${name}” was deleted`,
    send: () => ask(deleteView, { path: { view_id: viewId }, keepalive: true }),
  });

function Item({ view, isNow, onChoose }: { view: View; isNow: boolean; onChoose: () => void }) {
  const mayWrite = useScope('write');
  const { name, address, author } = view;
  return (
    <li>
      <MenuLink href={`#${address}`} isNow={isNow} title={`Saved by ${author}`} onClick={onChoose}>
        {name}
      </MenuLink>
      {mayWrite && (
        <Button
          kind="icon"
          aria-label={`Delete the view “${name}”`}
          title="Delete"
          onClick={() => removeView(view)}
        >
          <Icon name="close" />
        </Button>
      )}
    </li>
  );
}

/** The saved views of the workspace, and what saves the one on the screen. */
export function ViewsMenu({ onChoose }: { onChoose: () => void }) {
  const { query } = useRoute();
  const mayWrite = useScope('write');
  const isDeleting = useDeleting();
  const views = useViews();
  // One that names no zone is shown in its reader's zone.
  const current = [viewAddress(query), here({ new: undefined }).slice(1)];
  return (
    <>
      <Await query={{ ...views, data: views.items }} what="your views" skeleton={<Skeleton lines={3} />}>
        {(items) => {
          const shown = items.filter(({ viewId }) => !isDeleting(viewId));
          if (shown.length === 0) return <p class="note muted">No saved views in this workspace yet.</p>;
          return (
            <ul class="views" aria-label="Saved views">
              {shown.map((view) => (
                <Item
                  key={view.viewId}
                  view={view}
                  isNow={current.includes(view.address)}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          );
        }}
      </Await>
      {views.hasMore && (
        <Button kind="item" onClick={views.more}>
          Show more
        </Button>
      )}
      {mayWrite && (
        <MenuLink href={here({ new: 'view' })} onClick={onChoose}>
          Save this view …
        </MenuLink>
      )}
    </>
  );
}
