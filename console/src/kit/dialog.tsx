import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons at the bottom. The last one is the main one. */
  footer?: ComponentChildren;
  /** The label of a main button that closes it, in place of a footer. */
  done?: string;
  class?: string | undefined;
  /** Only its own buttons close it: it shows what is shown once. */
  isSticky?: boolean;
}

/** A native dialog over the page. It is open while it is drawn; Escape and a click beside it close it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, done, class: name = '', isSticky } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog that another one replaces is closed, too: the reader did not ask for that.
  const isDrawn = useRef(false);
  const id = useId();
  // Before the effects of what is in it: they may give the focus to a field.
  useLayoutEffect(() => {
    const opened = dialog.current;
    const opener = document.activeElement as HTMLElement | null;
    opened?.showModal();
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
      opened?.close();
      // It has left the document already, so the browser gives the focus back to nobody.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // It goes at once with its component. The browser would close it first, and say so later.
        event.preventDefault();
        if (!isSticky) onClose();
      }}
      // Chromium does not ask before a second Escape that no other input precedes.
      onClose={() => isDrawn.current && onClose()}
      onClick={(event) => !isSticky && event.target === dialog.current && onClose()}
    >
      <div class="dialog-body stack">
        <h2 id={id}>{title}</h2>
        {children}
        {footer && <footer class="row row-end">{footer}</footer>}
        {done && (
          <footer class="row row-end">
            <Button kind="main" onClick={onClose}>
              {done}
            </Button>
          </footer>
        )}
      </div>
    </dialog>
  );
}
