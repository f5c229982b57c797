import type { ButtonHTMLAttributes } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Scope, useMay } from '../data/session.ts';
import { announce, toast } from '../lib/toasts.ts';
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
  /** What it does is under way: it keeps the focus, and does nothing more. */
  isBusy?: boolean | undefined;
}

const ignore = (event: Event) => event.preventDefault();

/** A button that does something. A `class` of its own replaces the one of its kind. */
export const Button = ({ kind = 'plain', isBusy, ...own }: ButtonProps) => (
  <button
    type="button"
    class={classes[kind]}
    {...own}
    {...(isBusy && { 'aria-disabled': true, onClick: ignore })}
  />
);

const shapes = {
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  close: 'm4 4 8 8m0-8-8 8',
  menu: 'M2.5 4h11m-11 4h11m-11 4h11',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  external: 'M9.5 2.5h4v4m0-4L8 8M6.5 3.5h-4v10h10v-4',
  share: 'M8 10V2M5 5l3-3 3 3M3 9v4.5h10V9',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
};

interface DrawingProps {
  /** On a square of 16. */
  path: string;
  class?: string;
}

/** A small drawing in the colour of the text. It says nothing to screen readers: what it stands for has a name. */
export const Drawing = ({ path, class: own = 'icon' }: DrawingProps) => (
  <svg class={own} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** The drawing of a control. */
export const Icon = ({ name }: { name: keyof typeof shapes }) => <Drawing path={shapes[name]} />;

interface NewButtonProps {
  /** The name in the address: `?new=link`. */
  what: string;
  /** "New link". */
  label: string;
  isMain?: boolean;
  scope?: Scope;
}

/** A button that opens the dialog which creates, and its key, for keys that may. Its room is kept until that is known. */
export function NewButton({ what, label, isMain = true, scope = 'write' }: NewButtonProps) {
  const may = useMay(scope);
  const address = here({ new: what });
  useActions(may ? [{ title: label, keys: 'n', run: () => go(address) }] : []);
  if (may === false) return null;
  return (
    <a class={isMain ? 'button button-main' : 'button'} href={address} inert={!may}>
      {label}
    </a>
  );
}

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** What the button shows; without it only an icon. */
  label?: string;
  /** The name of the text, for screen readers: "id", "link". */
  what: string;
  /** It is a button whose label says what it does, not a text that can be copied. */
  isButton?: boolean;
}

/** Copies a text, such as an id or a link, and says so. */
export function CopyButton({ text, label, what, isButton = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(`The ${what} was copied`);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      toast(`The browser did not allow copying the ${what}. Select it and copy it yourself.`);
    }
  };
  return (
    <button
      type="button"
      class={isButton ? 'button copy-button' : 'copy muted'}
      onClick={copy}
      title={`Copy the ${what}`}
    >
      {!isButton && <span class="visually-hidden">Copy the {what} </span>}
      {label && <span class={isButton ? undefined : 'copy-label'}>{label}</span>}
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}

interface CopyBlockProps {
  /** What is shown, and copied. */
  text: string;
  /** The name of the text, for screen readers: "key", "script". */
  what: string;
  /** The label of the button: "Copy the key". */
  label: string;
}

/** A text to take along, such as a key or a script, with a button that copies it. */
export const CopyBlock = ({ text, what, label }: CopyBlockProps) => (
  <div class="copy-block stack-2 box">
    <pre>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={label} what={what} isButton />
  </div>
);

interface MoveButtonsProps {
  /** What is moved, for screen readers. */
  what: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Two buttons that move an item of a list up and down. The focus stays on them, wherever the item is then. */
export function MoveButtons({ what, index, count, onMove }: MoveButtonsProps) {
  const buttons = useRef<HTMLSpanElement>(null);
  const moved = useRef<-1 | 1 | undefined>(undefined);
  const move = (step: -1 | 1) => {
    moved.current = step;
    onMove(index + step);
  };
  // Not before it is at its new place: there one of the buttons may be disabled.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    const [up, down] = buttons.current?.querySelectorAll('button') ?? [];
    const [wanted, other] = moved.current < 0 ? [up, down] : [down, up];
    (wanted?.disabled ? other : wanted)?.focus();
    moved.current = undefined;
  }, [index]);
  return (
    <span ref={buttons} class="move">
      <Button
        kind="icon"
        aria-label={`Move ${what} up`}
        title="Move up"
        disabled={index === 0}
        onClick={() => move(-1)}
      >
        <Icon name="up" />
      </Button>
      <Button
        kind="icon"
        aria-label={`Move ${what} down`}
        title="Move down"
        disabled={index === count - 1}
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </Button>
    </span>
  );
}
