import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DatabaseSync } from 'node:sqlite';
import { normaliseDomain } from '../../src/lib/normalise.ts';

// A domain belongs here if anyone can get an address of it: of a free or paid mailbox, an internet provider, a relay or a
// disposable one. A company's own domain does not, though it may once have offered addresses: whoever writes from
// facebook.com today works there. Nor does one that is reserved for examples, or that only members of an institution get.
const words = (text: string) => text.trim().split(/\s+/);

/** What the package lists that does not belong here. */
const unlisted = new Set(
  [
    // Examples, tests, and no host of anyone.
    'example.com test.com test.de mydomain.com yourdomain.com yoursubdomain.findhere.com yoursubdomain.zzn.com',
    'yourname.ddns.org yourname.freeservers.com www.com',
    // Companies and publishers.
    'about.com alibaba.com ancestry.com arcotronics.bg bt.com casablancaresort.com casino.com check.com clerk.com discovery.com',
    'facebook.com game.com games.com handbag.com homestead.com ivillage.com law.com looksmart.co.uk looksmart.com',
    'medscape.com money.net music.com name.com naplesnews.net oath.com parrot.com recycler.com revenue.com spa.com space.com',
    'swissinfo.org techspot.com telstra.com',
    // Universities and public bodies.
    'gsredcross.org live.mdx.ac.uk live.vu.edu.au mail.bcu.ac.uk mijnhva.nl nus.edu.sg sfgov.net unican.es upf.org',
  ].flatMap(words),
);

const of = (brand: string, endings: string) => endings.split(' ').map((ending) => `${brand}.${ending}`);
/** Domains that the package lacks: relays, newer providers, and more countries of large providers. */
const others = [
  'duck.com mozmail.com relay.firefox.com passmail.net passmail.com passinbox.com passfwd.com',
  'simplelogin.co simplelogin.com simplelogin.fr slmail.me aleeas.com dralias.com 8alias.com 8shield.net anonaddy.com anonaddy.me addymail.com addy.io',
  'icloud.com.cn hushmail.me runbox.no keemail.me mailfence.com disroot.org riseup.net autistici.org startmail.com skiff.com',
  'tuta.com tuta.io tutamail.com tutanota.com tutanota.de fastmail.com fastmail.net fastmail.us fastmail.co.uk',
  'zohomail.com zohomail.eu zohomail.in zoho.eu zoho.in tempmail.com disposablemail.com myyahoo.com rediff.com outlook.id msn.nl',
  'narod.ru xmail.ru internet.ru lenta.ru ro.ru autorambler.ru myrambler.ru mail.ua meta.ua bigmir.net mail.bg dir.bg',
  'mail.de magenta.de o2mail.de o2online.de unitybox.de vodafone.de hispeed.ch a1.net aon.at chello.at bbox.fr cegetel.net numericable.fr',
  'tim.it fastwebnet.it op.pl vp.pl tlen.pl onet.eu poczta.onet.pl interia.eu volny.cz azet.sk zoznam.sk citromail.hu indamail.hu',
  'mailo.com ik.me vivaldi.net murena.io mail.fr kolabnow.com slmails.com cloaked.id burnermail.io ctemplar.com erine.email',
  'otenet.gr mynet.com yahoo.bg saunalahti.fi mail.dk jubii.dk tdcadsl.dk stofanet.dk 012.net.il hinet.net pchome.com.tw',
  'netvigator.com plala.or.jp vsnl.com telkomsa.net mweb.co.za vodamail.co.za slingshot.co.nz eastlink.ca',
  'ziggo.nl xs4all.nl upcmail.nl casema.nl scarlet.be comhem.se bredband.net online.no getmail.no broadpark.no frisurf.no',
  'kolumbus.fi elisanet.fi suomi24.fi clix.pt iol.pt suddenlink.net spectrum.net',
  'sunrise.ch swissonline.ch netplus.ch quickline.ch telia.com tele2.se glocalnet.net telenor.no lyse.net',
  'inbox.lt one.lt inbox.eu online.ee atlas.cz',
  'kpnplanet.nl quicknet.nl proximus.be movistar.es telefonica.net ono.com netcabo.pt telepac.pt',
  'onmicrosoft.com',
  '139.com 189.cn 88.com wo.cn vip.163.com sohu.com kakao.com nifty.com biglobe.ne.jp so-net.ne.jp ocn.ne.jp yahoo.ne.jp',
].flatMap(words);
const countries = [
  ...of('posteo', 'de net org at eu'),
  ...of('gmx', 'ch us co.uk eu org info biz tm es it'),
  ...of('aol', 'de fr es nl se com.br com.au com.mx'),
  ...of('yandex', 'by kz ua com.tr'),
  ...of('yahoo', 'at be ch cl co.il co.za com.bd com.cl com.co com.np com.pe com.pk com.tr com.ua com.ve'),
  ...of('yahoo', 'cz fi hu nl no pl pt'),
  ...of(
    'hotmail',
    'at ch cl co.id co.in co.za com.hk com.pe com.tr com.tw com.vn cz fi hu ie jp lt lv my no',
  ),
  ...of('hotmail', 'ph pl pt ro rs se sk ua'),
  ...of('live', 'at ch cl co.za com.my com.ph com.pk com.pt com.ve es fi in no pl pt ro ru se'),
];

/** The domains of the package that belong here, and what it lacks. */
export function freeMailLists(): { listed: string[]; lacked: string[] } {
  const file = createRequire(import.meta.url).resolve('email-providers/all.json');
  const all: string[] = JSON.parse(readFileSync(file, 'utf8'));
  const listed = all.filter((domain) => !unlisted.has(domain));
  return { listed, lacked: [...others, ...countries] };
}

/** A domain as emails have it. One entry of the package is an email. */
const hostOfEntry = (entry: string) => normaliseDomain(entry.slice(entry.lastIndexOf('@') + 1));

/** Every domain of free mail, sorted, as the table `free_mail_domains` has them. */
export function freeMailDomains(): string[] {
  const { listed, lacked } = freeMailLists();
  return [...new Set([...listed, ...lacked].map(hostOfEntry))].sort();
}

/** Domains in a migration: D1 takes 100,000 bytes of SQL. */
const most = 4000;

/** Texts as SQL, a few a line. */
function lines(texts: string[], width = 108): string {
  const quoted = texts.map((text) => `('${text.replaceAll("'", "''")}')`);
  const found = [''];
  for (const text of quoted) {
    const line = found.at(-1) ?? '';
    if (line.length + text.length > width) found.push(text);
    else found[found.length - 1] = line === '' ? text : `${line},${text}`;
  }
  return found.join(',\n');
}

/**
 * The statements of a migration that makes the table of a migrated database more like the list. An empty text if they
 * are equal.
 */
export function freeMailMigration(database: DatabaseSync): string {
  const rows = database.prepare('SELECT domain FROM free_mail_domains').all() as { domain: string }[];
  const known = new Set(rows.map(({ domain }) => domain));
  const wanted = new Set(freeMailDomains());
  const missing = [...wanted.difference(known)].slice(0, most);
  const stale = [...known.difference(wanted)].slice(0, most - missing.length);
  const statements = [
    ...(stale.length > 0
      ? [`DELETE FROM free_mail_domains WHERE (domain) IN (VALUES\n${lines(stale)});`]
      : []),
    // An operator may have added one already.
    ...(missing.length > 0 ? [`INSERT OR IGNORE INTO free_mail_domains VALUES\n${lines(missing)};`] : []),
  ];
  return statements.join('\n--> statement-breakpoint\n');
}
