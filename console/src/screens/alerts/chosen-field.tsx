import { listAccounts, searchPersons } from '@footfall/client';
import { useId, useState } from 'preact/hooks';
import { mostSubjects } from '../../../../src/vocabulary/conditions.ts';
import { ask } from '../../data/api.ts';
import { nameOf as personName } from '../../data/person-names.ts';
import { useQuery } from '../../data/query.ts';
import { Button, Icon } from '../../kit/button.tsx';
import { FieldError, useFieldError } from '../../kit/field.tsx';
import { number, plural } from '../../lib/format.ts';
import { useDebounced } from '../../lib/store.ts';
import { nameOrUnknown, useRecordNames } from './words.ts';

/** So many of them are shown at first. */
const mostShown = 8;
/** So many are offered. */
const mostOffered = 5;
/** How long, in milliseconds, a text must stay as it is before it is looked for. */
const pause = 250;

type Kind = 'account' | 'person';

interface Offer {
  id: string;
  name: string;
  note: string;
}

async function find(kind: Kind, text: string, signal: AbortSignal): Promise<Offer[]> {
  const query = { query: text, limit: mostOffered };
  if (kind === 'account') {
    const { items } = await ask(listAccounts, { query, signal });
    return items.map(({ accountId, name, domain }) => ({ id: accountId, name, note: domain }));
  }
  const { items } = await ask(searchPersons, { query, signal });
  return items.map((person) => ({ id: person.personId, name: personName(person), note: person.email ?? '' }));
}

export interface ChosenFieldProps {
  kind: Kind;
  name: string;
  /** The ids that are chosen, one a line; none for any. */
  value: string;
  /** Names that are known already, by their ids. */
  known: ReadonlyMap<string, string>;
  /** Where problems of the service have it. */
  path: string;
  onChange: (value: string) => void;
}

/** Any account or person, or some that are looked for by their names. */
export function ChosenField({ kind, name, value, known, path, onChange }: ChosenFieldProps) {
  const own = useId();
  const refused = useFieldError(path);
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  // What was found and chosen is not asked for again.
  const [found, setFound] = useState(known);
  const settled = useDebounced(text.trim(), pause);
  const ids = value === '' ? [] : value.split('\n');
  const shown = isWhole ? ids : ids.slice(0, mostShown);
  const loaded = useRecordNames(shown.filter((id) => !found.has(id)));
  const nameOf = (id: string) => found.get(id) ?? loaded(id);
  const answer = useQuery(settled.length > 1 ? ['alert-search', kind, settled] : undefined, (signal) =>
    find(kind, settled, signal),
  );
  const offers = settled.length > 1 ? answer.data?.filter(({ id }) => !ids.includes(id)) : undefined;
  const choose = (next: string[]) => onChange(next.join('\n'));
  const add = ({ id, name: called }: Offer) => {
    setFound(new Map([...found, [id, called]]));
    choose([id, ...ids]);
    setText('');
  };
  const error =
    ids.length > mostSubjects
      ? `${plural(ids.length - mostSubjects, kind)} too many: choose at most ${mostSubjects}.`
      : refused;
  return (
    <div class="field stack-1">
      <label for={own}>{kind === 'account' ? 'Which accounts?' : 'Whose link?'}</label>
      <p id={`${own}-hint`} class="muted">
        {ids.length === 0
          ? `Any ${kind}. Search to choose certain ${kind}s.`
          : `${plural(ids.length, kind)}. If you remove all, it is any ${kind}.`}
      </p>
      {ids.length > 0 && (
        <ul class="pills row" aria-label={`The selected ${kind}s`}>
          {shown.map((id) => (
            <li key={id} class="pill">
              <b>{nameOrUnknown(id, kind, nameOf) ?? '…'}</b>
              <button
                type="button"
                aria-label={`Remove ${nameOf(id) || id}`}
                onClick={() => choose(ids.filter((other) => other !== id))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
          {shown.length < ids.length && (
            <li>
              <Button kind="link" onClick={() => setWhole(true)}>
                {number(ids.length - shown.length)} more
              </Button>
            </li>
          )}
        </ul>
      )}
      <input
        id={own}
        type="search"
        placeholder={kind === 'account' ? 'Name or domain' : 'Name or email'}
        autoComplete="off"
        value={text}
        aria-describedby={`${own}-hint`}
        aria-invalid={error ? true : undefined}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        // Enter takes the first that was found, and does not send the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text === '') return;
          event.preventDefault();
          const [first] = offers ?? [];
          if (first) add(first);
        }}
      />
      {offers && (
        <ul class="offers box" aria-label="Found">
          {offers.length === 0 && !answer.isLoading && <li class="muted">No matches.</li>}
          {offers.map((offer) => (
            <li key={offer.id}>
              <Button kind="item" onClick={() => add(offer)}>
                {offer.name} <span class="muted">{offer.note}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FieldError error={error} />
      <input type="hidden" name={name} value={value} />
    </div>
  );
}
