import { signInCode } from './sign-in-code.ts';
import './theme.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { resume } from './sign-in.ts';

// A link that signs in replaces the session of the tab.
if (!signInCode) resume();

const root = document.getElementById('app');
if (root) render(<App code={signInCode} />, root);
