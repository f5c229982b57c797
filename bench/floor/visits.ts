import {
  bodyOf,
  type Call,
  invalid,
  json,
  matching,
  optional,
  Problem,
  text,
  violations,
  whole,
} from './http.ts';

const day = 86_400_000;
const count = whole(100_000);

const rules = {
  analyticsSessionId: matching(/^(?!audience_session_)[\w-]{16,64}$/),
  pageId: text(255),
  audienceId: (value: unknown) => value === null || optional(text(255))(value),
  elapsedMs: whole(day),
  activeMs: whole(day),
  engagedMs: whole(day),
  maxScrollDepthPercentage: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 100,
  clicksCount: count,
  questionsAskedCount: count,
  hasConversion: (value: unknown) => typeof value === 'boolean',
  pageTitle: optional(text(300)),
  pageUrl: optional(
    (value) => text(2048)(value) && /^https?:\/\/[^@]+$/i.test(String(value)) && URL.canParse(String(value)),
  ),
  referrer: optional(matching(/^[\w.-]{1,255}$/)),
  leftOut: optional((value) => value === 'own' || value === 'automated'),
  hasInput: optional((value) => typeof value === 'boolean'),
  utmCampaign: optional(text(255)),
  utmContent: optional(text(255)),
  utmMedium: optional(text(255)),
  utmSource: optional(text(255)),
  utmTerm: optional(text(255)),
};

// The names of most bots. The service's list has hundreds.
const bot = /bot|crawl|spider|slurp|headless|preview|monitor|fetch|curl|wget|python|java\/|^$/i;

// The names of most browsers and devices, in an order in which the first that matches is right.
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /edg/i],
  ['Opera', /opr\//i],
  ['Samsung Internet', /samsungbrowser/i],
  ['Firefox', /firefox|fxios/i],
  ['Chrome', /chrome|crios/i],
  ['Safari', /safari/i],
];
const devices: [name: string, pattern: RegExp][] = [
  ['tablet', /ipad|tablet|android(?!.*mobile)/i],
  ['mobile', /mobi/i],
  ['desktop', /windows|macintosh|linux|cros/i],
  ['other', /./],
];
const nameIn = (names: [string, RegExp][], agent: string) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
const readAgent = (agent: string) => ({
  isBot: bot.test(agent),
  device: nameIn(devices, agent),
  browser: nameIn(browsers, agent),
});

const agents = new Map<string, ReturnType<typeof readAgent>>();
/** What a User-Agent says. Most visits come from the same few hundred. */
function agentOf(text: string) {
  const agent = agents.get(text) ?? readAgent(text);
  if (agents.size >= 1000) agents.clear();
  if (text.length <= 512) agents.set(text, agent);
  return agent;
}

const known = new Set<string>();
/** Whether a page does not exist. One that exists is looked for once, because pages are not deleted. */
async function isUnknown({ db }: Call, pageId: string): Promise<boolean> {
  if (known.has(pageId)) return false;
  const [[page]] = await db.batch<[object[]]>([db.sql('select 1 from pages where page_id = ?1', pageId)]);
  if (known.size >= 5000) known.clear();
  if (page) known.add(pageId);
  return page === undefined;
}

/** Lets browsers read the answer. Throws a Problem for websites that are not ours. */
export function checkOrigin({ request, env, headers }: Call): void {
  headers['access-control-allow-origin'] = '*';
  const origin = request.headers.get('origin');
  if (origin === null) return;
  if (!env.VISIT_ORIGINS.split(' ').includes(origin))
    throw new Problem(403, 'origin_not_allowed', 'This origin may not send visits.');
}

/** Puts a visit without a form on the queue, or that it is left out. */
export async function collectVisit(call: Call): Promise<Response> {
  const { request, env } = call;
  const body = await bodyOf(call);
  const found = violations(body, rules);
  if (Number(body.activeMs) > Number(body.elapsedMs)) found.push('activeMs');
  if (Number(body.engagedMs) > Number(body.activeMs)) found.push('engagedMs');
  if (found.length > 0) throw invalid(found);
  const wantsPrivacy = request.headers.get('sec-gpc') === '1' || request.headers.get('dnt') === '1';
  if (wantsPrivacy) return json(call, { accepted: false }, 202);
  const { referrer = null, leftOut, hasInput: _, ...visit } = body;
  const { isBot, device, browser } = agentOf(request.headers.get('user-agent') ?? '');
  const reason = isBot ? 'bot' : leftOut;
  const message = { workspace: 'main', receivedAt: Date.now() };
  if (reason) {
    const { pageId, analyticsSessionId } = visit;
    await env.VISITS.send({ kind: 'left out', ...message, pageId, analyticsSessionId, reason });
    return json(call, { accepted: false }, 202);
  }
  const country = request.headers.has('origin') ? (request.cf?.country ?? null) : null;
  await env.VISITS.send({ ...message, visit, dimensions: { referrer, country, device, browser } });
  const pageId = String(visit.pageId);
  if (await isUnknown(call, pageId)) return json(call, { accepted: false, unknownPageId: pageId }, 202);
  return json(call, { accepted: true }, 202);
}
