import { session } from '../data/session.ts';
import { Button, Icon } from '../kit/button.tsx';
import { useStore } from '../lib/store.ts';
import { setTheme, theme, themes } from '../lib/theme.ts';
import { leaving, link, useRoute } from '../nav/router.ts';
import { navigation } from '../nav/screens.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { noteAddress, openHelp, openPalette, whenLeft } from './overlays.ts';

/** The entry of the navigation that a screen belongs to. */
const sectionOf = (screen: string | undefined) =>
  screen === 'page' || screen === 'audience' ? 'pages' : screen;

/** The links to the screens. `onChoose` is given by the menu of a phone, which closes. */
function Navigation({ onChoose }: { onChoose?: () => void }) {
  const { screen } = useRoute();
  return (
    <nav class={onChoose ? 'nav on-phone' : 'nav'} aria-label={onChoose ? 'Screens' : 'Main'}>
      {navigation.map((entry) => (
        <a
          key={entry.screen}
          href={link(entry.screen)}
          onClick={onChoose}
          aria-current={sectionOf(screen) === entry.screen ? 'page' : undefined}
        >
          {entry.label}
        </a>
      ))}
    </nav>
  );
}

const hide = () => document.getElementById('menu')?.hidePopover();
// Also by Back.
whenLeft(hide);

function Menu() {
  const current = useStore(session);
  const chosen = useStore(theme);
  return (
    <div id="menu" popover="auto" class="menu box" onBeforeToggle={noteAddress}>
      <Navigation onChoose={hide} />
      <p class="menu-key">
        <b>{current?.name}</b>
        {current?.workspace && <span class="muted">Workspace {current.workspace}</span>}
        <span class="muted">May {current?.scopes.join(', ')}</span>
      </p>
      <fieldset class="choice box">
        <legend class="visually-hidden">Theme</legend>
        {themes.map((name) => (
          <button key={name} type="button" aria-pressed={chosen === name} onClick={() => setTheme(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Button
        kind="item"
        onClick={() => {
          hide();
          openHelp();
        }}
      >
        Keyboard shortcuts <kbd>?</kbd>
      </Button>
      <a class="menu-item" href="/docs/">
        API documentation
      </a>
      <Button
        kind="item"
        onClick={() => {
          hide();
          leaving(signOut);
        }}
      >
        Sign out
      </Button>
    </div>
  );
}

/** The bar at the top: navigation, search, menu. */
export const Header = () => (
  <header class="top line">
    <a class="brand" href={link('overview')}>
      <span class="mark" />
      Footfall
    </a>
    <Navigation />
    <button
      type="button"
      class="search-button between box muted"
      onClick={openPalette}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <span>Search</span> <kbd>Ctrl K</kbd>
    </button>
    <Button kind="icon" popovertarget="menu" aria-label="Menu">
      <Icon name="menu" />
    </Button>
    <Menu />
  </header>
);
