import { useEffect } from 'preact/hooks';
import { type Scope, session } from '../data/session.ts';
import { lazy } from '../kit/lazy.tsx';
import { useStore } from '../lib/store.ts';
import { setTheme } from '../lib/theme.ts';
import { useActions } from '../nav/actions.ts';
import { focusRow } from '../nav/focus.ts';
import { go, leaving, link } from '../nav/router.ts';
import { navigation } from '../nav/screens.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { closeOverlay, openHelp, openPalette, overlay } from './overlays.ts';

const Palette = lazy(() => import('./palette.tsx').then((of) => of.Palette));
const Help = lazy(() => import('./help.tsx').then((of) => of.Help));

/** What can be created from everywhere, with the scope for it. */
const created: { title: string; at: () => string; scope: Scope }[] = [
  { title: 'New page', at: () => link('pages', {}, { new: 'page' }), scope: 'write' },
  { title: 'New person', at: () => link('persons', {}, { new: 'person' }), scope: 'write' },
  { title: 'New link', at: () => link('links', {}, { new: 'link' }), scope: 'write' },
  { title: 'New topic', at: () => link('topics', {}, { new: 'topic' }), scope: 'write' },
  { title: 'New key', at: () => link('settings', {}, { new: 'key' }), scope: 'admin' },
  { title: 'Create a key for a website', at: () => link('settings', {}, { new: 'website' }), scope: 'admin' },
];

/** What the keyboard and the palette can do on every screen, and the dialogs that they open. */
export function GlobalActions() {
  const shown = useStore(overlay);
  const scopes = useStore(session)?.scopes ?? [];
  useActions([
    ...navigation.map(({ screen, label, key }) => ({
      title: `Go to ${label}`,
      keys: `g ${key}`,
      group: 'Go to',
      run: () => go(link(screen)),
    })),
    ...created
      .filter(({ scope }) => scopes.includes(scope))
      .map(({ title, at }) => ({ title, run: () => go(at()) })),
    { title: 'Go to the next row', keys: 'j', group: 'Lists', run: () => focusRow(1) },
    { title: 'Go to the row before', keys: 'k', group: 'Lists', run: () => focusRow(-1) },
    { title: 'Search everything', keys: '/', group: 'Everywhere', run: openPalette },
    { title: 'Show the keyboard shortcuts', keys: '?', group: 'Everywhere', run: openHelp },
    { title: 'Use the light theme', run: () => setTheme('light') },
    { title: 'Use the dark theme', run: () => setTheme('dark') },
    { title: 'Use the theme of the computer', run: () => setTheme('system') },
    { title: 'Read the API documentation', run: () => location.assign('/docs/') },
    { title: 'Sign out', run: () => leaving(signOut) },
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
