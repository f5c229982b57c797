import './lib/theme.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { showInvisible } from './lib/invisible.ts';
import { resume } from './sign-in/resume.ts';
import { followTabs } from './sign-in/sign-out.ts';

showInvisible();
followTabs();
resume();

const root = document.getElementById('app');
if (root) render(<App />, root);
