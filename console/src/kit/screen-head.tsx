import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useScope } from '../data/session.ts';
import { useActions } from '../nav/actions.ts';
import { useHeading } from '../nav/focus.ts';
import { go, here, useNew, useRoute } from '../nav/router.ts';
import { screens } from '../nav/screens.ts';
import { Download, type DownloadProps } from './download.tsx';
import { lazy } from './lazy.tsx';

/** What developers need of a record, behind three dots: few ask for it, so it is loaded later. */
export const More = lazy(() => import('./more.tsx').then((of) => of.More), <span class="icon-button" />);
const SaveView = lazy(() => import('./share-dialog.tsx').then((of) => of.SaveView));
const ShareDialog = lazy(() => import('./share-dialog.tsx').then((of) => of.ShareDialog));

/**
 * Makes a link that opens what is on the screen, or saves it under a name, for a key that may. `title` is the name of the
 * screen.
 */
function ShareButton({ title }: { title: string }) {
  const [mayRead, mayWrite] = [useScope('read'), useScope('write')];
  const mayShare = mayRead && mayWrite;
  const [wanted, close] = useNew();
  const address = here({ new: 'share-link' });
  useActions(mayShare ? [{ title: 'Share this view', run: () => go(address) }] : []);
  if (!mayShare) return null;
  return (
    <>
      <a
        class="button share small"
        href={address}
        aria-label="Share this view"
        title="Create a read-only link"
      >
        Share
      </a>
      {wanted === 'view' && <SaveView onClose={close} />}
      {wanted === 'share-link' && <ShareDialog title={title} onClose={close} />}
    </>
  );
}

interface ScreenHeadProps {
  title: string;
  /** The question that the screen answers. */
  question?: ComponentChildren;
  /** The record that the screen shows: what it is, and its id. */
  of?: { what: string; id: string };
  /** The rows of the screen as a file. */
  file?: DownloadProps['of'] | undefined;
  /** Controls at the right: the range, a button that creates. */
  children?: ComponentChildren;
}

/**
 * The heading of a screen, which is also the title of the document. It has the focus after a change of screen. A screen
 * with a range can be shared.
 */
export function ScreenHead({ title, question, of, file, children }: ScreenHeadProps) {
  const heading = useHeading();
  const { screen } = useRoute();
  const isShared = screen !== undefined && 'hasRange' in screens[screen];
  useEffect(() => {
    document.title = `${title} · Footfall`;
  }, [title]);
  return (
    <div class="screen-head wrap">
      <div>
        <div class="heading">
          <h1 {...heading}>{title}</h1>
          {isShared && <ShareButton title={title} />}
          {file && <Download what={title} of={file} />}
          {of && <More {...of} />}
        </div>
        {question && <p class="muted">{question}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
