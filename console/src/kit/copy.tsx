import { useState } from 'preact/hooks';
import { announce, toast } from '../lib/toasts.ts';
import { Icon } from './button.tsx';

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

/** An id, which can be copied. */
export const CopyId = ({ id }: { id: string }) => <CopyButton text={id} label={id} what="id" />;

interface CopyBlockProps {
  /** What is shown, and copied. */
  text: string;
  /** The name of the text, for screen readers: "key", "script". */
  what: string;
  /** The label of the button: "Copy the key". */
  label: string;
}

/** A text to take along, such as a key or a script, with a button that copies it. */
export function CopyBlock({ text, what, label }: CopyBlockProps) {
  return (
    <div class="copy-block stack-2 box">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={label} what={what} isButton />
    </div>
  );
}
