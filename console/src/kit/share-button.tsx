import { useScope } from '../data/session.ts';
import { useActions } from '../nav/actions.ts';
import { go, here, useNew } from '../nav/router.ts';
import { lazy } from './lazy.tsx';

const SaveView = lazy(() => import('./save-view.tsx').then((of) => of.SaveView));
const ShareDialog = lazy(() => import('./share-dialog.tsx').then((of) => of.ShareDialog));

/**
 * Makes a link that opens what is on the screen, or saves it under a name, for a key that may. `title` is the name of the
 * screen.
 */
export function ShareButton({ title }: { title: string }) {
  const [mayRead, mayWrite] = [useScope('read'), useScope('write')];
  const mayShare = mayRead && mayWrite;
  const [wanted, close] = useNew();
  const address = here({ new: 'share-link' });
  useActions(mayShare ? [{ title: 'Share this view', run: () => go(address) }] : []);
  if (!mayShare) return null;
  return (
    <>
      <a class="button share" href={address} aria-label="Share this view" title="Create a read-only link">
        Share
      </a>
      {wanted === 'view' && <SaveView onClose={close} />}
      {wanted === 'share-link' && <ShareDialog title={title} onClose={close} />}
    </>
  );
}
