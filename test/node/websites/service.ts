import { connect, createServer, type Server as Listener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import type { Audience, AudienceVersion, Preview } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import type { PageLink } from '../../../src/visits/page-links/schemas.ts';
import { call, freePort, type Server } from '../processes.ts';

/** The website of which pages and links are. The websites of tests show it at other addresses. */
export const site = 'https://www.acme.example';

/** What anyone may write, who may write words. */
export const hostile = `</h1><script>document.title = 'hacked'</script> & "it's"`;

/** The words of the page for everyone, and for those who come by /retail and /for/zoe. */
export const words = {
  own: { hero: 'Know who walks in', story: 'One line', proofs: ['For everyone'] },
  retail: { hero: 'Know who buys', story: 'First\nsecond', proofs: ['Nine shops', 'No cameras', hostile] },
  zoe: { hero: hostile },
};

/** A page as its website has it, with its own words. */
export const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Acme</title>
<meta name="description" content="Acme's own">
<meta property="og:title" content="Acme">
</head>
<body>
<h1 data-footfall="hero">Acme's own headline</h1>
<p data-footfall="story">Own story</p>
<a data-footfall="buttonUrl" href="/own"><span data-footfall="button">Own button</span></a>
<img data-footfall="photo" src="/own.png" alt="Own" width="40" height="30">
<ul data-footfall="proofs"><li class="proof">Own proof</li></ul>
<p>The rest stays.</p>
</body>
</html>
`;

async function made<T>(server: Server, route: string, body: unknown, method = 'POST'): Promise<T> {
  const reply = await call<T>(server, method, `/v0${route}`, body);
  if (reply.status >= 400) throw new Error(`${route}: ${reply.text}`);
  return reply.body;
}

/** A page with two audiences that are live: one for many at /retail, and one at /for/zoe. */
export interface Made {
  pageId: string;
  retail: Audience;
  /** A key with the scopes `resolve` and `collect`. */
  key: string;
}

/** An audience of a page that is live at a path. */
async function makeLive(
  server: Server,
  pageId: string,
  path: string,
  fieldOverrides: object,
  metadataOverride: object,
): Promise<Audience> {
  const audience = await made<Audience>(server, `/pages/${pageId}/audiences`, {
    customName: path,
    fieldOverrides,
    metadataOverride,
  });
  const { audienceId, latestVersion } = audience;
  const version = `/pages/${pageId}/audiences/${audienceId}/versions/${latestVersion.versionId}`;
  await made(server, `${version}/publish`, {});
  const target = { targetType: 'audience', audienceId };
  await made<PageLink>(server, '/page_links', { path, target });
  while ((await call<AudienceVersion>(server, 'GET', `/v0${version}`)).body.status !== 'published')
    await sleep(50);
  return audience;
}

export async function makeContent(server: Server): Promise<Made> {
  const field = (name: string, kind: string, value: unknown) => ({ name, kind, label: name, default: value });
  const { pageId } = await made<Page>(server, '/pages', {
    title: 'Home',
    url: `${site}/`,
    metadata: { title: 'Acme for everyone', description: 'Counts' },
    fields: [
      field('hero', 'text', words.own.hero),
      field('story', 'long', words.own.story),
      field('button', 'text', 'Show me'),
      field('buttonUrl', 'link', 'https://www.acme.example/demo?a=1&b=2'),
      field('photo', 'image', { url: 'https://www.acme.example/door.png', alt: 'A "door"' }),
      field('proofs', 'list', words.own.proofs),
    ],
  });
  const [retail] = await Promise.all([
    makeLive(server, pageId, '/retail', words.retail, { title: 'Acme for shops', ogTitle: 'Shops' }),
    makeLive(server, pageId, '/for/zoe', words.zoe, { title: hostile, robots: ['noindex'] }),
  ]);
  const { key } = await made<ApiKeyCreated>(server, '/api_keys', {
    name: 'website',
    scopes: ['resolve', 'collect'],
  });
  return { pageId, retail, key };
}

/** What a version of a test says, by its number: in the title too, so that a mixture of two is seen. */
export const wordsOfArm = (arm: number) => `Words of arm ${arm}`;

/** A running test of two versions of an audience that is live at a path, with these weights. */
export async function makeTest(
  server: Server,
  { pageId }: Pick<Made, 'pageId'>,
  path: string,
  [own, other]: readonly [number, number] = [1, 1],
): Promise<Experiment> {
  const wordsFor = (arm: number) => [{ hero: wordsOfArm(arm) }, { title: wordsOfArm(arm) }] as const;
  const { audienceId, latestVersion } = await makeLive(server, pageId, path, ...wordsFor(0));
  const [fieldOverrides, metadataOverride] = wordsFor(1);
  const change = { fieldOverrides, metadataOverride };
  const next = await made<Audience>(server, `/pages/${pageId}/audiences/${audienceId}`, change, 'PATCH');
  return made<Experiment>(server, '/experiments', {
    audienceId,
    goal: 'conversion',
    arms: [
      { versionId: latestVersion.versionId, weight: own },
      { versionId: next.latestVersion.versionId, weight: other },
    ],
    start: true,
  });
}

/** The token of a preview of a draft with this headline. */
export async function makePreview(server: Server, { pageId, retail }: Made, hero: string): Promise<string> {
  const audience = `/pages/${pageId}/audiences/${retail.audienceId}`;
  await made(server, audience, { fieldOverrides: { hero } }, 'PATCH');
  return (await made<Preview>(server, `${audience}/preview`, {})).token;
}

/** The way to a service, which may be cut, or hang. */
export interface Way {
  address: string;
  /** `on` passes all, `hangs` takes requests and answers none, `off` refuses connections. */
  set: (state: 'on' | 'hangs' | 'off') => Promise<void>;
  stop: () => void;
}

/** Leads to the port of a service by another one, so that a test can stop the service for itself alone. */
export async function wayTo(server: Server): Promise<Way> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let state: 'on' | 'hangs' | 'off' = 'off';
  let listener: Listener | undefined;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const take = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    if (state === 'hangs') return;
    const to = connect(server.port, '127.0.0.1').on('error', () => {});
    sockets.add(to);
    socket.pipe(to).pipe(socket);
  };
  const set = async (next: typeof state) => {
    state = next;
    cut();
    if (next === 'off') {
      await new Promise((resolve) => (listener ? listener.close(resolve) : resolve(undefined)));
      listener = undefined;
    } else if (!listener) {
      const opened = createServer(take);
      listener = opened;
      await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
    }
  };
  await set('on');
  return {
    address: `http://127.0.0.1:${port}`,
    set,
    stop: () => {
      cut();
      listener?.close();
    },
  };
}
