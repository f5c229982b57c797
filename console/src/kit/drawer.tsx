import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useActions } from '../nav/actions.ts';
import { focusAfterRecord } from '../nav/focus.ts';
import { go, here, noRecord } from '../nav/router.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface DrawerProps {
  /** The id of the record. */
  id: string;
  title: string;
  children: ComponentChildren;
}

const close = () => go(here(noRecord));

/** The record at the side of a screen. It is open while the address has `open`; Escape closes it. */
export function Drawer({ id, title, children }: DrawerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => focusAfterRecord(id, opener);
  }, []);
  useActions([{ title: 'Close the side panel', keys: 'Escape', group: 'Lists', run: close }]);
  return (
    <aside class="drawer" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button kind="icon" onClick={close} aria-label="Close">
          <Icon name="close" />
        </Button>
      </header>
      <div class="drawer-body">{children}</div>
    </aside>
  );
}
