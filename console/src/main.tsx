import { signInCode } from './sign-in-code.ts';
import './theme.ts';
import { render } from 'preact';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root) render(<App code={signInCode} />, root);
