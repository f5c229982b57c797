import { type Columns, pathOf, type Said, wordsOf } from './words.ts';

// A model in memory of campaigns, as docs/developers/semantics.md describes them. It shares no code with src/.

export interface Version {
  status: 'draft' | 'queued' | 'published' | 'archived' | 'cancelled';
  /** What it showed when its publishing was requested, and when that was. */
  content?: Said;
  order?: number;
}
export interface Person {
  id: string;
  email: string | undefined;
  phone: string | undefined;
  /** Texts that only their rows have. */
  secrets: Set<string>;
}
export interface Page {
  id: string;
  hasHead: boolean;
}
export interface Audience {
  id: string;
  page: Page;
  person: Person;
  isArchived: boolean;
  said: Said;
  versions: Version[];
}
export interface Link {
  id: string;
  path: string;
  /** Undefined if it leads to the page. */
  audience: Audience | undefined;
  isDeleted: boolean;
}
export interface Row {
  person: Person;
  audience: Audience;
  link: Link;
  sent: string;
  columns: Columns;
  words: string;
  version: Version;
}
export interface Job {
  kind: 'publish' | 'archive';
  state: 'running' | 'stopped' | 'done';
  total: number;
  done: number;
  changed: number;
  refused: number;
}
export interface Campaign {
  id: string;
  page: Page;
  path: string;
  isRefusing: boolean;
  words: Said;
  earlier: Said | undefined;
  cleared: Set<string>;
  rows: Row[];
  job: Job | undefined;
  isArchived: boolean;
}
/** A row as it is sent: by identifiers, or by the id of a person. */
export interface Sent {
  person?: { email?: string; phoneNumber?: string; name: string };
  personId?: string;
  columns: Columns;
}
/** What becomes of a row. Without `status` it is written, or says the same. */
export interface Found {
  status: number;
  outcome: 'created' | 'updated' | 'unchanged' | null;
  code?: string;
  person?: Person | undefined;
  audience?: Audience | undefined;
  row?: Row | undefined;
  words?: Said;
  path?: string;
  /** The link that it has; undefined for a new one. */
  link?: Link | undefined;
  hasEnd?: boolean;
}

export const live = ({ versions }: Audience) => versions.find(({ status }) => status === 'published');

/** Whether an archive has cancelled the words of a row, and nobody has changed the audience since. */
export const wasCancelled = ({ audience, version }: Row): boolean =>
  version.status === 'cancelled' && version === audience.versions.at(-1);

export class Model {
  persons: Person[] = [];
  audiences: Audience[] = [];
  links: Link[] = [];
  campaigns: Campaign[] = [];
  #order = 0;

  holder = (field: 'email' | 'phone', value: string | undefined) =>
    value === undefined ? undefined : this.persons.find((person) => person[field] === value);

  match({ person, personId }: Sent): Person | undefined {
    if (personId !== undefined) return this.persons.find(({ id }) => id === personId);
    return this.holder('email', person?.email) ?? this.holder('phone', person?.phoneNumber);
  }

  /** What becomes of a row, if it is sent now. */
  look(campaign: Campaign, sent: Sent): Found {
    const refused = (status: number, code: string) => ({ status, code, outcome: null });
    const columns = { ...(sent.person as Columns | undefined), ...sent.columns };
    const words = wordsOf(campaign.words, columns, campaign.page);
    const path = pathOf(campaign.path, columns);
    if (path === null || words === 400) return refused(400, 'validation_failed');
    if (words === 422) return refused(422, 'fields_mismatch');
    const person = this.match(sent);
    if (!person && sent.personId !== undefined) return refused(404, 'person_not_found');
    const row = campaign.rows.find((one) => one.person === person);
    const audience = this.audiences.find(
      (one) => person && one.person === person && one.page === campaign.page,
    );
    const found = { person, row, audience, words, path };
    if (row && row.sent === JSON.stringify(sent) && row.words === JSON.stringify(words) && !wasCancelled(row))
      return { status: 200, outcome: 'unchanged', ...found, link: row.link };
    if (audience?.isArchived) return refused(409, 'audience_archived');
    if (row) return { status: 200, outcome: 'updated', ...found, link: row.link };
    const holder = this.links.find((link) => !link.isDeleted && link.path === path);
    const isOwn = holder !== undefined && holder.audience !== undefined && holder.audience === audience;
    if (!holder || isOwn) return { status: 201, outcome: 'created', ...found, link: holder };
    const isOfCampaign = campaign.rows.some((one) => one.link === holder && one.audience === holder.audience);
    if (!isOfCampaign || campaign.isRefusing) return refused(409, 'path_taken');
    return { status: 201, outcome: 'created', ...found, hasEnd: true };
  }

  /** What visitors would get of an audience. */
  contentOf({ said, page }: Audience): Said {
    const { title = '', context = '', head = '', url = '' } = said;
    return { title: title || 'T', context, url, ...(page.hasHead && { head: head || 'D' }) };
  }

  /** Requests the publishing of the draft, or of a next version. */
  queue(audience: Audience): Version {
    let version = audience.versions.at(-1);
    if (version?.status !== 'draft') {
      version = { status: 'draft' };
      audience.versions.push(version);
    }
    Object.assign(version, { status: 'queued', content: this.contentOf(audience), order: ++this.#order });
    return version;
  }

  /** Gives an audience the words of a row. */
  say(campaign: Campaign, audience: Audience, words: Said): Version {
    for (const name of campaign.cleared) delete audience.said[name as keyof Said];
    Object.assign(audience.said, words);
    return this.queue(audience);
  }

  /** Publishes a version, unless one is live that was requested later. */
  complete(audience: Audience, version: Version): void {
    if (version.status !== 'queued') return;
    const before = live(audience);
    if (before && (before.order ?? 0) > (version.order ?? 0)) version.status = 'archived';
    else {
      if (before) before.status = 'archived';
      version.status = 'published';
    }
  }

  archive(audience: Audience): boolean {
    if (audience.isArchived) return false;
    audience.isArchived = true;
    for (const version of audience.versions) if (version.status === 'queued') version.status = 'cancelled';
    return true;
  }

  /** Gives a campaign another template. */
  change(campaign: Campaign, words: Said): void {
    if (JSON.stringify(words) === JSON.stringify(campaign.words)) return;
    campaign.earlier = campaign.words;
    for (const name of Object.keys(campaign.words)) campaign.cleared.add(name);
    for (const name of Object.keys(words)) campaign.cleared.delete(name);
    campaign.words = words;
  }

  /** Does a job, which has a single step. */
  advance(campaign: Campaign, job: Job, queued: (audience: Audience, version: Version) => void): void {
    if (campaign.job !== job || job.state !== 'running') return;
    for (const row of campaign.rows.toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1))) {
      job.done += 1;
      if (job.kind === 'archive') {
        if (this.archive(row.audience)) job.changed += 1;
        continue;
      }
      const { person } = JSON.parse(row.sent) as Sent;
      const words = wordsOf(campaign.words, { ...(person as Columns), ...row.columns }, campaign.page);
      const path = pathOf(campaign.path, { ...(person as Columns), ...row.columns });
      if (row.audience.isArchived || typeof words === 'number' || path === null) job.refused += 1;
      else if (JSON.stringify(words) !== row.words || wasCancelled(row)) {
        row.version = this.say(campaign, row.audience, words);
        row.words = JSON.stringify(words);
        queued(row.audience, row.version);
        job.changed += 1;
      }
    }
    job.state = 'done';
  }

  erase(person: Person): void {
    this.persons = this.persons.filter((one) => one !== person);
    const rows = this.campaigns.flatMap((campaign) => campaign.rows.filter((row) => row.person === person));
    for (const { link, audience } of rows) {
      link.isDeleted = true;
      for (const version of audience.versions) if (version.status === 'queued') version.status = 'cancelled';
    }
    for (const campaign of this.campaigns)
      campaign.rows = campaign.rows.filter((row) => row.person !== person);
    this.audiences = this.audiences.filter((audience) => audience.person !== person);
  }
}
