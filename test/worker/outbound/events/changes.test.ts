import fc from 'fast-check';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { type EventType, eventsByType } from '../../../../src/vocabulary/events.ts';
import * as audiences from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { eventsOf, listen } from '../../support/events.ts';
import * as links from '../../support/page-links.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { audienceIn } from '../../support/versions.ts';

// Random PATCHes, of which many change nothing, write a value in another spelling or are refused. An event names exactly
// the fields whose value in GET is another one.

beforeAll(() => listen());

type Fields = Record<string, unknown>;

/** A field that follows from others, or is no part of what an update tells. */
const derived = [
  ...['updatedAt', 'latestVisitAt', 'audiencesCount', 'latestVersion', 'publishedVersion', 'status'],
  ...['computedName', 'effectiveName', 'effectiveMetadata', 'effectiveFields', 'isNewPageAgent', 'deletedAt'],
  ...['liveContent', 'nextContent'],
];
const told = ({ target, ...fields }: Fields): Fields =>
  Object.fromEntries(
    Object.entries({ ...fields, ...(target as Fields | undefined) }).filter(
      ([name]) => !derived.includes(name),
    ),
  );

/** The names of the fields that differ. */
const differing = (before: Fields, after: Fields): string[] =>
  Object.keys(told(before)).filter(
    (name) => JSON.stringify(told(before)[name]) !== JSON.stringify(told(after)[name]),
  );

interface Kind {
  /** The paths of some records. */
  make: () => Promise<string[]>;
  /** The id of a record at a path. */
  idOf: (record: Fields) => unknown;
  type: string;
  patches: fc.Arbitrary<Fields>;
}

/** Whether a column that gets a value, or loses it, writes an event of this type: a patch may cause it too. */
function isOfColumn(type: EventType): boolean {
  const { on } = eventsByType[type];
  return typeof on === 'object' && ('set' in on || 'cleared' in on);
}

async function holds({ make, idOf, type, patches }: Kind): Promise<void> {
  const paths = await make();
  let [changed, unchanged] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), patches, async (path, patch) => {
      const before = await ok(send<Fields>('GET', path));
      const events = await eventsOf(async () => {
        const { status, text } = await send('PATCH', path, patch);
        expect([200, 409], text).toContain(status);
      });
      const after = await ok(send<Fields>('GET', path));
      const updates = events.filter((event) => event.type === type);
      expect(updates.every(({ subject }) => subject === idOf(before))).toBe(true);
      const names = updates.flatMap(({ changes }) => changes ?? []);
      expect(names.toSorted()).toEqual(differing(before, after).sort());
      // No event without a name: supplementaryContext is in a row of its own.
      expect(updates.length).toBeLessThanOrEqual(Math.min(names.length, 2));
      const rest = events.filter((event) => event.type !== type && !isOfColumn(event.type));
      expect(rest.filter((other) => other.type !== 'account.created')).toEqual([]);
      if (names.length > 0) changed += 1;
      else unchanged += 1;
    }),
    { numRuns: 40 },
  );
  // The values repeat so often that both have come.
  expect(Math.min(changed, unchanged)).toBeGreaterThan(3);
}

/** An object with some of the fields, or with one: of that, the value often stays. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.record(fields, { requiredKeys: [] }),
    ...Object.entries(fields).map(([name, value]) => fc.record({ [name]: value })),
  ) as fc.Arbitrary<Fields>;
const one = (...values: unknown[]) => fc.constantFrom(...values);

const texts = one('a', 'b', 'ä “quoted” \\ \u2028', '', null);
const metadata = fc.oneof(
  one(null, {}),
  some({
    title: texts,
    description: texts,
    author: texts,
    themeColor: one('#fff', '#FFF', ''),
    keywords: one(['x', 'y'], ['y', 'x'], [], null),
    robots: one(['noindex'], ['noindex', 'nofollow'], []),
    // Not the default, which is shown where nothing is stored: see below.
    ogType: one('profile', 'article', null),
  }),
);
const pool = 'changes.example';
const hero = { name: 'hero', label: 'Headline', kind: 'text' };
const proofs = { name: 'proofs', label: 'Proofs', kind: 'list' };

describe('an update names exactly the fields that have another value', () => {
  test('of a person', () =>
    holds({
      type: 'person.updated',
      idOf: ({ personId }) => personId,
      make: async () => {
        const made: Person[] = [];
        for (const n of [1, 2, 3])
          made.push(await newPerson({ email: `p${n}@${pool}`, phoneNumber: `+4930${n}0000` }));
        return made.map(({ personId }) => `/v0/persons/${personId}`);
      },
      patches: some({
        name: one('Anna Berg', 'anna berg', 'Zoë'),
        // Those of another person are refused; a spelling is no change.
        email: one(`p1@${pool}`, `P1@${pool}`, `p2@${pool}`, `free@${pool}`, 'zoe@gmail.com', null),
        domain: one(pool, 'Changes.Example', 'other.example', null),
        phoneNumber: one('+493010000', '+493020000', '+493090000', null),
        linkedinProfileUrl: one(
          ...[
            'https://www.linkedin.com/in/anna',
            'https://linkedin.com/in/Anna/',
            'https://www.linkedin.com/in/zoe',
          ],
          null,
        ),
      }),
    }));

  test('of a page', () =>
    holds({
      type: 'page.updated',
      idOf: ({ pageId }) => pageId,
      make: async () => {
        const made: Page[] = [
          await newPage(),
          await newPage({ metadata: { title: 'a', keywords: ['x', 'y'] } }),
        ];
        return made.map(({ pageId }) => `/v0/pages/${pageId}`);
      },
      patches: some({
        title: one('Pricing', 'Prices', 'pricing'),
        url: one('https://changes.example/a', 'https://changes.example/b', 'HTTPS://Changes.Example:443/a'),
        metadata,
        fields: one([], [hero], [{ ...hero, label: 'Title' }], [hero, proofs], [proofs, hero]),
      }),
    }));

  test('of an audience', () =>
    holds({
      type: 'audience.updated',
      idOf: ({ audienceId }) => audienceId,
      make: async () => {
        const { pageId } = await newPage({ fields: [hero, proofs] });
        const made: Audience[] = [
          await audiences.audienceOf(pageId, {}),
          await audiences.audienceOf(pageId, { customName: 'a' }),
        ];
        return made.map(audiences.pathOf);
      },
      patches: some({
        customName: texts,
        actionFormIdOverride: texts,
        actionFormInstructionsOverride: texts,
        actionUrlOverride: one('https://a.example/', 'https://A.example', 'mailto:zoe@a.example', '', null),
        metadataOverride: metadata,
        fieldOverrides: one(
          { hero: 'a' },
          { hero: 'b', proofs: ['x', 'y'] },
          { proofs: ['y', 'x'] },
          {},
          null,
        ),
        supplementaryContext: one('For buyers.', 'For buyers.\n', '', null),
      }),
    }));

  test('of a page link', async () => {
    const [page, other] = [await newPage(), await newPage()];
    const audience = await audiences.audienceOf(page.pageId, {});
    const domains = [await links.newDomain(), await links.newDomain()];
    const of = ({ pageId }: Page) => ({ targetType: 'page', pageId });
    await holds({
      type: 'page_link.updated',
      idOf: ({ pageLinkId }) => pageLinkId,
      make: async () => {
        const made: PageLink[] = [
          await links.newLink({ target: of(page) }),
          await links.newLink({ target: of(other), tenantDomainId: domains[0] }),
        ];
        return made.map(links.at);
      },
      patches: some({
        path: one('/changes', 'changes', '//changes/', '/über', '/%C3%BCber', '/third'),
        tenantDomainId: one(...domains, null),
        target: one(of(page), of(other), { targetType: 'audience', audienceId: audience.audienceId }),
      }),
    });
  });

  test('and metadata whose default is stored: it does not follow another default any more', async () => {
    const { pageId } = await newPage();
    const set = () =>
      eventsOf(() => ok(send('PATCH', `/v0/pages/${pageId}`, { metadata: { ogType: 'website' } })));
    expect((await set()).map(({ changes }) => changes)).toEqual([['metadata']]);
    expect(await set()).toEqual([]);
  });

  test('but words that open the next draft are a new version', async () => {
    const of = await audienceIn('published');
    const events = await eventsOf(() => ok(audiences.patch(of, { supplementaryContext: 'Others.' })));
    expect(events.map(({ type, changes }) => [type, changes])).toEqual([['audience_version.created', null]]);
  });

  test('and words of the audience that open it are told after it, with their names', async () => {
    const of = await audienceIn('published');
    const events = await eventsOf(() =>
      ok(audiences.patch(of, { metadataOverride: { title: 'Other' }, actionFormIdOverride: 'f' })),
    );
    expect(events.map(({ type, changes }) => [type, changes])).toEqual([
      ['audience_version.created', null],
      ['audience.updated', ['actionFormIdOverride', 'metadataOverride']],
    ]);
  });
});
