import { listAlertFirings } from '@footfall/client';
import { useListOf } from '../../data/list.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { FiredList } from './fired-list.tsx';

/** What an alert has told, newest first. */
export function Firings({ alertId }: { alertId: string }) {
  const list = useListOf('alert-firings', listAlertFirings, {
    path: { alert_id: alertId },
    query: { limit: 20 },
  });
  return (
    <section class="stack" aria-labelledby="firings">
      <h3 id="firings">What it sent</h3>
      <Await query={{ ...list, data: list.items }} skeleton={<Skeleton lines={4} />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="Nothing yet">
              What it sends from now on is listed here for as long as events are saved.
            </Empty>
          ) : (
            <>
              <FiredList items={items} />
              <ListFooter list={list} />
            </>
          )
        }
      </Await>
    </section>
  );
}
