import type { Device } from '../../src/lib/devices.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64';
const chromium = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0${mobile} Safari/537.36`;
const safari = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6${mobile} Safari/604.1`;
const samsung = (mobile: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0${mobile} Safari/537.36`;

const desktop = chromium('Windows NT 10.0; Win64; x64');

/** What browsers say of themselves, by device and the names of visitors.ts. */
const agents: Record<Device, Record<string, string>> = {
  desktop: {
    Chrome: desktop,
    Edge: `${desktop} Edg/142.0.0.0`,
    Opera: `${desktop} OPR/124.0.0.0`,
    Firefox: `${windows}; rv:145.0) Gecko/20100101 Firefox/145.0`,
    Safari: safari('Macintosh; Intel Mac OS X 10_15_7'),
  },
  mobile: {
    Safari: safari('iPhone; CPU iPhone OS 18_6 like Mac OS X', ' Mobile/15E148'),
    Chrome: chromium('Linux; Android 10; K', ' Mobile'),
    'Samsung Internet': samsung(' Mobile'),
    Firefox: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  },
  tablet: {
    Safari: safari('iPad; CPU OS 18_6 like Mac OS X', ' Mobile/15E148'),
    Chrome: chromium('Linux; Android 14; SM-X710'),
    'Samsung Internet': samsung(''),
  },
  other: { Chrome: chromium('X11; Linux armv7l; Smart TV') },
};

/** The User-Agent of a browser on a device. */
export const agentOf = (device: Device, browser: string): string => agents[device][browser] ?? desktop;

/** Programs that open links and call themselves by name. */
export const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
];
