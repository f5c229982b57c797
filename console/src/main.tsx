import './theme.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { showInvisible } from './invisible.ts';
import { resume } from './resume.ts';
import { followTabs } from './sign-out.ts';

showInvisible();
followTabs();
resume();

const root = document.getElementById('app');
if (root) render(<App />, root);
