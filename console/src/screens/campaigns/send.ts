import type { CampaignRowsResult, CampaignRowWrite } from '@footfall/client';
import { fieldLabels } from '../../../../src/lib/import/fields.ts';
import { columnProblem, type Write } from '../../../../src/lib/import/read-row.ts';
import type { Row } from '../../../../src/lib/import/rows.ts';
import { chunkLength, type Refused } from '../../../../src/lib/import/run.ts';
import { type Attempts, type Result, sendAll } from '../../../../src/lib/import/send.ts';
import { type PeopleList, planOf, type Recipient, whoIs } from './people.ts';

/** What the service says of a row. */
type RowResult = CampaignRowsResult['results'][number];

type Outcome = 'created' | 'updated' | 'unchanged';

/** How far a list is, and what became of its rows. */
export interface Progress {
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  newPersons: number;
  refused: Refused[];
  /** What became of each row that was not refused. */
  outcomes: ReadonlyMap<Row, Outcome>;
  /** The persons of these rows, by their ids and by what the list says. */
  persons: ReadonlySet<string>;
}
export const nothingDone: Progress = {
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  newPersons: 0,
  refused: [],
  outcomes: new Map(),
  persons: new Set(),
};

/** What a column or a field is called, by its path behind the row: `columns.topic`, `words.metadataOverride.title`. */
export type LabelOf = (path: string) => string;

/** What a path of a row is called for who wrote the list. */
export const labelIn =
  (fields: readonly { path: string; label: string }[]): LabelOf =>
  (path) => {
    if (path === 'path') return 'The link';
    const name = path.replace(/^(?:words|columns|person)\./, '');
    if (path.startsWith('words.'))
      return fields.find((field) => name === field.path || name.startsWith(`${field.path}.`))?.label ?? name;
    return fieldLabels[name as keyof typeof fieldLabels] ?? name;
  };

/** Why a row is refused, in the words of the list. */
function reasonOf(
  { detail, errors }: NonNullable<RowResult['problem']>,
  { person = {} }: CampaignRowWrite,
  labelOf: LabelOf,
): string {
  if (!errors?.length) return detail;
  return errors
    .map(({ path, message }) => {
      const [, , ...rest] = path.split('.');
      if (rest.length === 0) return `The row ${message}.`;
      const isMissing = rest[0] === 'columns' && message.startsWith('has no value');
      const value = person[rest.at(-1) as keyof typeof person];
      if (value && rest[0] !== 'words') return columnProblem(labelOf(rest.join('.')), value, message);
      return `${labelOf(rest.join('.'))} ${isMissing ? 'is empty here, and a text has no default for it' : message}.`;
    })
    .join(' ');
}

const resultOf = (
  { status, outcome, problem }: RowResult,
  write: CampaignRowWrite,
  labelOf: LabelOf,
): Result => ({
  status,
  outcome,
  replayed: false,
  problem: problem && { code: '', detail: reasonOf(problem, write, labelOf) },
});

/** How people are sent. */
export interface Sending extends Attempts {
  ask: (rows: CampaignRowWrite[]) => Promise<Pick<CampaignRowsResult, 'results'>>;
  writeOf: (recipient: Recipient) => CampaignRowWrite;
  labelOf: LabelOf;
  /** What a check said that would become of the rows. */
  checked?: ReadonlyMap<Row, Outcome>;
  from?: Progress;
  onProgress: (progress: Progress) => void;
}

/**
 * Sends the people of a list, a hundred a request, and says how far it is after each. A request without an answer is sent
 * again: a row that was written is not written twice, and counts as the check said, because a second answer says
 * `unchanged` of it. Throws what stops all, and the reason of the signal.
 */
export async function sendPeople({ recipients, headings }: PeopleList, sending: Sending): Promise<Progress> {
  const { ask, writeOf, labelOf, checked, from = nothingDone, onProgress } = sending;
  const plan = planOf(headings, []);
  let progress = from;
  // The last request before a stop may have been carried out.
  let mayBeSent = sending.from !== undefined;
  while (progress.done < recipients.length) {
    sending.signal?.throwIfAborted();
    const chunk = recipients.slice(progress.done, progress.done + chunkLength);
    const writes: Write[] = chunk.map((one) => ({ ...writeOf(one) }));
    const results = new Map<Write, RowResult>();
    const answers = await sendAll({ kind: 'persons', writes, onConflict: 'fill', isDryRun: false }, plan, {
      ...sending,
      send: async (request) => {
        const sent = request.writes as CampaignRowWrite[];
        const given = await ask(sent);
        for (const [at, write] of request.writes.entries())
          results.set(write, given.results[at] as RowResult);
        return given.results.map((result, at) => resultOf(result, sent[at] ?? {}, labelOf));
      },
    });
    const next = { ...progress, refused: [...progress.refused], done: progress.done + chunk.length };
    const outcomes = new Map(progress.outcomes);
    const persons = new Set(progress.persons);
    for (const [at, answer] of answers.entries()) {
      const { row } = chunk[at] as Recipient;
      const who = whoIs(chunk[at] as Recipient);
      const { isNewPerson = false, personId = null } = results.get(writes[at] as Write) ?? {};
      if ('reasons' in answer) {
        next.refused.push({ row, reasons: answer.reasons });
        continue;
      }
      // A second row of somebody is no second person and page. A dry run looks at each row alone.
      const isFirst = !persons.has(who) && !persons.has(personId ?? who);
      const said = isFirst && (mayBeSent || answer.isRetried) ? checked?.get(row) : undefined;
      const alone = said ?? answer.outcome;
      const outcome = alone === 'created' && !isFirst ? 'updated' : alone;
      next[outcome] += 1;
      if (isNewPerson && isFirst) next.newPersons += 1;
      outcomes.set(row, outcome);
      persons.add(who).add(personId ?? who);
    }
    mayBeSent = false;
    progress = { ...next, outcomes, persons };
    onProgress(progress);
  }
  return progress;
}
