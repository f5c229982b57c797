import type { ComponentChildren } from 'preact';
import { useMay } from '../data/session.ts';
import { useActions } from '../nav/actions.ts';
import { go, here, useNew, useRoute } from '../nav/router.ts';
import { screens } from '../nav/screens.ts';
import { Icon } from './button.tsx';
import { Download, type DownloadProps } from './download.tsx';
import { lazyDialog } from './lazy.tsx';

const SaveView = lazyDialog(() => import('./share-dialog.tsx').then((of) => of.SaveView));
const ShareDialog = lazyDialog(() => import('./share-dialog.tsx').then((of) => of.ShareDialog));

/**
 * Makes a link that opens what is on the screen, or saves it under a name, for a key that may. `title` is the name of the
 * screen.
 */
function ShareButton({ title }: { title: string }) {
  const mayShare = useMay('read', 'write');
  const [wanted, close] = useNew();
  const address = here({ new: 'share-link' });
  useActions(mayShare ? [{ title: 'Share this view', run: () => go(address) }] : []);
  if (mayShare === false) return null;
  return (
    <>
      <a
        class="button"
        href={address}
        aria-label="Share this view"
        title="Create a read-only link"
        inert={!mayShare}
      >
        <Icon name="share" />
        <span class="after-icon not-on-phone">Share</span>
      </a>
      {mayShare && wanted === 'view' && <SaveView onClose={close} />}
      {mayShare && wanted === 'share-link' && <ShareDialog title={title} onClose={close} />}
    </>
  );
}

interface ToolbarProps {
  /** The name of the screen, for links that share it. */
  title: string;
  /** At the left: search, filters, views. */
  children?: ComponentChildren;
  /** At the right: the range, and what it is compared with. */
  range?: ComponentChildren;
  /** All rows of the screen as a file. */
  file?: DownloadProps | undefined;
  /** What a part of the screen creates, last. */
  action?: ComponentChildren;
}

/**
 * The controls of a screen, in the same order on each: search, filters and views at the left; range, comparison, export
 * and share at the right. Screens with a range can be shared.
 */
export function Toolbar({ title, children, range, file, action }: ToolbarProps) {
  const { screen } = useRoute();
  const isShared = screen !== undefined && 'hasRange' in screens[screen];
  return (
    <div class="toolbar">
      <div class="row">{children}</div>
      <div class="row">
        {range}
        {file && <Download {...file} isButton />}
        {isShared && <ShareButton title={title} />}
        {action}
      </div>
    </div>
  );
}
