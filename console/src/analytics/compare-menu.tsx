import { Button } from '../kit/button.tsx';
import { MenuLink } from '../kit/menu-button.tsx';
import { clock } from '../lib/format.ts';
import { useRoute } from '../nav/router.ts';
import type { Comparison } from './compare.ts';
import { daysBetween, type Span } from './days.ts';
import { type Range, rangeOf } from './range.ts';
import { compareAddress } from './range-address.ts';
import { spanInWords } from './span-words.ts';

const units: Partial<Record<Range['name'], string>> = {
  week: 'Week before',
  'last-week': 'Week before',
  month: 'Month before',
  'last-month': 'Month before',
  '12m': '12 months before',
  year: 'Year before',
};

/** What a range is compared with, in words. */
function wordsFor(comparison: Comparison, { name, firstDay, lastDay }: Range): string {
  const count = daysBetween(firstDay, lastDay) + 1;
  if (comparison === 'year') return `Same ${count === 1 ? 'date' : 'dates'}, a year before`;
  if (comparison === 'previous') return count === 1 ? 'Day before' : `${count} days before`;
  const weeks = Math.ceil(count / 7);
  const earlier = weeks === 1 ? 'a week before' : `${weeks} weeks before`;
  return units[name] ?? `Same ${count === 1 ? 'weekday' : 'weekdays'}, ${earlier}`;
}

export interface CompareMenuProps {
  range: Range;
  onChoose: () => void;
  onDays: () => void;
}

/** What the range can be compared with, each with its days. Two ways to the same days are one. */
export function CompareMenu({ range, onChoose, onDays }: CompareMenuProps) {
  const { query } = useRoute();
  const ways = (['matched', 'previous', 'year'] as const)
    .map((comparison) => ({ comparison, of: rangeOf({ ...query, compare: comparison }).elapsed }))
    .filter(({ of }, index, all) => all.findIndex((way) => way.of?.startDate === of?.startDate) === index);
  const isNow = (of: Span | undefined) =>
    range.comparison !== 'custom' && of?.startDate === range.elapsed?.startDate;
  return (
    <>
      {ways.map(({ comparison, of }) => (
        <MenuLink key={comparison} href={compareAddress(comparison)} isNow={isNow(of)} onClick={onChoose}>
          {wordsFor(comparison, range)}
          <span class="muted">{of && spanInWords(of, range.zone)}</span>
        </MenuLink>
      ))}
      <Button kind="item" aria-current={range.comparison === 'custom' ? 'true' : undefined} onClick={onDays}>
        Choose the days …
      </Button>
      <MenuLink href={compareAddress('off')} isNow={!range.comparison} onClick={onChoose}>
        Nothing
      </MenuLink>
      {range.elapsed && range.isPart && (
        <p class="note muted">
          This range is not over: figures are compared up to the same time of day,{' '}
          {clock(range.elapsed.endDate, range.zone)}.
        </p>
      )}
    </>
  );
}
