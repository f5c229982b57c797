import './theme.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { resume } from './sign-in.ts';

resume();

const root = document.getElementById('app');
if (root) render(<App />, root);
