import { useEffect } from 'preact/hooks';
import { useActions } from '../actions.ts';
import { lazy } from '../lazy.tsx';
import { go, link } from '../router.ts';
import { navigation } from '../screens.ts';
import { signOut } from '../sign-in.ts';
import { useStore } from '../store.ts';
import { setTheme } from '../theme.ts';
import { openHelp, openPalette, overlay } from './overlays.ts';

const Palette = lazy(() => import('./palette.tsx').then((of) => of.Palette));
const Help = lazy(() => import('./help.tsx').then((of) => of.Help));

/** What the keyboard and the palette can do on every screen, and the dialogs that they open. */
export function GlobalActions() {
  const shown = useStore(overlay);
  useActions([
    ...navigation.map(({ screen, label, key }) => ({
      title: `Go to ${label}`,
      keys: `g ${key}`,
      group: 'Go to',
      run: () => go(link(screen)),
    })),
    { title: 'Search everything', keys: '/', group: 'Everywhere', run: openPalette },
    { title: 'Show the keyboard shortcuts', keys: '?', group: 'Everywhere', run: openHelp },
    { title: 'Use the light theme', run: () => setTheme('light') },
    { title: 'Use the dark theme', run: () => setTheme('dark') },
    { title: 'Use the theme of the computer', run: () => setTheme('system') },
    { title: 'Read the API documentation', run: () => location.assign('/docs/') },
    { title: 'Sign out', run: signOut },
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
  if (shown === 'palette') return <Palette />;
  return shown === 'help' ? <Help /> : null;
}
