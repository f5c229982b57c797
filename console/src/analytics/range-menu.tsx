import { Button } from '../kit/button.tsx';
import { MenuLink } from '../kit/menu-button.tsx';
import { dateFormat, daySpan, firstWeekday, zoneName } from '../lib/format.ts';
import { useRoute } from '../nav/router.ts';
import { type Range, type RangeName, rangeOf, ranges } from './range.ts';
import { rangeAddress } from './range-address.ts';

export interface RangeMenuProps {
  range: Range;
  /** The ranges that have no button of their own. */
  names: RangeName[];
  onChoose: () => void;
  onDays: () => void;
}

/** The 5th of January 1970 was a Monday. */
const weekdayName = (number: number) =>
  dateFormat('UTC', { weekday: 'long' }).format(Date.UTC(1970, 0, 4 + number));

/** The ranges that are looked at less often, each with its days, and the way to days of one's own. */
export function RangeMenu({ range, names, onChoose, onDays }: RangeMenuProps) {
  const { query } = useRoute();
  const daysOf = (name: RangeName) => {
    const { firstDay, lastDay } = rangeOf({ zone: query.zone, range: name });
    return daySpan(firstDay, lastDay, 'UTC');
  };
  return (
    <>
      {names.map((name) => (
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
      ))}
      <Button kind="item" onClick={onDays}>
        Choose days or time zone …
      </Button>
      <p class="note muted">
        Weeks begin on {weekdayName(firstWeekday())}. Days follow {zoneName(range.zone)}.
      </p>
    </>
  );
}
