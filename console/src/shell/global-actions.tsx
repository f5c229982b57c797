import { useEffect } from 'preact/hooks';
import { lazyDialog } from '../kit/lazy.tsx';
import { useStore } from '../lib/store.ts';
import { useActions } from '../nav/actions.ts';
import { focusRow } from '../nav/focus.ts';
import { go, link } from '../nav/router.ts';
import { navigation } from '../nav/screens.ts';
import { closeOverlay, openHelp, openPalette, overlay } from './overlays.ts';

const Palette = lazyDialog(() => import('./palette.tsx').then((of) => of.Palette));
const Help = lazyDialog(() => import('./help.tsx').then((of) => of.Help));

/** What the keyboard can do on every screen, and the dialogs that it opens. What has no key is in `palette-actions.ts`. */
export function GlobalActions() {
  const shown = useStore(overlay);
  useActions([
    ...navigation.map(({ screen, label, key }) => ({
      title: `Go to ${label}`,
      keys: `g ${key}`,
      group: 'Go to',
      run: () => go(link(screen)),
    })),
    { title: 'Go to the next row', keys: 'j', group: 'Lists', run: () => focusRow(1) },
    { title: 'Go to the previous row', keys: 'k', group: 'Lists', run: () => focusRow(-1) },
    { title: 'Search everything', keys: '/', group: 'Everywhere', run: openPalette },
    { title: 'Show the keyboard shortcuts', keys: '?', group: 'Everywhere', run: openHelp },
  ]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (shown === 'palette') return <Palette onClose={closeOverlay} />;
  return shown === 'help' ? <Help onClose={closeOverlay} /> : null;
}
