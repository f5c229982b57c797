import { createStore } from './store.ts';

/** The themes; `system` follows the computer. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const name = 'footfall.theme';
const isTheme = (text: string | null): text is Theme => themes.includes(text as Theme);
const stored = localStorage.getItem(name);

/** The theme of this browser. */
export const theme = createStore<Theme>(isTheme(stored) ? stored : 'system');

const show = (next: Theme) => {
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
};
show(theme.get());

/** Changes the theme and keeps it. */
export function setTheme(next: Theme): void {
  localStorage.setItem(name, next);
  show(next);
  theme.set(next);
}

/** Calls a function when the colours change, by the theme or by the computer. Returns a function that ends this. */
export function onColours(listener: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', listener);
  const stop = theme.subscribe(listener);
  return () => {
    media.removeEventListener('change', listener);
    stop();
  };
}
