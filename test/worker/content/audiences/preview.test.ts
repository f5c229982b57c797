import type { Audience, Preview } from '../../../../src/content/audiences/schemas.ts';
import { hourMs } from '../../../../src/lib/durations.ts';
import type { PageLinkResolution } from '../../../../src/visits/page-links/resolve-schemas.ts';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { act, newAudience, patch, pathOf } from '../../support/audiences.ts';
import { mintKey, type RequestOptions, send } from '../../support/client.ts';
import { newLink } from '../../support/page-links.ts';
import { ok, once, outcome } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { actOn, publish } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

afterEach(() => vi.useRealTimers());

const previewOf = (of: Audience, options?: RequestOptions) =>
  once<Preview>('POST', `${pathOf(of)}/preview`, {}, options);
const tokenOf = async (of: Audience) => (await ok(previewOf(of))).token;

const linkTo = ({ audienceId }: Audience) => newLink({ target: { targetType: 'audience', audienceId } });
const resolve = ({ path }: Pick<PageLink, 'path'>, preview?: string, options?: RequestOptions) =>
  once<PageLinkResolution>(
    'GET',
    `/v0/page_links/resolve?${new URLSearchParams({ path, ...(preview !== undefined && { preview }) })}`,
    undefined,
    options,
  );
const wordsOf = async (link: PageLink, preview?: string) =>
  (await ok(resolve(link, preview))).content.supplementaryContext;

/** An audience with live words and others that come next, and a link to it. */
async function withDraft() {
  const first = await newAudience({ supplementaryContext: 'live' });
  await publish(first, first.latestVersion);
  const of = await ok(patch(first, { supplementaryContext: 'next', actionFormIdOverride: 'form' }));
  return { of, link: await linkTo(of) };
}

describe('a preview', () => {
  test('shows the next words to whoever has its token, and the live ones to all others', async () => {
    const { of, link } = await withDraft();
    const made = await writesNothing(() => previewOf(of));
    expect(made.status).toBe(200);
    const { token, expiresAt } = made.body;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(hourMs - 60_000);
    const shown = await writesNothing(() => resolve(link, token));
    expect(shown.body).toMatchObject({
      pageLinkId: link.pageLinkId,
      source: 'audience',
      audienceId: of.audienceId,
      versionId: of.latestVersion.versionId,
      versionNumber: 2,
      content: { supplementaryContext: 'next', actionFormId: 'form' },
      preview: { status: 'shown', expiresAt },
    });
    const live = await ok(resolve(link));
    expect(live).toMatchObject({
      versionNumber: 1,
      content: { supplementaryContext: 'live' },
      preview: null,
    });
  });

  test('shows the words as they are when it is opened, and those that were frozen while they wait', async () => {
    const { of, link } = await withDraft();
    const token = await tokenOf(of);
    const now = await ok(patch(of, { supplementaryContext: 'edited' }));
    expect(await wordsOf(link, token)).toBe('edited');
    await ok(actOn(now, now.latestVersion, 'publish'));
    await ok(once('PATCH', `/v0/pages/${of.pageId}`, { title: 'Renamed' }));
    const waiting = await ok(resolve(link, token));
    expect([waiting.versionNumber, waiting.content]).toMatchObject([
      2,
      { title: 'Pricing', supplementaryContext: 'edited', actionFormId: 'form' },
    ]);
    // Other words open the next draft, which is what comes next then.
    await ok(patch(of, { actionFormIdOverride: 'after' }));
    const after = await ok(resolve(link, token));
    expect([after.versionNumber, after.content.actionFormId]).toEqual([3, 'after']);
  });

  test('shows the first words of an audience that was never published', async () => {
    const of = await newAudience({ supplementaryContext: 'first' });
    const link = await linkTo(of);
    expect(await wordsOf(link)).toBeNull();
    expect(await wordsOf(link, await tokenOf(of))).toBe('first');
  });

  test('ends after an hour, and then says so beside the live words', async () => {
    const { of, link } = await withDraft();
    const start = Date.now();
    setClock(start);
    const { token, expiresAt } = await ok(previewOf(of));
    vi.setSystemTime(start + hourMs - 1);
    expect(await wordsOf(link, token)).toBe('next');
    vi.setSystemTime(start + hourMs);
    expect(await ok(resolve(link, token))).toMatchObject({
      versionNumber: 1,
      content: { supplementaryContext: 'live' },
      preview: { status: 'ended', expiresAt },
    });
  });

  test('is of one audience: on a path to another one, or to the page, it is unknown', async () => {
    const [first, second] = [await withDraft(), await withDraft()];
    const toPage = await newLink({ target: { targetType: 'page', pageId: first.of.pageId } });
    const token = await tokenOf(first.of);
    for (const link of [second.link, toPage]) {
      const reply = await ok(resolve(link, token));
      expect(reply.preview).toEqual({ status: 'unknown', expiresAt: null });
      expect(reply.content.supplementaryContext).not.toBe('next');
    }
  });

  test('ends with the archive, and an archived audience has none', async () => {
    const { of, link } = await withDraft();
    const token = await tokenOf(of);
    await ok(act(of, 'archive'));
    expect((await ok(resolve(link, token))).preview).toEqual({ status: 'unknown', expiresAt: null });
    const refused = await writesNothing(() => previewOf(of));
    expect(outcome(refused)).toEqual([409, 'audience_archived']);
  });

  test('of an unknown path is a 404, as without it', async () => {
    const { of } = await withDraft();
    const reply = await resolve({ path: '/nowhere/at/all' }, await tokenOf(of));
    expect(outcome(reply)).toEqual([404, 'page_link_not_found']);
  });

  test('needs the right to write; a website that only reads can show it', async () => {
    const { of, link } = await withDraft();
    const key = await mintKey(['read']);
    const refused = await send('POST', `${pathOf(of)}/preview`, {}, { key });
    expect(outcome(refused)).toEqual([403, 'insufficient_scope']);
    const shown = await resolve(link, await tokenOf(of), { key });
    expect(shown.body.preview?.status).toBe('shown');
  });
});

describe('a token that nobody signed', () => {
  test.each<[string, (token: string, other: string) => string]>([
    ['is any word', () => 'draft'],
    ['is cut', (token) => token.slice(0, -1)],
    ['has another end', (token) => token.replace(/\.(\d{13})\./, (_, at) => `.${Number(at) + 1}.`)],
    ['has no end', (token) => token.replace(/\.\d{13}\./, '..')],
    [
      'has the signature of another',
      (token, other) => token.replace(/[\w-]+$/, /[\w-]+$/.exec(other)?.[0] ?? ''),
    ],
    ['has another audience', (token, other) => token.replace(/^\w+/, /^\w+/.exec(other)?.[0] ?? '')],
    ['has two lines', (token) => `${token}\n`],
  ])('because it %s, shows nothing of a draft', async (_what, change) => {
    const [{ of, link }, other] = [await withDraft(), await withDraft()];
    const token = change(await tokenOf(of), await tokenOf(other.of));
    const reply = await writesNothing(() => resolve(link, token));
    expect(reply.body).toMatchObject({
      content: { supplementaryContext: 'live' },
      preview: { status: 'unknown', expiresAt: null },
    });
    expect(reply.text).not.toContain('next');
  });

  test('is that of another workspace, although the audience has the same id', async () => {
    const { of, link } = await withDraft();
    const [id, expiresAt] = (await tokenOf(of)).split('.');
    const { body: page } = await send<{ pageId: string }>(
      'POST',
      '/v0/pages',
      { title: 'Acme', url: `https://acme.example/${of.audienceId}` },
      { workspace: 'acme' },
    );
    const { body: there } = await send<Audience>(
      'POST',
      `/v0/pages/${page.pageId}/audiences`,
      {},
      { workspace: 'acme' },
    );
    const { body: made } = await send<Preview>('POST', `${pathOf(there)}/preview`, {}, { workspace: 'acme' });
    const [, , signature] = made.token.split('.');
    for (const token of [made.token, `${id}.${expiresAt}.${signature}`])
      expect((await ok(resolve(link, token))).preview?.status).toBe('unknown');
  });

  test('is any text, of any length, and none if it is empty', async () => {
    const { link } = await withDraft();
    expect((await ok(resolve(link, 'x'.repeat(5000)))).preview?.status).toBe('unknown');
    expect((await ok(resolve(link, ''))).preview).toBeNull();
  });
});
