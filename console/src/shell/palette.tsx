import { useEffect, useId, useState } from 'preact/hooks';
import { Drawing } from '../kit/button.tsx';
import { Dialog } from '../kit/form.tsx';
import { Monogram } from '../kit/monogram.tsx';
import { useDebounced } from '../lib/store.ts';
import { takeTyped } from '../nav/actions.ts';
import { kindOf } from '../nav/router.ts';
import { useFindable } from './palette-actions.ts';
import type { Choice } from './palette-deeds.ts';
import { type Fit, fitOf, inOrder } from './palette-fit.ts';
import { useFound } from './palette-search.ts';

/** The longest text that is searched. */
const longest = 200;
/** So many choices are shown. */
const mostShown = 30;

/** What to do when nothing was found. The API reads a log only as one of its person's or account's logs. */
function nothing(typed: string): string {
  const [, owner] = /^(person|account)_log_/.exec(typed) ?? [];
  if (!owner) return 'No matches.';
  return `Search for a log by its ${owner}: paste the ${owner}Id from the same answer.`;
}

/** The actions that fit what was typed, and how well. */
function useFitting(typed: string): (Choice & { fit: Fit })[] {
  const fitting = useFindable().flatMap((action) => {
    const fit = fitOf(action, typed);
    const { title, keys, run } = action;
    return fit === 0 ? [] : [{ id: title, title, note: keys, run, fit }];
  });
  // A screen has an action of all screens with a key of its own.
  return fitting.filter(
    (action) => action.note || !fitting.some((other) => other !== action && other.id === action.id),
  );
}

/** What is drawn of records, by the kind that their id names. The others are actions. */
const drawings: Record<string, string> = {
  page: 'M3.5 2h6l3 3v9h-9zm6 0v3h3',
  audience:
    'M8 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0m-6.5 8c0-4.5 8-4.5 8 0m1-10a2.5 2.5 0 0 1 0 4.5M12 9.5c1.7.6 2.5 2 2.5 4',
  page_link: 'M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  topic: 'M2.5 3.5h11m-11 4.5h11M2.5 12.5h7',
};

/** A company and a person by their initials, other records by their kind, and an arrow for what can be done. */
function Mark({ choice: { id, title } }: { choice: Choice }) {
  const kind = kindOf(id);
  // Of a pasted id the name is not known.
  if ((kind === 'account' || kind === 'person') && !title.includes(id))
    return <Monogram name={title} kind={kind} />;
  return (
    <span class="monogram muted" aria-hidden="true">
      <Drawing path={drawings[kind ?? ''] ?? 'm6 4 4 4-4 4'} />
    </span>
  );
}

/** Finds actions and records by typing, and opens ids that are pasted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(takeTyped);
  const [at, setAt] = useState(0);
  const list = useId();
  const typed = text.trim().slice(0, longest);
  const settled = useDebounced(typed, 120);
  const { choices: records, deeds, verb, isLoading } = useFound(typed, settled);
  const actions = useFitting(typed);
  const hasVerb = verb !== undefined;
  const choices = inOrder(typed, { actions, records, deeds, hasVerb }).slice(0, mostShown);
  const selected = Math.min(at, choices.length - 1);

  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  // Enter just after typing runs what is found for the text, and not what was found for a part of it.
  const [wanted, setWanted] = useState<string>();
  const isSettled = settled === typed && !isLoading;
  useEffect(() => {
    if (wanted === typed && isSettled) run(choices[selected]);
  }, [wanted, typed, isSettled]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((selected + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSettled) run(choices[selected]);
      else setWanted(typed);
    }
  };
  return (
    <Dialog title="Search" onClose={onClose} class="palette">
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
            class="between"
            tabIndex={-1}
            aria-selected={index === selected}
            ref={(option) => {
              if (index === selected) option?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => run(choice)}
          >
            <span class="cut">
              <Mark choice={choice} />
              {choice.title}
            </span>
            <span class="cut muted">{choice.note}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="muted">{isLoading ? 'Searching …' : nothing(typed)}</p>}
    </Dialog>
  );
}
