import './theme.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { showInvisible } from './invisible.ts';
import { resume } from './sign-in.ts';

showInvisible();
resume();

const root = document.getElementById('app');
if (root) render(<App />, root);
