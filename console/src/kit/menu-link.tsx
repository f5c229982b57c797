import type { ComponentChildren } from 'preact';

export interface MenuLinkProps {
  href: string;
  title?: string;
  /** It is what the screen shows. */
  isNow?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}

/** A link in a menu. */
export const MenuLink = ({ isNow, ...link }: MenuLinkProps) => (
  <a {...link} class="menu-item" aria-current={isNow ? 'true' : undefined} />
);
