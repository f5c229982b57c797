import { listAccountLogs } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useList } from '../../data/list.ts';
import { Await } from '../../kit/await.tsx';
import { Json } from '../../kit/json.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Empty } from '../../kit/states.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { happenedAt } from '../persons/log-item.tsx';

/** The logs of an account, newest first. Their payloads unfold. */
export function AccountLogs({ id }: { id: string }) {
  const logs = useList(['account-logs', id], (cursor, signal) =>
    ask(listAccountLogs, {
      path: { account_id: id },
      query: { limit: 50, ...(cursor && { cursor }) },
      signal,
    }),
  );
  return (
    <Await query={{ ...logs, data: logs.items }}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="No logs of this company yet">
            <code>POST /v0/account_logs</code> writes one.
          </Empty>
        ) : (
          <>
            <p class="note muted">The times are when Footfall received the logs.</p>
            <Timeline
              items={items.map(({ accountLogId, createdAt, occurredAt, source, type, payload }) => ({
                id: accountLogId,
                at: createdAt,
                title: type,
                note: source + happenedAt(occurredAt),
                details: <Json value={payload} />,
              }))}
            />
            <ListFooter list={logs} />
          </>
        )
      }
    </Await>
  );
}
