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
  utmCampaign: optional(text(255)),
  utmContent: optional(text(255)),
  utmMedium: optional(text(255)),
  utmSource: optional(text(255)),
  utmTerm: optional(text(255)),
};

// The names of most bots. The service's list has hundreds.
const bot = /bot|crawl|spider|slurp|headless|preview|monitor|fetch|curl|wget|python|java\/|^$/i;

/** Lets browsers of our websites read the answer. Throws a Problem for other websites. */
export function checkOrigin({ request, env, headers }: Call): void {
  const origin = request.headers.get('origin');
  if (origin === null) return;
  if (!env.VISIT_ORIGINS.split(' ').includes(origin))
    throw new Problem(403, 'origin_not_allowed', 'This origin may not send visits.');
  headers['access-control-allow-origin'] = origin;
  headers.vary = 'Origin';
}

/** Puts a visit without a form on the queue. */
export async function collectVisit(call: Call): Promise<Response> {
  const { request, env } = call;
  const visit = await bodyOf(call);
  const found = violations(visit, rules);
  if (Number(visit.activeMs) > Number(visit.elapsedMs)) found.push('activeMs');
  if (Number(visit.engagedMs) > Number(visit.activeMs)) found.push('engagedMs');
  if (found.length > 0) throw invalid(found);
  const wantsPrivacy = request.headers.get('sec-gpc') === '1' || request.headers.get('dnt') === '1';
  const accepted = !wantsPrivacy && !bot.test(request.headers.get('user-agent') ?? '');
  if (accepted) await env.VISITS.send({ workspace: 'main', receivedAt: Date.now(), visit });
  return json(call, { accepted }, 202);
}
