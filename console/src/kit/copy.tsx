import { useState } from 'preact/hooks';
import { announce } from '../shell/announcer.tsx';
import { Icon } from './icon.tsx';

export interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** What the button shows; without it only an icon. */
  label?: string;
  /** The name of the text, for screen readers: "id", "link". */
  what: string;
}

/** Copies a text, such as an id or a link, and says so. */
export function CopyButton({ text, label, what }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(`The ${what} was copied`);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      announce(`The browser did not allow to copy the ${what}`);
    }
  };
  return (
    <button type="button" class="copy" onClick={copy} title={`Copy the ${what}`}>
      <span class="visually-hidden">Copy the {what} </span>
      {label && <span class="copy-label">{label}</span>}
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
