import './lib/theme.ts';
import { options, render } from 'preact';
import { App } from './app.tsx';
import { storedKey } from './data/session.ts';
import { showInvisible } from './lib/invisible.ts';
import { parse } from './nav/router.ts';
// One script with what all screens share: whoever loads one of them loads the other.
import './screens/overview/overview.tsx';
import { askOverview } from './screens/overview/questions.ts';
import { resume } from './sign-in/resume.ts';
import { followTabs } from './sign-in/sign-out.ts';

// Effects run before the next key, click or event. Preact lets them wait for a frame, in which one could be lost.
options.requestAnimationFrame = queueMicrotask;

showInvisible();
followTabs();
resume();

/** Asks what the overview shows before it is drawn, which takes longer than the answers do. */
function askFirst(): void {
  const { screen, query } = parse(location.hash);
  if (storedKey() && screen === 'overview') askOverview(query);
}

const root = document.getElementById('app');
askFirst();
if (root) render(<App />, root);
