// By which kind of way visitors come, as the source or the medium of a visit says it.

/** A kind of way. */
export type Channel = 'ad' | 'email' | 'assistant' | 'search' | 'social' | 'website' | 'other' | 'direct';

/** The channels that are known by a name in a source, the first that has one of its names. */
const named: [Channel, readonly string[]][] = [
  [
    'ad',
    ['ad', 'ads', 'adwords', 'banner', 'cpc', 'cpm', 'display', 'paid', 'paidsearch', 'ppc', 'retargeting'],
  ],
  ['email', ['email', 'gmail', 'hubspot', 'mail', 'mailchimp', 'newsletter', 'outlook', 'webmail']],
  ['assistant', ['assistant', 'chatgpt', 'claude', 'copilot', 'gemini', 'openai', 'perplexity']],
  [
    'search',
    [
      ...['baidu', 'bing', 'brave', 'duckduckgo', 'ecosia', 'google', 'kagi', 'naver', 'organic', 'qwant'],
      ...['search', 'seznam', 'startpage', 'yahoo', 'yandex'],
    ],
  ],
  [
    'social',
    [
      ...['bsky', 'discord', 'facebook', 'fb', 'instagram', 'linkedin', 'lnkd', 'mastodon', 'pinterest'],
      ...['quora', 'reddit', 'slack', 'social', 'telegram', 'threads', 'tiktok', 'twitter', 'whatsapp'],
      ...['x', 'xing', 'ycombinator', 'youtube'],
    ],
  ],
];
/** Hosts of which no part is a name. */
const short = new Map<string, Channel>([
  ['t.co', 'social'],
  ['t.me', 'social'],
]);

/** The channel of a referrer, a source or a medium. Null stands for a visit without one. */
export function channelOf(by: 'referrer' | 'utmSource' | 'utmMedium', value: string | null): Channel {
  if (value === null) return 'direct';
  const text = value.toLowerCase();
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u));
  const found = named.find(([, names]) => names.some((name) => words.has(name)));
  return short.get(text) ?? found?.[0] ?? (by === 'referrer' || words.has('referral') ? 'website' : 'other');
}
