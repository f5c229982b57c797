import { MenuButton, MenuLink } from '../kit/menu-button.tsx';
import { useActions } from '../nav/actions.ts';
import { go, here, useRoute } from '../nav/router.ts';
import { lineOf, measureBelow, measures, shownMeasure } from './measures.ts';

/** Adds the chart of a second measure below the first, over the same time, or takes it away. */
export function AndMeasure() {
  const { query } = useRoute();
  const first = shownMeasure(query.metric);
  const second = measureBelow(first, query.and);
  // Two measures with one count have one line.
  const others = measures.filter(
    ({ count }, index) =>
      count !== first.count && measures.findIndex((other) => other.count === count) === index,
  );
  useActions(
    others.map((measure) => ({
      title: `Compare with a measure: ${lineOf(measure).label}`,
      run: () => go(here({ and: measure.line })),
    })),
  );
  return (
    <MenuButton
      label="+ Compare with a measure"
      title="A second chart below the first, for the same range"
      class="link"
      isChosen={second !== undefined}
    >
      {(close) => (
        <>
          {others.map((measure) => (
            <MenuLink
              key={measure.line}
              href={here({ and: measure.line })}
              isNow={second !== undefined && measure.count === second.count}
              onClick={close}
            >
              {lineOf(measure).label}
            </MenuLink>
          ))}
          {second && (
            <MenuLink href={here({ and: undefined })} onClick={close}>
              Nothing
            </MenuLink>
          )}
        </>
      )}
    </MenuButton>
  );
}
