import type { Audience, Page, Person } from '@footfall/client';
import { pageName } from '../data/pages.ts';
import { nameOf } from '../data/person-names.ts';
import { go, link } from '../nav/router.ts';
import { wordsIn } from './palette-fit.ts';

/** Something that the palette offers. */
export interface Choice {
  id: string;
  title: string;
  /** What it is: an action with its key, a person with the email address. */
  note?: string | undefined;
  run: () => void;
}

/** A choice that leads to an address, if there is one. */
export const choose = (
  id: string,
  title: string,
  note: string | undefined,
  address: string | undefined,
): Choice[] => (address === undefined ? [] : [{ id, title, note, run: () => go(address) }]);

/** What can be done with a record that is found. */
export type Verb = 'edit' | 'erase';

/** The first word of what was typed, if it says what to do: "edit retail", "erase zoe". */
const verbs: Record<string, Verb> = {
  edit: 'edit',
  change: 'edit',
  write: 'edit',
  erase: 'erase',
  delete: 'erase',
  remove: 'erase',
  forget: 'erase',
};

/** What was typed as a deed and the name of what it is done with. Without a deed all of it is the name. */
export function verbIn(typed: string): { verb: Verb | undefined; rest: string } {
  const [, first = '', rest = ''] = /^(\p{L}+)\s+(\S.*)$/u.exec(typed) ?? [];
  const word = first.toLocaleLowerCase();
  return Object.hasOwn(verbs, word) ? { verb: verbs[word], rest } : { verb: undefined, rest: typed };
}

interface Asked {
  /** Only this is offered. */
  verb: Verb | undefined;
  /** The name that was typed. */
  name: string;
  pages: Page[];
}

/** What may be done with the audiences and persons that were found. */
export function deedsOf(
  { audiences, persons }: { audiences: Audience[]; persons: Person[] },
  { verb, name, pages }: Asked,
): Choice[] {
  const titleOf = (of: string) => {
    const page = pages.find(({ pageId }) => pageId === of);
    return page ? `on ${pageName(page)}` : undefined;
  };
  const edits = audiences
    .filter(({ archivedAt }) => archivedAt === null)
    .flatMap(({ pageId, audienceId, effectiveName }) =>
      choose(
        `edit ${audienceId}`,
        `Edit the content of ${effectiveName}`,
        titleOf(pageId),
        link('audience', { pageId, audienceId }, { edit: '1' }),
      ),
    );
  // Enter erases the first: "mika" is Mika before it is Mikael.
  const typed = wordsIn(name);
  const isWhole = (person: Person) => {
    const words = wordsIn(nameOf(person));
    return typed.every((word) => words.includes(word));
  };
  const byWords = persons.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
  const erasures = byWords.flatMap((person) =>
    choose(
      `erase ${person.personId}`,
      `Erase ${nameOf(person)} …`,
      person.email ?? undefined,
      link('persons', {}, { open: person.personId, new: 'erase' }),
    ),
  );
  // To erase is offered to who asks for it.
  return verb === 'erase' ? erasures : edits;
}
