import fc from 'fast-check';
import { mostFields } from '../../../../src/content/pages/fields.ts';
import type { Page, PageRead } from '../../../../src/content/pages/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { collectKey, type Problem, send } from '../../support/client.ts';
import { told } from '../../support/events.ts';
import { newPage, pathOf } from '../../support/pages.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { costOf } from '../../support/statements.ts';
import { day } from '../../support/times.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

type Of = { pageId: string };
/** A day in the past: its number since 1970. */
const today = Math.floor(Date.now() / day) - 40;
const dateOf = (days: number) => new Date(days * day).toISOString().slice(0, 10);
/** A visit that reports names. The collector takes fewer at once. */
const reports = (of: Of, days: number, ...names: string[]) =>
  messageOf(
    visitOf(newId(), { pageId: of.pageId, audienceId: null, foundFields: names.join() }),
    days * day + 5000,
  );
const read = (of: Of, headers: Record<string, string> = {}) =>
  send<PageRead & Problem>('GET', pathOf(of), undefined, { headers });
const found = async (of: Of) =>
  (await ok(read(of))).foundFields.map(({ name, lastSeenOn }) => `${name} ${lastSeenOn}`);
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `m${String(from + index).padStart(5, '0')}`);
const field = (name: string) => ({ name, label: name, kind: 'text' });

describe('the fields that visits have found on a page', () => {
  test('are there with the last day, by name', async () => {
    const page = await newPage();
    expect(await found(page)).toEqual([]);
    await merge(reports(page, today, 'hero', 'button'));
    await merge(reports(page, today + 2, 'hero'));
    await merge(reports(page, today + 1, 'hero', 'About_us-2'));
    expect(await found(page)).toEqual([
      `About_us-2 ${dateOf(today + 1)}`,
      `button ${dateOf(today)}`,
      `hero ${dateOf(today + 2)}`,
    ]);
  });

  test('come to the same in any order, together or alone, and repeated', async () => {
    const report = fc.record({
      days: fc.integer({ min: today, max: today + 45 }),
      names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'hero', 'b-2'), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(report, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async (all, random) => {
          const shuffled = () =>
            [...all, ...all.slice(0, 2)]
              .map((one) => ({ one, at: random.next().value }))
              .sort((a, b) => a.at - b.at)
              .map(({ one }) => one);
          const [together, alone] = [await newPage(), await newPage()];
          await merge(...shuffled().map(({ days, names }) => reports(together, days, ...names)));
          for (const { days, names } of shuffled()) await merge(reports(alone, days, ...names));
          const last = new Map<string, number>();
          for (const { days, names } of all)
            for (const name of names) last.set(name, Math.max(days, last.get(name) ?? 0));
          const latest = Math.max(...last.values());
          const expected = [...last]
            .filter(([, days]) => days > latest - 30)
            .map(([name, days]) => `${name} ${dateOf(days)}`)
            .sort();
          expect((await found(together)).sort()).toEqual(expected);
          expect((await found(alone)).sort()).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are forgotten when others were found thirty days later', async () => {
    const page = await newPage({ fields: [field('hero')] });
    await merge(reports(page, today, 'hero', 'button'), reports(page, today + 1, 'reasons'));
    await merge(reports(page, today + 30, 'reasons'));
    expect(await found(page)).toEqual([`reasons ${dateOf(today + 30)}`]);
    await merge(reports(page, today, 'hero'));
    expect(await found(page)).toEqual([`reasons ${dateOf(today + 30)}`]);
  });

  test('cost one row a day, and a visit that finds the same writes no more than one that finds nothing', async () => {
    const page = await newPage();
    const cost = async (...names: string[]) => {
      const visit = visitOf(newId(), { pageId: page.pageId, audienceId: null });
      const foundFields = names.length > 0 ? { foundFields: names.join() } : {};
      return (await costOf(() => merge(messageOf({ ...visit, ...foundFields }, today * day)))).written;
    };
    const usual = await cost();
    expect(await cost('hero', 'button')).toBe(usual + 1);
    expect(await cost('hero', 'button')).toBe(usual);
    expect(await cost('button')).toBe(usual);
    expect(await cost('button', 'reasons')).toBe(usual + 1);
  });

  test('change the entity tag of the page, and nothing else of it: no write is refused for them', async () => {
    const page = await newPage();
    const before = await read(page);
    const events = await told(() => merge(reports(page, today, 'hero')));
    expect(events.filter((event) => event.startsWith('page'))).toEqual([]);
    const after = await read(page);
    const { foundFields: _, ...same } = before.body;
    expect(after.body).toEqual({ ...same, foundFields: [{ name: 'hero', lastSeenOn: dateOf(today) }] });
    expect(etagOf(after)).not.toBe(etagOf(before));
    expect((await read(page, { 'if-none-match': etagOf(before) })).status).toBe(200);
    expect((await read(page, { 'if-none-match': etagOf(after) })).status).toBe(304);
    for (const [title, tag] of [
      ['One', etagOf(before)],
      ['Two', undefined],
    ] as const) {
      const headers = tag === undefined ? {} : { 'if-match': tag };
      const { status, body } = await send<object>('PATCH', pathOf(page), { title }, { headers });
      expect([status, body]).toEqual([200, expect.not.objectContaining({ foundFields: expect.anything() })]);
    }
    const tag = etagOf(await read(page));
    await merge(reports(page, today + 1, 'hero'));
    const late = await send('PATCH', pathOf(page), { title: 'Three' }, { headers: { 'if-match': tag } });
    expect(late.status).toBe(200);
  });

  test('are in no list', async () => {
    const page = await newPage();
    await merge(reports(page, today, 'hero'));
    const { items } = await ok(send<List<Page>>('GET', '/v0/pages?limit=1'));
    expect(items).toEqual([expect.not.objectContaining({ foundFields: expect.anything() })]);
  });
});

describe('who floods a page with names', () => {
  test('drives out none that is known, and fills no more than its room', async () => {
    const page = await newPage();
    await merge(reports(page, today, 'hero'));
    for (let from = 0; from < 1000; from += 200) await merge(reports(page, today, ...numbered(from, 200)));
    const names = await found(page);
    expect(names).toHaveLength(mostFields);
    expect(names).toContain(`hero ${dateOf(today)}`);
    expect(names).toContain(`m00198 ${dateOf(today)}`);
    const tag = etagOf(await read(page));
    await merge(reports(page, today, ...numbered(5000, 200)));
    expect(etagOf(await read(page))).toBe(tag);
  });

  test('hides no field that the page declares', async () => {
    const page = await newPage({ fields: [field('zebra'), field('hero')] });
    await merge(reports(page, today, ...numbered(0, 200)), reports(page, today, ...numbered(200, 200)));
    expect(await found(page)).toHaveLength(mostFields);
    await merge(reports(page, today, ...numbered(400, 200)), reports(page, today, 'zebra', 'hero'));
    const names = await found(page);
    expect(names).toHaveLength(mostFields);
    expect(names).toEqual(expect.arrayContaining([`hero ${dateOf(today)}`, `zebra ${dateOf(today)}`]));
    // Nor in the first message of a page.
    const other = await newPage({ fields: [field('zebra')] });
    await merge(reports(other, today, ...numbered(0, 200)), reports(other, today, 'zebra'));
    expect(await found(other)).toContain(`zebra ${dateOf(today)}`);
  });
});

describe('a request of a browser', () => {
  /** What the collector puts on the queue. */
  const sent = async (visit: object, ...more: [] | [Record<string, string>]) => {
    const before = held.sent.length;
    const { status, body } = await collect(visit, ...more);
    expect(status).toBe(202);
    return { body, messages: held.sent.slice(before) };
  };
  const visit = (of: Of, foundFields: string) => ({
    ...visitOf(newId(), { pageId: of.pageId, audienceId: null }),
    foundFields,
  });

  test('finds fields by the attributes of its page', async () => {
    const page = await newPage();
    const { messages } = await sent(visit(page, 'hero,button'));
    expect(await held.deliver(messages)).toEqual(['ack']);
    const date = new Date().toISOString().slice(0, 10);
    expect(await found(page)).toEqual([`button ${date}`, `hero ${date}`]);
  });

  test('of a visit that is excluded, or private, finds none', async () => {
    const page = await newPage();
    const lists = [
      await sent(visit(page, 'hero'), { 'user-agent': 'Googlebot/2.1' }),
      await sent({ ...visit(page, 'hero'), leftOut: 'own' }),
      await sent(visit(page, 'hero'), { dnt: '1' }),
    ];
    await held.deliver(lists.flatMap(({ messages }) => messages));
    expect(await found(page)).toEqual([]);
  });

  test('reaches no page of another workspace', async () => {
    const page = await newPage();
    const before = held.sent.length;
    await collect(visit(page, 'hero'), {}, { key: await collectKey('acme') });
    await held.deliver(held.sent.slice(before));
    expect(await found(page)).toEqual([]);
    expect(await (await read(page)).body.foundFields).toEqual([]);
  });
});
