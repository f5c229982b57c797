/** What people read of a dimension. */
interface Words {
  label: string;
  /** The visits whose value is not known. */
  unknown: string;
  /** A value, for documents. Null if their visit has none. */
  example: string | null;
}

interface Count extends Omit<Words, 'unknown' | 'example'> {
  /** The fields of a beacon and of a session. */
  beacon: string;
  field: string;
  example: number;
  /** Trackers and databases from before it do not have it. */
  isLater?: true;
}

/** A number of times that something happened: a tracker counts it, and beacons are merged by the largest. */
const count = <const C extends Count>(of: C) => ({ kind: 'count', ...of }) as const;
const number = { kind: 'number' } as const;
/** A text that is no dimension. */
const text = { kind: 'text' } as const;
/** Who came: by a form, and whom the audience was made for. */
const visitor = { kind: 'visitor' } as const;
/** A parameter of the address: it may name a person, and visitors choose it. */
const campaign = (words: Words) =>
  ({ kind: 'campaign', max: 255, description: undefined, isLong: true, ...words }) as const;
interface Dimension extends Words {
  /** The most characters. */
  max: number;
  /** Of the field of a session, in the API. */
  description: string;
  /** Visitors choose the text. */
  isLong?: true;
}
/** A dimension that the collector finds in a visit and its request. */
const request = (of: Dimension) => ({ kind: 'request', ...of }) as const;
/** A dimension that the database derives from the address. */
const address = (of: Dimension) => ({ kind: 'address', ...of }) as const;
/** A dimension that a visit reports, and that the database checks. */
const reported = (of: Dimension) => ({ kind: 'reported', ...of }) as const;

/**
 * What analytics know of a visit, and what the API and the console say of it. facts.ts has the SQL of those that are not a
 * column of the same name. Append new ones: session_corrections has facts in this order.
 */
export const visitFacts = {
  startedAt: number,
  activeMs: number,
  engagedMs: number,
  /** In hundredths of a percent. */
  scrollDepth: number,
  clicks: count({ beacon: 'clicksCount', field: 'totalClicksCount', label: 'Clicks', example: 3 }),
  questions: count({
    beacon: 'questionsAskedCount',
    field: 'questionsAskedCount',
    label: 'Questions',
    example: 1,
  }),
  flags: number,
  audienceId: text,
  page: text,
  utmSource: campaign({ label: 'Source', unknown: 'No source', example: 'newsletter' }),
  utmMedium: campaign({ label: 'Medium', unknown: 'No medium', example: null }),
  utmCampaign: campaign({ label: 'Campaign', unknown: 'No campaign', example: null }),
  utmTerm: campaign({ label: 'Term', unknown: 'No term', example: null }),
  utmContent: campaign({ label: 'Content', unknown: 'No content', example: null }),
  referrer: request({
    label: 'Referrer',
    unknown: 'Direct or unknown',
    max: 255,
    description: 'The host that the visitor came from, without `www.`. An addition.',
    example: null,
    isLong: true,
  }),
  country: request({
    label: 'Country',
    unknown: 'Unknown',
    max: 2,
    description: 'ISO 3166-1 alpha-2, from the network. An addition.',
    example: 'DE',
  }),
  device: request({
    label: 'Device',
    unknown: 'Unknown',
    max: 7,
    description: 'An addition.',
    example: 'desktop',
  }),
  browser: request({
    label: 'Browser',
    unknown: 'Unknown',
    max: 100,
    description: 'An addition.',
    example: 'Firefox',
  }),
  landingPath: address({
    label: 'Landing path',
    unknown: 'Unknown',
    max: 2048,
    description: 'The path of `pageUrl`, in the spelling of page links. An addition.',
    example: '/pricing',
    isLong: true,
  }),
  personId: visitor,
  accountId: visitor,
  recipientPersonId: visitor,
  recipientAccountId: visitor,
  pageLinkId: address({
    label: 'Link',
    unknown: 'No link',
    max: 255,
    description: 'The page link with the host and path of `pageUrl` at the visit. An addition.',
    example: 'page_link_01kafz8q6tf7n9t3cwh2k5v4xe',
  }),
  versionId: reported({
    label: 'Version',
    unknown: 'Unknown version',
    max: 255,
    description: 'The version of the words that the page showed: one of the audience. An addition.',
    example: 'version_01kafz8q6tf7n9t3cwh2k5v4xg',
  }),
};

export type FactName = keyof typeof visitFacts;
type Kind = (typeof visitFacts)[FactName]['kind'];
/** The facts of a kind. */
export type NameOf<K extends Kind> = {
  [Name in FactName]: (typeof visitFacts)[Name]['kind'] extends K ? Name : never;
}[FactName];

/** All facts, in their order. */
export const factNames = Object.keys(visitFacts) as FactName[];

/** The facts of some kinds, in their order. */
export const namesOf = <K extends Kind>(...kinds: K[]): NameOf<K>[] =>
  factNames.filter((name): name is NameOf<K> => (kinds as Kind[]).includes(visitFacts[name].kind));
