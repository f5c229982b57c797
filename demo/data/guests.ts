import { companies } from './companies.ts';
import { type DemoAudience, fallback, unlisted } from './pages/page.ts';

/** A person whom the sales team has sent a page of their own, and how often its link was opened in three months. */
interface Guest {
  email: string;
  visits: number;
}

/** Email addresses without their ending, each with its visits, by the path of the page. */
const invited: Record<string, string> = {
  '/': `grace.whitfield@northwind 14, deshawn.carter@northwind 6, fiona.galbraith@brightwater 12,
    anil.deshpande@brightwater 4, asa.bergstrom@polarvik 11, lars.nygard@polarvik 5, thalloran@ridgeline 7`,
  '/pricing': `priscilla.vance@northwind 5, b.holscher@lindenhof 13, k.weiss@lindenhof 6, dachebe@oakmere 12,
    opemberton@oakmere 8, dmitri@quillon 9, chiamaka@quillon 4, helene@atelier-mirabel 3`,
  '/customers/ridgeline-outdoor':
    'callum.reid@tamarind-foods 8, leila@saffronstone 3, niklas.brandt@lumenharbour 6',
  '/request-demo':
    'lukasz.kowalczyk@kestrel 10, amara.nwosu@kestrel 7, rene.muller@halden-robotics 9, molly@verdantlabs 5',
};

/** The guests of the page with this path. */
export const guestsOf = (path: string): Guest[] =>
  (invited[path] ?? '')
    .split(/,\s+/)
    .filter(Boolean)
    .map((text) => {
      const [name = '', visits] = text.split(' ');
      return { email: `${name}.example`, visits: Number(visits) };
    });

/** The audiences of the guests of the page with this path. */
export const guestAudiences = (path: string): DemoAudience[] =>
  guestsOf(path).map(({ email }) => {
    const { company } = companies.find(({ key }) => email.endsWith(`@${key}.example`)) ?? {};
    if (!company) throw new RangeError(`${email} is at no company.`);
    const { name, plan, seats } = company;
    return {
      person: email,
      content: {
        metadataOverride: { ...unlisted, title: `Trailmark for ${name}` },
        // Other pages declare no fields.
        ...(['/', '/pricing'].includes(path) && { fieldOverrides: { hero: `Trailmark for ${name}` } }),
      },
      contexts: [`${name}, ${plan} with ${seats} seats. Speak of what they have, and of one step more.`],
      becomes: 'published',
      links: [fallback('/for/{slug}')],
    };
  });
