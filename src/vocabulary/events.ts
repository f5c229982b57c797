/** What an event is about: the record whose id is its subject, or a visit. */
export type EventKind =
  | 'person'
  | 'account'
  | 'page'
  | 'audience'
  | 'page_link'
  | 'api_key'
  | 'alert'
  | 'visit';

/**
 * The change of a row that writes an event: a new row, a column that gets a value or loses it, or a new status. The table
 * is named after the first word of the type: `page_links` for `page_link.created`.
 */
export type RowChange = 'insert' | { set: string } | { cleared: string } | { status: string };

/** Fields by their names in the interface, with what people call them. */
type Fields = Record<string, string>;

interface EventDeclaration {
  of: EventKind;
  /** Its name among the types of its group in the console. */
  label: string;
  /** Its meaning, for the documents. */
  text: string;
  /** Its sentence. `{of it}` is empty in the history of the record itself: it goes without saying. */
  says: string;
  /** Its sentence in Slack and Teams, where they know more of it. */
  inChannels?: string;
  /** Nothing if a trigger of its own writes it: see schema/derived/events.sql.ts and session-events.sql.ts. */
  on?: RowChange;
  /** The fields of an update, of which each has the column of its name. */
  fields?: Fields;
  /** The fields of an update whose columns are in the draft of an audience. */
  draftFields?: Fields;
  /** The column that is empty while updates of the record are told. */
  until?: string;
}

const created = (of: EventKind, text: string) =>
  ({ of, label: 'Created', text, says: '{who} created {it}', on: 'insert' }) as const;
const updates = (of: EventKind, text: string, fields: Fields) =>
  ({ of, label: 'Changed', text, says: '{who} changed {fields}{of it}', fields }) as const;

const declarations = {
  'person.created': created('person', 'A person is new.'),
  'person.updated': updates(
    'person',
    'Fields of a person have changed, by a request or by a log that filled them.',
    {
      name: 'the name',
      email: 'the email',
      domain: 'the company domain',
      phoneNumber: 'the phone',
      linkedinProfileUrl: 'LinkedIn',
    },
  ),
  'person.erased': {
    of: 'person',
    label: 'Erased',
    text: 'A person is erased.',
    says: '{who} erased {it}',
  },
  'person_log.created': {
    ...created('person', 'A person has a new log.'),
    label: 'Log of a person',
    says: '{who} sent {logs}{of it}',
  },
  'account.created': created('account', 'An account is new.'),
  'account.updated': updates('account', 'The name of an account has changed.', { name: 'the name' }),
  'account.erased': {
    of: 'account',
    label: 'Erased',
    text: 'An account went with its last person, who was erased.',
    says: '{who} erased {it} with its last person',
  },
  'account_log.created': {
    ...created('account', 'An account has a new log.'),
    label: 'Log of an account',
    says: '{who} sent {logs}{of it}',
  },
  'page.created': created('page', 'A page is new.'),
  'page.updated': updates('page', 'Fields of a page have changed.', {
    title: 'the title',
    url: 'the address',
    metadata: 'the content',
    fields: 'the fields',
  }),
  'audience.created': created('audience', 'An audience is new.'),
  'audience.updated': {
    // Only an erasure changes the person. Told, it would lead from the person to their page.
    ...updates('audience', 'Fields of an audience, or the words of its draft, have changed.', {
      customName: 'the name',
      actionFormIdOverride: 'the form',
      actionFormInstructionsOverride: 'the form instructions',
      actionUrlOverride: 'where the button leads',
      metadataOverride: 'the content',
      fieldOverrides: 'the fields',
    }),
    draftFields: { supplementaryContext: 'the context' },
  },
  'audience.archived': {
    of: 'audience',
    label: 'Archived',
    text: 'An audience is archived.',
    says: '{who} archived {it}',
    on: { set: 'archived_at' },
  },
  'audience.restored': {
    of: 'audience',
    label: 'Restored',
    text: 'An audience is not archived any more.',
    says: '{who} restored {it}',
    on: { cleared: 'archived_at' },
  },
  'audience_version.created': {
    ...created('audience', 'An audience has a new version.'),
    label: 'Version begun',
    says: '{who} began {version}{of it}',
  },
  'audience_version.queued': {
    of: 'audience',
    label: 'Asked to publish',
    text: 'Somebody asked for a version to be published, at once or at a time.',
    says: '{who} asked for {version}{of it} to be published',
    on: { status: 'queued' },
  },
  'audience_version.published': {
    of: 'audience',
    label: 'Published',
    text: 'A version is live.',
    says: '{who} published {version}{of it}',
    on: { status: 'published' },
  },
  'audience_version.cancelled': {
    of: 'audience',
    label: 'Cancelled',
    text: 'A version will not be published, by a request or because publishing failed.',
    says: '{who} cancelled {version}{of it}',
    on: { status: 'cancelled' },
  },
  'experiment.decided': {
    of: 'audience',
    label: 'Test decided',
    text: 'A test of an audience has decided that a version converts better or worse than the live one. It is never taken back.',
    says: 'The test{of it} is decided',
    inChannels: 'The test{of it} is decided{outcome}',
    on: { set: 'decided_at' },
  },
  'experiment.split_broken': {
    of: 'audience',
    label: 'Test broken',
    text: 'The visitors of a test do not follow its weights, so nothing can be called a winner.',
    says: 'The visitors of the test{of it} do not follow its weights',
    on: { set: 'split_broken_at' },
  },
  'page_link.created': created('page_link', 'A page link is new.'),
  'page_link.updated': {
    ...updates('page_link', 'The path, the domain or the target of a page link has changed.', {
      tenantDomainId: 'the domain',
      path: 'the path',
      targetType: 'the audience',
      pageId: 'the page',
      audienceId: 'the audience',
    }),
    until: 'deleted_at',
  },
  'page_link.deleted': {
    of: 'page_link',
    label: 'Deleted',
    text: 'A page link is deleted.',
    says: '{who} deleted {it}',
    on: { set: 'deleted_at' },
  },
  'session.started': {
    of: 'visit',
    label: 'Visited',
    text: 'A visit counts: its first beacon is merged, or it is imported.',
    says: '{visitor} visited {page}',
    inChannels: '{visitor} opened {page}{through}',
  },
  'session.engaged': {
    of: 'visit',
    label: 'Was engaged',
    text: 'A visit no longer counts as a bounce: 10 seconds of engaged time, a click, a question, a form or a conversion.',
    says: '{visitor} was engaged with {page}{through}',
  },
  'form.submitted': {
    of: 'visit',
    label: 'Sent a form',
    text: 'A visitor has submitted a form. If it names its sender, `related` has the person and the log.',
    says: '{visitor} sent a form on {page}{through}',
  },
  'account.visited': {
    of: 'account',
    label: 'Visit for a company',
    text: 'A person of an account, for whom an audience was made, was engaged with it: once a day (UTC) for each account. Only visits in which a pointer, a key, a touch or the wheel moved.',
    says: '{visitor} was engaged with a page for someone of {it}',
    inChannels: '{it} visited. {visitor} opened {page}{through}',
  },
  'person.visited': {
    of: 'person',
    label: 'Visit for a person',
    text: 'A person was engaged with the audience that was made for them: once a day (UTC) for each person. Only visits in which a pointer, a key, a touch or the wheel moved.',
    says: '{visitor} was engaged with a page for {it}',
    inChannels: '{it} opened {page} through their link',
  },
  'alert.fired': {
    of: 'alert',
    label: 'Fired',
    text: 'The condition of an alert is met. It is sent to the webhook of the alert, and to no other, whatever their types are.',
    says: '{alert} fired',
  },
  'api_key.created': created(
    'api_key',
    'An API key is new: by a request, by a command, by a sign-in, or for a share link.',
  ),
  'api_key.updated': {
    ...updates('api_key', 'An API key ends at another time, as the old one of a rotation does.', {
      expiresAt: 'when it expires',
    }),
    // Nothing else of a key changes.
    says: '{who} changed when {it} expires',
  },
  'api_key.revoked': {
    of: 'api_key',
    label: 'Revoked',
    text: 'An API key is revoked.',
    says: '{who} revoked {it}',
    on: { set: 'revoked_at' },
  },
} as const satisfies Record<string, EventDeclaration>;

export type EventType = keyof typeof declarations;

/** What there is to say of each type of event. Triggers, documents and sentences follow from it. */
export const eventsByType: Record<EventType, EventDeclaration> = declarations;

/** The types of events, in the order in which documents name them. */
export const eventTypes = Object.keys(declarations) as EventType[];

/** Whether histories of records are made of a type: not of visits, which are many, nor of alerts, which have lists. */
export const isOfHistory = (type: EventType): boolean => !['visit', 'alert'].includes(eventsByType[type].of);

/** Whether a type tells that a record is not there any more. */
export const isGone = (type: EventType): boolean => /\.(?:erased|deleted)$/.test(type);

/** Fields that change, as people call them. Events of earlier versions may name the person of an audience. */
export const fieldWords: Fields = Object.assign(
  { personId: 'the person' },
  ...Object.values(eventsByType).flatMap(({ fields, draftFields }) => [fields, draftFields]),
);

/** "the name, the email and the phone". A field without a word of its own is called what it is. */
export function fieldsOf(changes: readonly string[]): string {
  const words = [...new Set(changes.map((name) => fieldWords[name] ?? name))];
  const last = words.pop() ?? 'nothing';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

/** A sentence in parts: what stands in braces is replaced by the parts of that name. */
export const filled = <Part>(says: string, parts: Record<string, Part[]>): (Part | string)[] =>
  says
    .split(/\{([\w ]+)\}/)
    .flatMap((text, index): (Part | string)[] => (index % 2 === 0 ? [text] : (parts[text] ?? [`{${text}}`])))
    .filter((part) => part !== '');
