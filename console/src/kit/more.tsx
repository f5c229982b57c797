import type { ComponentChildren } from 'preact';
import { here } from '../nav/router.ts';
import { CopyButton } from './button.tsx';
import { MenuButton, MenuLink } from './menu-button.tsx';

interface MoreProps {
  /** What it is, for screen readers: "account". */
  what: string;
  id: string;
  /** The record has a tab with its JSON, which this menu leads to. */
  hasJson?: boolean;
  /** What else can be done with it. `close` closes the menu. */
  children?: ((close: () => void) => ComponentChildren) | undefined;
}

/** What developers need of a record, behind three dots: its id and its JSON. */
export const More = ({ what, id, hasJson = false, children }: MoreProps) => (
  <MenuButton
    label={<span aria-hidden="true">…</span>}
    title={`Id of the ${what}${hasJson ? ', and its JSON' : ''}`}
    isChosen={false}
    class="icon-button more"
  >
    {(close) => (
      <>
        <p class="menu-key">
          <CopyButton text={id} label={id} what="id" />
        </p>
        {hasJson && (
          <MenuLink href={here({ tab: 'json' })} onClick={close}>
            Show as JSON
          </MenuLink>
        )}
        {children?.(close)}
      </>
    )}
  </MenuButton>
);
