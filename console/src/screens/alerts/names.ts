import { kindOf } from '../../nav/records.ts';
import { type Subject, useSubjectNames } from '../history/names.ts';
import type { NameOf } from './words.ts';

/** Accounts, persons and audiences by their ids. */
const subjectsOf = (ids: readonly string[]): Subject[] =>
  ids.flatMap((id) => {
    const kind = kindOf(id);
    return kind === 'account' || kind === 'person' || kind === 'audience' ? [{ id, kind }] : [];
  });

/**
 * The names of accounts, persons, audiences and pages, as far as they are loaded. That of a record which is gone is empty,
 * and of a text that is the id of no record.
 */
export function useRecordNames(ids: readonly string[]): NameOf {
  const nameOf = useSubjectNames(
    subjectsOf(ids),
    ids.filter((id) => kindOf(id) === 'page'),
  );
  return (id) => (kindOf(id) === undefined ? '' : nameOf(id));
}
