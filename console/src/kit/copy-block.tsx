import { CopyButton } from './copy.tsx';

export interface CopyBlockProps {
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
