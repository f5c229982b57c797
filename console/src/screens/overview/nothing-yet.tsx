import { RangePicker } from '../../analytics/range-picker.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { here, link, useRoute } from '../../nav/router.ts';
import { useFound } from '../start/first-steps.ts';
import { FirstUse } from '../start/start.tsx';

const ofYear = { range: '12m', from: undefined, to: undefined };

/** A range without visits, in place of zeros and an empty chart. Before the first visit there is no range to choose. */
export function NothingYet() {
  const isYear = useRoute().query.range === '12m';
  return (
    <Await query={useFound()} skeleton={<Skeleton lines={8} />}>
      {(found) =>
        found.hasVisit ? (
          <>
            <Toolbar title="Overview" range={<RangePicker />} />
            <Empty title="No visits in this range">
              <p>
                {!isYear && (
                  <>
                    <a href={here(ofYear)}>Show the last 12 months</a>, or see your pages.{' '}
                  </>
                )}
                A page without visits has the script that its website needs, ready to copy.
              </p>
              <p>
                <a class="button button-main" href={link('pages')}>
                  See your pages
                </a>
              </p>
            </Empty>
          </>
        ) : (
          <FirstUse found={found} />
        )
      }
    </Await>
  );
}
