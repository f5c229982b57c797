import type { Page } from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { TextField, useFieldErrors } from '../../kit/field.tsx';
import { errorAt } from '../../lib/problem.ts';
import { isOwn, ownField, type WordField } from '../audience/fields.ts';
import { pageWords, textIn } from '../audience/words.ts';
import type { ListColumn } from './people.ts';
import { campaignFields, problemIn, type Texts } from './words.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Puts a text where the cursor is. */
function insert(control: Control, text: string): void {
  const { selectionStart, selectionEnd, value } = control;
  control.focus();
  control.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** A column as a text names it. Not everybody has a value of one that has a default. */
const named = (name: string, isWhole: boolean) =>
  isWhole || (name !== 'firstName' && name !== 'name') ? `{{${name}}}` : `{{${name}|there}}`;

interface WriteWordsProps {
  page: Page;
  columns: readonly ListColumn[];
  /** Whether everybody has a value of a column. */
  isWhole: (name: string) => boolean;
  texts: Texts;
  onText: (id: string, text: string) => void;
  path: string;
  onPath: (path: string) => void;
}

/** The texts of a page for many people, with buttons that insert a column where the cursor is. */
export function WriteWords({ page, columns, isWhole, texts, onText, path, onPath }: WriteWordsProps) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef<Control>(undefined);
  const [into, setInto] = useState<string>();
  const errors = useFieldErrors();
  const names = columns.map(({ name }) => name);
  const inherited = pageWords(page);
  const { first, more } = campaignFields(page);
  const field = ({ id, label, hint, lines, path: at }: WordField) => {
    const text = texts[id] ?? '';
    const isImage = isOwn(id) && ownField(page, id).kind === 'image';
    const usual = textIn(inherited, id);
    const help = isImage ? 'The address of the image, and its description in the next line.' : hint;
    return (
      <TextField
        key={id}
        name={id}
        label={label}
        value={text}
        error={problemIn(text, names) ?? errorAt(errors, at)}
        onInput={(next) => onText(id, next)}
        {...(help && { hint: help })}
        {...((lines || isImage) && { lines: isImage ? 2 : Math.min(lines ?? 1, 3) })}
        {...(usual && { placeholder: usual.slice(0, 300) })}
      />
    );
  };
  const insertInto = (name: string) => {
    const control = last.current?.isConnected
      ? last.current
      : place.current?.querySelector<Control>('input, textarea');
    if (control) insert(control, named(name, isWhole(name)));
  };
  return (
    <div
      class="stack write-words"
      ref={place}
      onFocusIn={({ target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
        last.current = target;
        setInto(target.labels?.[0]?.textContent ?? undefined);
      }}
    >
      <fieldset class="insert-columns">
        <legend class="small muted">Insert a column{into ? ` into ${into}` : ''}</legend>
        {columns.map(({ name, label }) => (
          <Button
            key={name}
            // The field keeps the focus, and its cursor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insertInto(name)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {first.map(field)}
      <details open={more.some(({ id }) => texts[id]) || undefined}>
        <summary>Form, search engines and sharing</summary>
        <div class="stack">{more.map(field)}</div>
      </details>
      <TextField
        label="Path of the links"
        name="path"
        value={path}
        hint="Values are spelled as in an address. If two people have one path, the later gets a short end."
        error={problemIn(path, names)}
        onInput={onPath}
      />
    </div>
  );
}
