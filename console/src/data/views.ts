import { deleteView, listViews, type View } from '@footfall/client';
import { ask } from './api.ts';
import { deleteLater } from './deleting.ts';
import { type ListState, useListOf } from './list.ts';

/** The saved views of the workspace, by name. */
export const useViews = (): ListState<View> => useListOf('views', listViews, {});

/** Deletes a view some seconds later, in which it can be undone. */
export const removeView = ({ viewId, name }: View): void =>
  deleteLater({
    id: viewId,
    text: `The view “${name}” was deleted`,
    send: () => ask(deleteView, { path: { view_id: viewId }, keepalive: true }),
  });
