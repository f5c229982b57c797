import { listPages, searchPageLinks, searchPersons } from '@footfall/client';
import { useId, useState } from 'preact/hooks';
import { actions } from '../actions.ts';
import { ask } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { useQuery } from '../query.ts';
import { addressOf, kindOf, records } from '../records.ts';
import { go, link } from '../router.ts';
import { useScope } from '../session.ts';
import { useStore } from '../store.ts';
import { useDebounced } from '../use-debounced.ts';
import { closeOverlay } from './overlays.ts';

interface Choice {
  id: string;
  title: string;
  /** What it is: an action with its key, a person with the email address. */
  note?: string | undefined;
  run: () => void;
}

const choose = (
  id: string,
  title: string,
  note: string | undefined,
  address: string | undefined,
): Choice[] => (address === undefined ? [] : [{ id, title, note, run: () => go(address) }]);

async function search(text: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { query: text, limit: 6 };
  const [persons, links, pages] = await Promise.all([
    ask(searchPersons, { query, signal }),
    ask(searchPageLinks, { query, signal }),
    ask(listPages, { query: { limit: 100 }, signal }),
  ]);
  const wanted = text.toLocaleLowerCase();
  const isWanted = (...texts: string[]) => texts.some((of) => of.toLocaleLowerCase().includes(wanted));
  return [
    ...pages.items
      .filter(({ title, url }) => isWanted(title, url))
      .slice(0, 6)
      .flatMap(({ pageId, title, url }) => choose(pageId, title, `Page · ${url}`, link('page', { pageId }))),
    ...persons.items.flatMap(({ personId, name, email }) =>
      choose(
        personId,
        name || (email ?? personId),
        `Person${email ? ` · ${email}` : ''}`,
        addressOf(personId),
      ),
    ),
    ...links.items.flatMap(({ pageLinkId, path }) => choose(pageLinkId, path, 'Link', addressOf(pageLinkId))),
  ];
}

/** The record whose id was pasted. */
function pasted(text: string): Choice[] {
  const record = records[kindOf(text) ?? ''];
  return choose(text, `Open ${text}`, record?.name ?? 'Page', addressOf(text));
}

/** Finds actions and records by typing, and opens ids that are pasted. */
export function Palette() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const mayRead = useScope('read');
  const typed = text.trim();
  const searched = useDebounced(typed, 120);
  const found = useQuery(mayRead && searched.length > 1 ? ['palette', searched] : undefined, (signal) =>
    search(searched, signal),
  );
  const offered = useStore(actions);
  const fitting = offered
    .filter(({ title }) => title.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
    .map((action): Choice => ({ id: action.title, title: action.title, note: action.keys, run: action.run }));
  const choices = [...pasted(typed), ...(typed.length > 1 ? (found.data ?? []) : []), ...fitting].slice(
    0,
    30,
  );
  const selected = Math.min(at, choices.length - 1);

  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    closeOverlay();
    choice.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((selected + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(choices[selected]);
    }
  };
  return (
    <Dialog title="Search" onClose={closeOverlay} class="palette">
      <input
        type="text"
        role="combobox"
        aria-label="Actions, persons, pages, links, ids"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={choices[selected] ? `${list}-${selected}` : undefined}
        placeholder="Type an action, a name, a path, or paste an id"
        autoComplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={list} aria-label="Results" class="palette-list">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={choice.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            ref={(option) => {
              if (index === selected) option?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => run(choice)}
          >
            <span>{choice.title}</span>
            <span class="muted">{choice.note}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="muted">{found.isLoading ? 'Searching …' : 'Nothing was found.'}</p>}
    </Dialog>
  );
}
