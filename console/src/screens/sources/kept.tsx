import {
  deleteKeptDelivery,
  getKeptDelivery,
  type KeptDeliverySummary,
  listKeptDeliveries,
  type Source,
} from '@footfall/client';
import { useEffect } from 'preact/hooks';
import { ask, orReadAgain, type Read, useAnswer, useMutation } from '../../data/api.ts';
import { deleteLater, useDeleting } from '../../data/deleting.ts';
import { useListOf } from '../../data/list.ts';
import { refresh } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { Json } from '../../kit/json.tsx';
import { Await, Empty, ListFooter, Skeleton } from '../../kit/states.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { toast } from '../../lib/toasts.ts';
import { typeInWords } from '../timeline/log-types.ts';
import { BodyPicker, fieldNames } from './body-picker.tsx';
import { MapKept } from './map-kept.tsx';
import { type MappedField, withPath } from './paths.ts';
import { changeSource, reasonInWords } from './words.ts';

interface Reading extends Read<Source> {
  mayManage: boolean;
}

/** Deletes a kept delivery some seconds later, in which it can be undone. */
const remove = ({ sourceId, keptId }: KeptDeliverySummary): void =>
  deleteLater({
    id: keptId,
    text: 'The delivery was deleted',
    send: () => ask(deleteKeptDelivery, { path: { source_id: sourceId, kept_id: keptId }, keepalive: true }),
  });

/** The body of a kept delivery, in which a click says what is what. */
function Kept({
  kept,
  source: { data: source, match, mayManage },
}: {
  kept: KeptDeliverySummary;
  source: Reading;
}) {
  const { sourceId, keptId } = kept;
  const path = { source_id: sourceId, kept_id: keptId };
  // What has become a log since is not asked for again.
  const one = useAnswer('kept-delivery', getKeptDelivery, { path }, { isFinal: true });
  const pick = useMutation(
    ({ field, path }: { field: MappedField; path: string }) =>
      orReadAgain(changeSource(sourceId, { mapping: withPath(source, field, path) }, match)),
    { onDone: (_, { field, path }) => toast(`The ${fieldNames[field]} is now looked for at ${path} first`) },
  );
  return (
    <>
      <p class="muted link-text">{kept.deliveryId}</p>
      <Await query={one} what="the delivery" skeleton={<Skeleton lines={6} />}>
        {({ body }) =>
          mayManage ? (
            <BodyPicker
              body={body}
              isBusy={pick.isRunning}
              onPick={(field, path) => pick.run({ field, path })}
            />
          ) : (
            <Json value={body} />
          )
        }
      </Await>
      <NotDone error={pick.error} />
      {mayManage && (
        <p class="row row-end">
          <Button kind="delete" onClick={() => remove(kept)}>
            Delete
          </Button>
        </p>
      )}
    </>
  );
}

/** What a source keeps because it names nobody, what its bodies say, and how it becomes logs. */
export function KeptPart(source: Reading) {
  const { sourceId, keptCount } = source.data;
  const list = useListOf('kept-deliveries', listKeptDeliveries, {
    path: { source_id: sourceId },
    query: { limit: 20 },
  });
  // The source is asked for all the time: when it keeps more, or less, the list is another.
  useEffect(() => refresh('kept-deliveries'), [keptCount]);
  const isDeleting = useDeleting();
  return (
    <section class="stack" aria-label="Kept">
      {keptCount > 0 && (
        <p class="muted">
          These name nobody by an email, a phone number or a profile. They go 30 days after they came.
          {source.mayManage && ' Open one, say what is what, and use the mapping for all.'}
        </p>
      )}
      {source.mayManage && <MapKept sourceId={sourceId} keptCount={keptCount} />}
      <Await query={{ ...list, data: list.items }} what="what is kept" skeleton={<Skeleton lines={4} />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="Nothing is kept">
              <p>What names nobody would stand here.</p>
            </Empty>
          ) : (
            <Timeline
              items={items
                .filter(({ keptId }) => !isDeleting(keptId))
                .map((kept) => ({
                  id: kept.keptId,
                  at: kept.receivedAt,
                  title: typeInWords(kept.type),
                  note: reasonInWords(kept.reason),
                  details: () => <Kept kept={kept} source={source} />,
                }))}
            />
          )
        }
      </Await>
      <ListFooter list={list} />
    </section>
  );
}
