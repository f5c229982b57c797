import { sql } from 'drizzle-orm';
import { keptWrites } from '../../../db/conditional-write.ts';
import { FootfallError, fieldsMismatch, violation } from '../../../lib/errors.ts';
import { isOvertaken } from '../../tables/campaign-calls.ts';
import { matchedRow } from '../../tables/campaign-matches.ts';
import type { FilledRow } from '../filled-schemas.ts';
import { mostRows } from '../limits.ts';
import type { Words } from '../words.ts';
import { archivedReason } from './internal.ts';
import type { Fields } from './row-fields.ts';

/** What SQL says of a row: behind its write, and before the next one; in a dry run, before it. */
interface Matched {
  personId: string;
  audienceId: string | null;
  pageLinkId: string | null;
  pathName: 'path' | 'shortPath' | 'longPath' | null;
  path: string | null;
  revision: number | null;
  versionId: string | null;
  isWritten: number;
  isFirst: number;
  isSame: number;
  isQueued: number;
  holder: string | null;
  refusal: Refusal | null;
  isOvertaken: number;
  tried: Returned['tried'];
}

/** SQL of what a row meets, as the JSON of `Matched`. `write` is SQL of the JSON of the row, `tried` of whether it was tried before. */
export const matched = (write: string, tried = 'null') =>
  sql.raw(`(select json_object('personId', person_id, 'audienceId', audience_id, 'pageLinkId', page_link_id,
      'pathName', path_name, 'path', (select path from page_links where page_links.page_link_id = met.page_link_id),
      'revision', row_revision, 'versionId', version_id, 'isSame', is_same_words and is_same_sent,
      'isWritten', instr(coalesce(write_id, ''), ${write} ->> 'writeId') > 0,
      'isFirst', row_revision <= ${keptWrites} and substr(write_id, -length(${write} ->> 'writeId')) = ${write} ->> 'writeId',
      'isQueued', exists (select 1 from audience_versions
        where audience_versions.version_id = met.version_id and transition_id = ${write} ->> 'writeId'),
      'holder', holder, 'refusal', refusal, 'isOvertaken', iif(${tried} is null, 0, ${isOvertaken(write)}))
    from (${matchedRow(write)}) as met)`);

/** What a statement returns of a row. */
export interface Returned {
  position: number;
  matched: string;
  /** Whether the call was tried before, if it is no dry run. */
  tried?: 'noted' | 'again' | null;
}

/** Why SQL refuses a row. `{}` stands for an id or a path. */
export const refusalTexts = {
  person_not_found: 'There is no person with this id.',
  audience_archived: archivedReason,
  campaign_full: `A campaign has at most ${mostRows.toLocaleString('en')} rows.`,
  fields_mismatch: 'words.fieldOverrides is too long with what their audience says already',
  path_taken: 'Another link has the path {}.',
};
type Refusal = keyof typeof refusalTexts;

/** The error of a row that was refused. */
function refusalOf(refusal: Refusal, { audienceId, holder }: Matched, { path }: Fields): FootfallError {
  const text = refusalTexts[refusal];
  switch (refusal) {
    case 'audience_archived':
      return new FootfallError(refusal, text.replace('{}', String(audienceId)), {
        field: 'personId',
        conflictingId: audienceId,
      });
    case 'fields_mismatch': {
      const [where = '', ...says] = text.split(' ');
      return fieldsMismatch([violation('body', where, 'too_long', says.join(' '))]);
    }
    case 'path_taken':
      return new FootfallError(refusal, text.replace('{}', path), { field: 'path', conflictingId: holder });
    default:
      return new FootfallError(refusal, text);
  }
}

/** What became of a row. */
interface RowOutcome {
  outcome: 'created' | 'updated' | 'unchanged';
  personId: string | null;
  isNewPerson: boolean;
  audienceId: string | null;
  isNewAudience: boolean;
  pageLinkId: string | null;
  path: string | null;
  words: Words | null;
}

/** The outcome of a row, or its error. */
export type Outcome = ({ ok: true } & RowOutcome) | { ok: false; error: FootfallError };

/** Whether a row was as the call said when the call was first carried out, and others have written it since. */
const wasLeft = ({ tried, revision, isOvertaken: isOthers }: Matched) =>
  tried === 'noted' && revision !== null && isOthers;

/** The error of a row that a retry leaves alone. */
const lostError = ({ newPersonId }: Fields, { tried, personId }: Matched) =>
  tried !== 'again' && personId === newPersonId
    ? new FootfallError('person_not_found', 'The person was erased meanwhile.')
    : new FootfallError(
        'database_unavailable',
        'The database did not answer at first, and somebody else may have written this row meanwhile. Send it again if it is to say this.',
      );

/** The outcome of a row. In a dry run there is no id of what would be new. */
export function outcomeOf(fields: Fields, row: FilledRow, found: Matched, isDryRun: boolean): Outcome {
  if (found.refusal) return { ok: false, error: refusalOf(found.refusal, found, fields) };
  const { personId, pathName } = found;
  const isKept = isDryRun || found.isWritten || found.isSame;
  if (!isKept && !wasLeft(found)) return { ok: false, error: lostError(fields, found) };
  const isNewPerson = personId === fields.newPersonId;
  const isNewAudience = isDryRun ? found.audienceId === null : found.audienceId === fields.newAudienceId;
  // Others may have written the row since, if the answer was lost.
  const isNew = isDryRun ? found.revision === null : Boolean(found.isFirst);
  return {
    ok: true,
    outcome: isNew ? 'created' : (found.isSame || !isKept) && !found.isWritten ? 'unchanged' : 'updated',
    personId: isDryRun && isNewPerson ? null : personId,
    isNewPerson,
    audienceId: found.audienceId,
    isNewAudience,
    pageLinkId: found.pageLinkId,
    path: found.path ?? (pathName && fields[pathName]),
    words: isDryRun ? row.words : null,
  };
}

/** A version that rows have queued. */
export interface Queued {
  versionId: string;
  transitionId: string;
}

/** What SQL says of each row, by its position. */
export const foundIn = (returned: Returned[]) =>
  new Map(
    returned.map(({ position, matched: json, tried }) => [
      position,
      { ...(JSON.parse(json) as Omit<Matched, 'tried'>), tried },
    ]),
  );

/** The versions that rows have queued. */
export function queuedOf(fields: (Fields | undefined)[], returned: Returned[]): Queued[] {
  const found = foundIn(returned.filter(({ matched: json }) => json !== undefined));
  return fields.flatMap((one, index) => {
    const { versionId = null, isQueued } = found.get(index) ?? {};
    return one && versionId !== null && isQueued ? [{ versionId, transitionId: one.writeId }] : [];
  });
}
