import { visible } from '../../lib/visible.ts';
import type { Campaign, CampaignRowsResult } from '../../visits/campaigns/schemas.ts';
import type { Words } from '../../visits/campaigns/words.ts';
import { quoted, textOf } from './question.ts';

type Result = CampaignRowsResult['results'][number];

/** A row that has or gets a page. Rows are counted from 1. */
export interface Made {
  row: number;
  outcome: NonNullable<Result['outcome']>;
  address: string;
  result: Result;
}
/** A row that gets none. */
export interface Refused {
  row: number;
  why: string;
}

/** What would become of rows. */
interface Described {
  made: Made[];
  refused: Refused[];
  page: { title: string };
  campaign: Campaign;
  /** As the call has them. */
  rows: unknown[];
  origin: string;
}

/** The most refused rows that a question names. */
const mostRefused = 20;

const singles = {
  supplementaryContext: 'Context',
  actionUrlOverride: 'Action URL',
  actionFormIdOverride: 'Action form',
  actionFormInstructionsOverride: 'Instructions of the form',
} as const;

/** The words of a row, by the names that a person knows. */
function textsOf({ fieldOverrides = {}, metadataOverride = {}, ...rest }: Words): [string, string][] {
  return [
    ...Object.entries(singles).flatMap(([name, label]): [string, string][] => {
      const text = rest[name as keyof typeof singles];
      return text === undefined ? [] : [[label, text]];
    }),
    ...Object.entries(fieldOverrides).map(([name, value]): [string, string] => [
      `Field ${name}`,
      textOf(value),
    ]),
    ...Object.entries(metadataOverride).map(([name, value]): [string, string] => [
      `Metadata ${name}`,
      textOf(value),
    ]),
  ];
}
const wordsOf = ({ result }: Made) => textsOf((result.words ?? {}) as Words);
const lengthOf = (one: Made) => wordsOf(one).reduce((sum, [, text]) => sum + text.length, 0);

/** The first row, the one with the longest words, and the last: a text that is odd is most often long. */
function examplesOf(made: Made[]): Made[] {
  const inner = made.slice(1, -1);
  const longest = Math.max(...inner.map(lengthOf));
  const chosen = [made[0], inner.find((one) => lengthOf(one) === longest), made.at(-1)];
  return [...new Set(chosen.filter((one) => one !== undefined))];
}

/** Who a row is for, as the call says it. */
function whoIn(row: unknown): string {
  const { person = {}, personId } = (row ?? {}) as { person?: Record<string, unknown>; personId?: unknown };
  const { name, email, linkedinProfileUrl, phoneNumber } = person;
  return [name, email ?? linkedinProfileUrl ?? phoneNumber ?? personId].filter(Boolean).join(', ');
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** What becomes of all rows, in sentences. */
function countsOf(made: Made[], refused: Refused[]): string[] {
  const count = (is: (result: Made['result']) => boolean) => made.filter(({ result }) => is(result)).length;
  const isNew = count(({ isNewPerson }) => isNewPerson);
  const isKept = count(({ outcome, isNewAudience }) => outcome === 'created' && !isNewAudience);
  const isUpdated = count(({ outcome }) => outcome === 'updated');
  const isSame = count(({ outcome }) => outcome === 'unchanged');
  return [
    `${people(isNew)} new, ${made.length - isNew} known already, ${refused.length} refused.`,
    ...(isKept > 0 ? [`${people(isKept)} had this page already: these words replace theirs.`] : []),
    ...(isUpdated > 0 ? [`${people(isUpdated)} of this campaign get other words, and keep the link.`] : []),
    ...(isSame > 0 ? [`${people(isSame)} of this campaign stay as they are.`] : []),
  ];
}

/** The question to a user: for whom pages are made, three of them with their words and links, and who gets none and why. */
export function pagesQuestion({ made, refused, page, campaign, rows, origin }: Described): string {
  const changing = made.filter(({ outcome }) => outcome !== 'unchanged');
  const examples = examplesOf(changing);
  const lines = [
    `Make pages for ${people(changing.length)}, live at once, each with its link?`,
    // Names may be chosen by somebody else, with quotes: they are in no sentence.
    `Page:${quoted(page.title)}`,
    `Campaign:${quoted(campaign.name)}`,
    ...countsOf(made, refused),
    '',
    `${examples.length} of these pages:`,
    ...examples.flatMap((one) => [
      `Row ${one.row}:${quoted(whoIn(rows[one.row - 1]))}`,
      `Link:${quoted(one.address)}`,
      ...wordsOf(one).map(([label, text]) => `${label}:${text === '' ? ' nothing' : quoted(text)}`),
      '',
    ]),
    ...refused.slice(0, mostRefused).map(({ row, why }) => `Row ${row} is refused:${quoted(why)}`),
    ...(refused.length > mostRefused ? [`${refused.length - mostRefused} more are refused.`] : []),
    `The other texts are those of the page. Later all is at ${origin}/console/#/pages/${campaign.pageId}`,
  ];
  return visible(lines.join('\n')).toWellFormed();
}
