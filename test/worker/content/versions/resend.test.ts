import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { dayMs, minuteMs } from '../../../../src/lib/durations.ts';
import { queue } from '../../support/calls.ts';
import { send } from '../../support/client.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import {
  at,
  monday,
  newPaths,
  publishAt,
  readVersion,
  sentAt,
  start,
  withDraft,
} from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

test('the cron resends versions that are due, once a minute at most, and no others', async () => {
  const [due, fresh] = [await newPaths(), await newPaths()];
  const queue = new HeldQueue();
  const publish = (version: string) => send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
  const sent = ({ latestVersion }: Audience) =>
    queue.sent.filter(({ versionId }) => versionId === latestVersion.versionId);
  await publish(due.version);
  await queue.sweep();
  expect(sent(due)).toEqual([queue.sent[0], queue.sent[0]]);
  await publish(fresh.version);
  await queue.cron();
  expect([sent(due), sent(fresh)].map(({ length }) => length)).toEqual([2, 1]);
});

describe('a publish for a later time', () => {
  beforeEach(() => setClock(start));
  afterEach(() => vi.useRealTimers());

  test('is sent again after a minute if its message was lost, and goes live once', async () => {
    const of = await withDraft();
    await ok(publishAt(of, monday));
    const [lost] = await sentAt(of, monday);
    const [second] = await sentAt(of, at(5 * dayMs + minuteMs));
    expect(second).toEqual(lost);
    await queue.deliver(second);
    const live = await readVersion(of, of.latestVersion);
    expect(live.publishedAt).toBe(at(5 * dayMs + minuteMs));
    expect(await writesNothing(() => queue.deliver(lost))).toBe('ack');
    expect(await readVersion(of, of.latestVersion)).toEqual(live);
  });
});
