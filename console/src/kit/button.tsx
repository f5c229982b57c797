import type { ButtonHTMLAttributes } from 'preact';
import { useActions } from '../nav/actions.ts';
import { go, here } from '../nav/router.ts';

const classes = {
  plain: 'button',
  main: 'button button-main',
  danger: 'button button-danger',
  quiet: 'button button-quiet',
  /** Takes something away that can be brought back. */
  delete: 'button button-quiet bad',
  link: 'link',
  icon: 'icon-button',
  /** In a menu. */
  item: 'menu-item',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: keyof typeof classes;
}

/** A button that does something. A `class` of its own replaces the one of its kind. */
export const Button = ({ kind = 'plain', ...own }: ButtonProps) => (
  <button type="button" class={classes[kind]} {...own} />
);

const shapes = {
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  close: 'm4 4 8 8m0-8-8 8',
  menu: 'M2.5 4h11m-11 4h11m-11 4h11',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  external: 'M9.5 2.5h4v4m0-4L8 8M6.5 3.5h-4v10h10v-4',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
};

/** A small drawing in the colour of the text. It says nothing to screen readers: its control has a name. */
export const Icon = ({ name }: { name: keyof typeof shapes }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
);

interface NewButtonProps {
  /** The name in the address: `?new=link`. */
  what: string;
  /** "New link". */
  label: string;
  isMain?: boolean;
}

/** A button that opens the dialog which creates, and its key. */
export function NewButton({ what, label, isMain = true }: NewButtonProps) {
  const address = here({ new: what });
  useActions([{ title: label, keys: 'n', run: () => go(address) }]);
  return (
    <a class={isMain ? 'button button-main' : 'button'} href={address}>
      {label}
    </a>
  );
}
