import { useEffect, useRef, useState } from 'preact/hooks';
import { useDebounced } from '../lib/store.ts';
import { useActions } from '../nav/actions.ts';
import { go, here, useRoute } from '../nav/router.ts';

interface SearchFieldProps {
  /** What is searched: "Search persons". */
  label: string;
  placeholder?: string;
  /** The name in the address. */
  param?: string;
  /** The longest text that the service takes. */
  maxLength?: number;
}

/** The address has the text this many milliseconds after the last key. */
const settles = 150;

/** A field that searches as one types. Its text stands in the fragment of the address, which no server sees. */
export function SearchField({ label, placeholder, param = 'q', maxLength = 500 }: SearchFieldProps) {
  const inAddress = useRoute().query[param] ?? '';
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text, settles);
  const written = useRef(inAddress);
  const field = useRef<HTMLInputElement>(null);
  // Back, or a link: the address has another text than this field wrote.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (settled !== text || settled.trim() === written.current) return;
    written.current = settled.trim();
    go(here({ [param]: settled.trim() }), { replace: true });
  }, [settled]);
  useActions([{ title: label, keys: 's', group: 'Lists', run: () => field.current?.focus() }]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      setText('');
    }
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    document.querySelector<HTMLElement>('main .row-link')?.focus();
  };
  return (
    <input
      ref={field}
      class="search-field"
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      autoComplete="off"
      spellcheck={false}
      maxLength={maxLength}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}
