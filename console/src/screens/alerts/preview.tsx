import { type AlertCreate, type AlertFiring, type AlertPreview, previewAlert } from '@footfall/client';
import { useState } from 'preact/hooks';
import type { AlertType } from '../../../../src/vocabulary/conditions.ts';
import { firedSentences } from '../../../../src/vocabulary/firing-sentences.ts';
import { ask, useMutation } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { dayAndTime, decimal, plural, shortDate, shortDay, zoneName } from '../../lib/format.ts';
import { kindOf, link, open } from '../../nav/router.ts';
import { type NameOf, useRecordNames } from './words.ts';

/** The address of what a firing is about, if it is not gone. */
function addressOf({ subject, facts }: Fired, nameOf: NameOf): string | undefined {
  if (facts.type === 'service_stalled') return link('settings', {}, { part: 'system' });
  if (subject === null || !nameOf(subject)) return undefined;
  return kindOf(subject) === 'page' ? link('page', { pageId: subject }) : open(subject);
}

/** Something that an alert has sent, or would have: then with the visit that met its condition. */
export type Fired = Pick<AlertFiring, 'firedAt' | 'subject' | 'facts'> & {
  visit?: AlertPreview['items'][number]['visit'] | undefined;
};

/** What an alert has sent, as a sentence: in the words that its channel got, and with times of the zone of the alert. */
export function firedInWords(fired: Fired, nameOf: NameOf, zone: string): string {
  const { visit, firedAt } = fired;
  const time = (at: string) => `${dayAndTime(at, zone)} (${zoneName(zone)})`;
  const last = visit && {
    person: (visit.personId !== null && nameOf(visit.personId)) || undefined,
    page: nameOf(visit.pageId) || 'a page',
    at: time(firedAt),
  };
  return firedSentences(
    { ...fired, last: last ?? undefined },
    {
      number: decimal,
      nameOf,
      // A date without a time.
      day: (date) => shortDay(date, 'UTC'),
      date: (date) => shortDate(date, 'UTC'),
      time,
    },
  ).join(' ');
}

/** The records whose names these sentences need. */
export const namesNeeded = (all: readonly Fired[]): string[] => [
  ...new Set(
    all.flatMap(({ subject, facts, visit }) => {
      if (facts.type !== 'weekly_report')
        return [subject, visit?.personId, visit?.pageId].flatMap((id) => id ?? []);
      const { bestAudience: best, accountIds } = facts;
      return [subject, best?.audienceId, best?.against?.audienceId, ...accountIds].flatMap((id) => id ?? []);
    }),
  ),
];

export interface FiredListProps {
  items: readonly Fired[];
  /** The time zone of the alert. */
  zone: string;
  /** The name of the alert, which a message begins with. */
  name?: string | undefined;
  /** Without links. */
  isPlain?: boolean | undefined;
}

/** What an alert has sent, newest first, as sentences that lead to what they are about. */
export function FiredList({ items, zone, name, isPlain = false }: FiredListProps) {
  const nameOf = useRecordNames(namesNeeded(items));
  const words = (fired: Fired) => `${name ? `${name}: ` : ''}${firedInWords(fired, nameOf, zone)}`;
  return (
    <Timeline
      items={items.map((fired, index) => {
        const address = isPlain ? undefined : addressOf(fired, nameOf);
        return {
          id: `${fired.firedAt} ${fired.subject} ${index}`,
          at: fired.firedAt,
          title: address ? (
            <a class="sentence" href={address}>
              {words(fired)}
            </a>
          ) : (
            words(fired)
          ),
        };
      })}
    />
  );
}

/** How many there were, in words. */
const counted = ({ items, isCut }: AlertPreview, type: AlertType): string => {
  // Which jobs were stalled before is not known.
  if (type === 'service_stalled')
    return items.length === 0
      ? 'It would send nothing now: no job has stalled.'
      : `It would send ${plural(items.length, 'message')} now:`;
  if (items.length === 0)
    return isCut
      ? 'It would have sent nothing for the latest 10,000 visits. Earlier visits of the last 7 days were not checked.'
      : 'It would have sent nothing in the last 7 days.';
  return isCut
    ? `It would have sent at least ${plural(items.length, 'message')} in the last 7 days. The newest:`
    : `It would have sent ${plural(items.length, 'message')} in the last 7 days:`;
};

export interface PreviewProps {
  body: AlertCreate;
  /** It stands in a form, which no link leaves. */
  isPlain?: boolean;
}

/** A button that shows what an alert would have sent in the last 7 days. Nothing is sent. */
export function Preview({ body, isPlain }: PreviewProps) {
  const preview = useMutation((of: AlertCreate) => ask(previewAlert, { body: of }));
  const [shown, setShown] = useState<{ of: string; answer: AlertPreview }>();
  const of = JSON.stringify([body.condition, body.timezone]);
  // What was asked for another condition, or with other days, says nothing of this one.
  const answer = shown?.of === of ? shown.answer : undefined;
  return (
    <div class="stack">
      <p>
        <Button
          isBusy={preview.isRunning}
          onClick={async () => {
            const found = await preview.run(body);
            if (found) setShown({ of, answer: found });
          }}
        >
          {preview.isRunning ? 'Checking …' : 'What would it have sent?'}
        </Button>
      </p>
      <div role="status" class="stack">
        {answer && <p>{counted(answer, body.condition.type)}</p>}
        {answer && answer.items.length > 0 && (
          <FiredList items={answer.items} zone={body.timezone ?? 'UTC'} name={body.name} isPlain={isPlain} />
        )}
      </div>
      <NotDone error={preview.error} />
    </div>
  );
}
