import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useRoute } from '../nav/router.ts';

interface MenuButtonProps {
  label: ComponentChildren;
  title: string;
  /** What the screen shows was chosen in its menu. */
  isChosen: boolean;
  class?: string;
  /** What is in the menu: links and buttons. `close` closes it, and the button has the focus again. */
  children: (close: () => void) => ComponentChildren;
}

/** The room, in pixels, that a menu of a few items needs. */
const room = 200;

/** A button that opens a menu below it, or above it near the lower edge of the window. Escape and a click beside it close it. */
export function MenuButton({ label, title, isChosen, class: name = '', children }: MenuButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; isAbove: boolean }>();
  // What it was opened for may not be on the screen any more.
  const route = JSON.stringify(useRoute());
  useEffect(() => menu.current?.hidePopover(), [route]);
  const follow = ({ newState }: { newState: string }) => {
    const box = button.current?.getBoundingClientRect();
    // It scrolls with its button.
    if (newState !== 'open' || !box) {
      setPlace(undefined);
      return;
    }
    const isAbove = box.bottom + room > innerHeight && box.top > innerHeight / 2;
    setPlace({ left: box.left, top: (isAbove ? box.top : box.bottom) + scrollY, isAbove });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`opens-menu ${name}`}
        popovertarget={id}
        aria-current={isChosen ? 'true' : undefined}
        title={title}
        aria-label={typeof label === 'string' ? undefined : title}
      >
        {label}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class={`menu menu-below box ${place?.isAbove ? 'menu-above' : ''}`}
        style={place && { '--left': `${place.left}px`, top: `${place.top}px` }}
        onBeforeToggle={follow}
      >
        {place && children(() => menu.current?.hidePopover())}
      </div>
    </>
  );
}

interface MenuLinkProps {
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
