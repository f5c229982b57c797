import type { CampaignRowsResult, CampaignRowWrite } from '@footfall/client';
import { fieldLabels } from '../../../../src/lib/import/fields.ts';
import { columnProblem } from '../../../../src/lib/import/read-row.ts';
import type { Refused } from '../../../../src/lib/import/run.ts';
import { type Attempts, type Result, sendAll } from '../../../../src/lib/import/send.ts';
import { type PeopleList, planOf, type Recipient } from './people.ts';

/** What the service says of a row. */
type RowResult = CampaignRowsResult['results'][number];

/** How far a list is, and what became of its rows. */
export interface Progress {
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  newPersons: number;
  refused: Refused[];
}
export const nothingDone: Progress = {
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  newPersons: 0,
  refused: [],
};

/** How many rows a request has. */
const chunkLength = 100;

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
  from?: Progress;
  onProgress: (progress: Progress) => void;
}

/**
 * Sends the people of a list, a hundred a request, and says how far it is after each. A request without an answer is sent
 * again: a row that was written is not written twice. Throws what stops all, and the reason of the signal.
 */
export async function sendPeople({ recipients, headings }: PeopleList, sending: Sending): Promise<Progress> {
  const { ask, writeOf, labelOf, from = nothingDone, onProgress } = sending;
  const plan = planOf(headings, []);
  let progress = from;
  while (progress.done < recipients.length) {
    sending.signal?.throwIfAborted();
    const chunk = recipients.slice(progress.done, progress.done + chunkLength);
    let newPersons = 0;
    const { answers } = await sendAll(
      {
        kind: 'persons',
        writes: chunk.map((one) => ({ ...writeOf(one) })),
        onConflict: 'fill',
        isDryRun: false,
      },
      plan,
      {
        ...sending,
        send: async ({ writes }) => {
          const sent = writes as CampaignRowWrite[];
          const { results } = await ask(sent);
          newPersons += results.filter(({ isNewPerson }) => isNewPerson).length;
          return results.map((result, at) => resultOf(result, sent[at] ?? {}, labelOf));
        },
      },
    );
    const next = { ...progress, refused: [...progress.refused], done: progress.done + chunk.length };
    next.newPersons += newPersons;
    for (const [at, answer] of answers.entries()) {
      if ('reasons' in answer)
        next.refused.push({ row: (chunk[at] as Recipient).row, reasons: answer.reasons });
      else next[answer.outcome] += 1;
    }
    progress = next;
    onProgress(progress);
  }
  return progress;
}
