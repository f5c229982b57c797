import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { session } from './data/session.ts';
import { Button, Icon } from './kit/button.tsx';
import { lazy, lazyDialog } from './kit/lazy.tsx';
import { More, ScreenHead } from './kit/screen-head.tsx';
import { jobsView } from './lib/jobs.ts';
import { useStore } from './lib/store.ts';
import { said, toast } from './lib/toasts.ts';
import { listenToKeys, useActions } from './nav/actions.ts';
import { focusAfterRecord, useScreenFocus } from './nav/focus.ts';
import { go, here, link, noRecord, recordKindOf, records, useRoute } from './nav/router.ts';
import { damagedLink, damagedWords, signInCode } from './nav/sign-in-code.ts';
import { GlobalActions } from './shell/global-actions.tsx';
import { Header } from './shell/header.tsx';
import { OfflineBar, Toasts } from './shell/toasts.tsx';
import { isAsking } from './sign-in/resume.ts';
import { letTabsAsk } from './sign-in/tabs.ts';
import { recordViews, screens } from './views.ts';

/** Says in a tab that is signed in that a sign-in link is not whole. */
function DamagedLink() {
  const isDamaged = useStore(damagedLink);
  useEffect(() => {
    if (!isDamaged) return;
    damagedLink.set(false);
    toast(damagedWords);
  }, [isDamaged]);
  return null;
}

/** The live region that `announce` writes to. */
const Announcer = () => (
  <div class="visually-hidden" role="status" aria-live="polite">
    {useStore(said)}
  </div>
);

const sampleBar = () => import('./shell/sample-bar.tsx').then((of) => of.SampleBar);
const SignIn = lazy(() => import('./shell/sign-in-form.tsx').then((of) => of.SignIn));
const ReplaceSession = lazyDialog(() =>
  import('./shell/replace-session.tsx').then((of) => of.ReplaceSession),
);
/** How long, in milliseconds, the first screen is left alone. */
const calm = 500;

function Screen() {
  const { screen, params } = useRoute();
  const Shown = screen && screens[screen];
  const key = `${screen}${JSON.stringify(params)}`;
  useScreenFocus(key);
  if (Shown) return <Shown key={key} />;
  return (
    <>
      <ScreenHead title="There is no such screen" />
      <a href={link('overview')}>Go to the overview</a>
    </>
  );
}

interface DrawerProps {
  /** The id of the record. */
  id: string;
  title: string;
  hasJson: boolean;
  children: ComponentChildren;
}

const close = () => go(here(noRecord));

/** The record at the side of a screen. It is open while the address has `open`; Escape closes it. */
function Drawer({ id, title, hasJson, children }: DrawerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => focusAfterRecord(id, opener);
  }, []);
  useActions([{ title: 'Close the side panel', keys: 'Escape', group: 'Lists', run: close }]);
  return (
    <aside class="drawer" aria-label={title}>
      <header class="line">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div class="row">
          <More what={title.toLowerCase()} id={id.replace(/^visit:[^:]*:/, '')} hasJson={hasJson} />
          <Button kind="icon" onClick={close} aria-label="Close">
            <Icon name="close" />
          </Button>
        </div>
      </header>
      <div class="drawer-body">{children}</div>
    </aside>
  );
}

/** The record that the address opens at the side. */
function OpenRecord() {
  const { open } = useRoute().query;
  const kind = open && recordKindOf(open);
  if (!open || !kind) return null;
  const View = recordViews[kind];
  return (
    <Drawer key={open} id={open} title={records[kind].name} hasJson={'hasJson' in records[kind]}>
      <View id={open} />
    </Drawer>
  );
}

function SignedIn() {
  const [SampleBar, setSampleBar] = useState<ComponentType>();
  const Jobs = useStore(jobsView);
  useEffect(listenToKeys, []);
  useEffect(() => {
    // A new tab may ask this one for its key.
    const timer = setTimeout(() => {
      letTabsAsk();
      sampleBar()
        .then((bar) => setSampleBar(() => bar))
        .catch(() => {});
    }, calm);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Header />
      <OfflineBar />
      <div class="body">
        <main id="main" tabIndex={-1}>
          <Screen />
        </main>
        <OpenRecord />
      </div>
      {SampleBar && <SampleBar />}
      {Jobs && <Jobs />}
      <GlobalActions />
    </>
  );
}

/** The whole console: the form that asks for a key, or the screen that the address names. */
export function App() {
  const current = useStore(session);
  const code = useStore(signInCode);
  const isUndecided = useStore(isAsking);
  return (
    <>
      {current ? <SignedIn key={current.key} /> : !isUndecided && <SignIn code={code} />}
      {current && <DamagedLink />}
      {current && code && <ReplaceSession key={code} code={code} />}
      <Toasts />
      <Announcer />
    </>
  );
}
