import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { EventType } from '../../../../../src/vocabulary/events.ts';
import { audienceOf } from '../../../support/audiences.ts';
import {
  at,
  cardOf,
  escaped,
  kim,
  newColleague,
  newVisit,
  prepareChannels,
  sectionOf,
  slackTexts,
  spoken,
  tellEach,
} from '../../../support/channels.ts';
import { newPage } from '../../../support/pages.ts';
import { newPerson } from '../../../support/persons.ts';

const receiver = prepareChannels();

test('names cannot leave the sentence', async () => {
  const { personId } = await newPerson({ name: 'X' });
  const { pageId } = await newPage();
  const types: EventType[] = ['person.created', 'page.created'];
  const channels = [await spoken('slack', types), await spoken('teams', types)] as const;
  const hostile = fc.constantFrom(
    ...['<!channel>', '<@U123>', '<https://evil.example|Open in Footfall>', '&lt;!here&gt;', '> quote', '\n'],
    ...['\u2028', '\u202e', '\u200b', '\0', '|', '[a](b)', '{{DATE(2017-02-14T06:08:00Z)}}', 'Zoë'],
    ...['*bold*', '`code`', ':tada:', 'https://evil.example/', '“', '”. The key “CRM', '. '],
  );
  const name = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 30 })
    .map((parts) => parts.join('').toWellFormed());
  await fc.assert(
    fc.asyncProperty(name, async (text) => {
      // Past all checks of the interface.
      await env.DB.batch([
        env.DB.prepare('update persons set name = ? where person_id = ?').bind(text, personId),
        env.DB.prepare('update pages set title = ? where page_id = ?').bind(text, pageId),
      ]);
      receiver.received.length = 0;
      await tellEach(channels, [
        { type: 'person.created', subject: personId, actor: { type: 'api_key', name: text } },
        { type: 'page.created', subject: pageId, actor: { type: 'person', name: text } },
      ]);
      const [one, card, two, another] = receiver.received.map(({ body }) => body);
      const cards = [card ?? '', another ?? ''];
      for (const body of [one, two]) {
        const { text: said } = JSON.parse(body ?? '') as { text: string };
        const [, words = said] =
          /^(.*) <https:\/\/footfall\.test\/[^|<>]*\|Open in Footfall>$/s.exec(said) ?? [];
        expect(words).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
        expect(said).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u200b]/u);
        expect(said.length).toBeLessThan(2000);
        const { elements } = sectionOf(body);
        expect(elements.map(({ type }) => type)).toEqual(['text', 'link']);
        expect(elements[1]).toMatchObject({ text: 'Open in Footfall' });
        expect(elements[1]?.url).toMatch(/^https:\/\/footfall\.test\/console\/#\/\w+/);
        expect(escaped(elements[0]?.text ?? '')).toBe(`${words} `);
        // Nothing but words stands outside quotation marks.
        expect(elements[0]?.text.replaceAll(/“[^“”]*”/gu, '')).toMatch(/^[\p{L}\p{M}\p{N}@.’'& -]*$/u);
      }
      expect(cards).toHaveLength(2);
      for (const body of cards) {
        const { body: blocks = [], actions = [] } = cardOf(body) ?? {};
        expect([blocks.length, actions.length]).toEqual([1, 1]);
        expect(blocks[0]?.inlines[0]?.text).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u200b]/u);
        expect(actions[0]?.url).toMatch(/^https:\/\/footfall\.test\/console\/#\/\w+/);
      }
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['Pricing', 'Pricing'],
  ['Research & Development', 'Research & Development'],
  ['Jean-Luc O’Hara', 'Jean-Luc O’Hara'],
  ['zoe@northwind.example', 'zoe@northwind.example'],
  ['Trailmark: know who walks in', '“Trailmark: know who walks in”'],
  ['Kim left. Zoë came', '“Kim left. Zoë came”'],
  ['The “best” page', '“The "best" page”'],
  ['evil.example/path', '“evil.example/path”'],
  ['Two\u200bwords', '“Two[U+200B]words”'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `“${'x'.repeat(99)}…”`],
])('a title with other signs than words have is in quotation marks: %s', async (title, shown) => {
  const { pageId } = await newPage({ title });
  const [text] = await slackTexts(receiver, [{ type: 'page.created', subject: pageId, actor: kim }]);
  expect(text).toBe(`kim@acme.example created the page ${escaped(shown)}.${at(`/pages/${pageId}`)}`);
});

test('a name with nothing to see is none', async () => {
  const { personId } = await newPerson();
  await env.DB.prepare("update persons set name = char(160) || ' ', email = null where person_id = ?")
    .bind(personId)
    .run();
  const { pageId } = await newPage({ title: 'Pricing' });
  const { audienceId } = await audienceOf(pageId, { personId });
  const visit = await newVisit(pageId, { audienceId, engagedMs: 0 });
  const related = { ...visit, audienceId };
  const actor = { type: 'person', name: ' ' } as const;
  const { accountId } = await newColleague('Northwind Logistics');
  const texts = await slackTexts(receiver, [
    { type: 'person.created', subject: personId, actor },
    { type: 'account.visited', subject: accountId, related },
    { type: 'person.visited', subject: personId, related },
    { type: 'form.submitted', related },
  ]);
  expect(texts.map((text) => text.replace(/ <.*/, ''))).toEqual([
    'Someone created a person without a name.',
    'Northwind Logistics visited. A person without a name opened Pricing through their link.',
    'A person without a name opened Pricing through their link.',
    'A person without a name sent a form on Pricing through their link.',
  ]);
});
