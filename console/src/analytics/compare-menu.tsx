import { useId } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { MenuLink } from '../kit/menu-button.tsx';
import { clock, dateFormat, daySpan, firstWeekday, zoneName } from '../lib/format.ts';
import { zones } from '../lib/usual-zone.ts';
import { go, useRoute } from '../nav/router.ts';
import { inZone } from '../nav/zone.ts';
import { type Comparison, spanInWords } from './compare.ts';
import { daysBetween, type Span } from './days.ts';
import { compareAddress, type Range, type RangeName, rangeAddress, rangeOf, ranges } from './range.ts';

interface RangeMenuProps {
  range: Range;
  /** The ranges that have a button of their own, for which a narrow screen has no room. */
  shown: RangeName[];
  /** Those that have none. */
  names: RangeName[];
  onChoose: () => void;
  onDays: () => void;
}

/** The 5th of January 1970 was a Monday. */
const weekdayName = (number: number) =>
  dateFormat('UTC', { weekday: 'long' }).format(Date.UTC(1970, 0, 4 + number));

/** The ranges that are looked at less often, each with its days, and the way to days of one's own. */
export function RangeMenu({ range, shown, names, onChoose, onDays }: RangeMenuProps) {
  const { query } = useRoute();
  const id = useId();
  const daysOf = (name: RangeName) => {
    const { firstDay, lastDay } = rangeOf({ zone: query.zone, range: name });
    return daySpan(firstDay, lastDay, 'UTC');
  };
  const toRange = (name: RangeName) => (
    <MenuLink
      key={name}
      href={rangeAddress(name, range.comparison)}
      isNow={range.name === name}
      title={`${ranges[name].label} (${ranges[name].keys})`}
      onClick={onChoose}
    >
      {ranges[name].label}
      <span class="muted">{daysOf(name)}</span>
    </MenuLink>
  );
  return (
    <>
      <div class="hidden-ranges">{shown.map(toRange)}</div>
      {names.map(toRange)}
      <Button kind="item" onClick={onDays}>
        Choose the days …
      </Button>
      <div class="menu-item row">
        <label for={id}>Time zone</label>
        <select
          id={id}
          class="grow"
          value={range.zone}
          onChange={({ currentTarget }) => go(inZone(currentTarget.value))}
        >
          {zones().map((zone) => (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ))}
        </select>
      </div>
      <p class="note muted">Weeks begin on {weekdayName(firstWeekday())}.</p>
    </>
  );
}

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
  const unit = comparison === 'matched' ? units[name] : undefined;
  const weeks = Math.ceil(count / 7);
  const earlier = weeks === 1 ? 'a week before' : `${weeks} weeks before`;
  return unit ?? `Same ${count === 1 ? 'weekday' : 'weekdays'}, ${earlier}`;
}

interface CompareMenuProps {
  range: Range;
  onChoose: () => void;
  onDays: () => void;
}

/** What the range can be compared with, each with its days. Two ways to the same days are one. */
export function CompareMenu({ range, onChoose, onDays }: CompareMenuProps) {
  const { query } = useRoute();
  const ways = (['matched', 'weekday', 'previous', 'year'] as const)
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
