import type { ButtonHTMLAttributes } from 'preact';

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

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: keyof typeof classes;
}

/** A button that does something. A `class` of its own replaces the one of its kind. */
export const Button = ({ kind = 'plain', ...own }: ButtonProps) => (
  <button type="button" class={classes[kind]} {...own} />
);
