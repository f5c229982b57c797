import { env } from 'cloudflare:workers';
import { silent } from '../../support/faults.ts';
import { counts, dateOf, deliver, leftOut, list, onNewPage, page, today } from '../../support/left-out.ts';
import { analytics, sessions } from '../../support/places.ts';
import { day, minute, now } from '../../support/times.ts';
import { held, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();
beforeAll(onNewPage);

describe('a visit that is left out', () => {
  test('counts once, however often it is delivered and in whatever order', async () => {
    await onNewPage();
    const visit = leftOut();
    const copies = Array.from({ length: 50 }, (_, index) => ({ ...visit, receivedAt: now + index }));
    await deliver(...copies);
    await Promise.all(copies.map((copy) => deliver(copy)));
    await deliver(...copies.toReversed());
    expect(await counts()).toEqual([`${today} bot 1`]);
    expect(await analytics(page)).toMatchObject([{ totalSessions: 0 }]);
  });

  test('counts once when its beacons are on both sides of midnight', async () => {
    const midnight = Math.floor(now / day) * day;
    for (const order of [
      [-1, 1],
      [1, -1],
    ]) {
      await onNewPage();
      const visit = leftOut();
      for (const minutes of order) await deliver({ ...visit, receivedAt: midnight + minutes * minute });
      expect(await counts()).toHaveLength(1);
    }
    await onNewPage();
    const visit = leftOut();
    await deliver({ ...visit, receivedAt: midnight + 1 }, { ...visit, receivedAt: midnight - 1 });
    expect(await counts()).toEqual([`${dateOf(midnight - 1)} bot 1`]);
  });

  test('counts by its first reason', async () => {
    await onNewPage();
    const visit = leftOut({ reason: 'scanner' });
    await deliver(visit);
    await deliver({ ...visit, reason: 'own' });
    expect(await counts()).toEqual([`${today} scanner 1`]);
  });

  test.each([
    ['kind', 'left'],
    ['receivedAt', 'now'],
    ['reason', 'dull'],
    ['reason', null],
    ['pageId', null],
    ['analyticsSessionId', 1],
  ])('with a malformed %s (%j) is tried again, and the others count', async (name, value) => {
    await onNewPage();
    const { result } = await silent(() =>
      held.deliver([leftOut(), { ...leftOut(), [name]: value }, leftOut()]),
    );
    expect(result).toEqual(['ack', 'retry', 'ack']);
    expect(await counts()).toEqual([`${today} bot 2`]);
  });
});

describe('a visit of a page that does not exist', () => {
  test('counts without the id, which anyone can make up', async () => {
    const before = (await list('limit=100')).items.filter(({ pageId }) => pageId === null);
    expect(before).toEqual([]);
    const garbage = ["'; drop table pages; --", 'page_none', 'x'.repeat(255), '\u{1f4a9}', ''];
    await deliver(...garbage.map((pageId) => messageOf(visitOf(newId(), { pageId }))));
    const again = messageOf(visitOf(newId(), { pageId: 'page_none' }));
    await deliver(again, again);
    await deliver(
      leftOut({ pageId: 'page_none', reason: 'bot' }),
      leftOut({ pageId: 'page_nil', reason: 'bot' }),
    );
    expect((await list('limit=100')).items.filter(({ pageId }) => pageId === null)).toEqual([
      { date: today, pageId: null, reason: 'unknown_page', count: garbage.length + 1 },
      { date: today, pageId: null, reason: 'bot', count: 2 },
    ]);
    const { results } = await env.DB.prepare('select distinct page_id as id from left_out_visits').all();
    const kept = results.map(({ id }) => String(id));
    expect(kept.filter((id) => id !== '' && !/^page_[0-9a-z]{26}$/.test(id))).toEqual([]);
  });
});

describe('a visit counts as a session or as left out, never as both', () => {
  test.each([
    ['its first beacon is left out', [0, 1]],
    ['the queue turns the order round', [1, 0]],
    ['a beacon is left out again', [0, 1, 0]],
    ['all come twice', [0, 0, 1, 1, 0, 1]],
    ['all come in one batch', undefined],
  ])('when %s', async (_what, order) => {
    await onNewPage();
    const id = newId();
    const beacons = [
      leftOut({ analyticsSessionId: id, reason: 'scanner' }),
      messageOf(visitOf(id, page), now + 20_000),
    ];
    if (order) for (const index of order) await deliver(beacons[index]);
    else await deliver(...beacons, ...beacons);
    expect(await counts()).toEqual([]);
    expect((await sessions(page)).items.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual([id]);
  });

  test('when its beacons are a day apart', async () => {
    await onNewPage();
    const id = newId();
    await deliver(leftOut({ analyticsSessionId: id, receivedAt: now - day + minute }));
    const long = { elapsedMs: day, activeMs: day, engagedMs: 0 };
    await deliver(messageOf(visitOf(id, { ...page, ...long })));
    expect(await counts()).toEqual([]);
  });

  test('and others stay counted', async () => {
    await onNewPage();
    const id = newId();
    await deliver(leftOut(), leftOut({ analyticsSessionId: id }), leftOut({ reason: 'own' }));
    expect(await counts()).toEqual([`${today} own 1`, `${today} bot 2`]);
    await deliver(messageOf(visitOf(id, page)));
    expect(await counts()).toEqual([`${today} own 1`, `${today} bot 1`]);
  });

  test('as a session when it is left out later', async () => {
    await onNewPage();
    const id = newId();
    await deliver(messageOf(visitOf(id, page)));
    await deliver(leftOut({ analyticsSessionId: id, reason: 'own' }));
    expect(await counts()).toEqual([]);
  });
});
