import { Violation } from './scheduler.ts';
import type { Change, Row, Stored, Table } from './witness.ts';

// Which events a change of a row must have: the rules of docs/developers/events.md, written once more.

/** An event that must be there. */
export type Expected = Pick<Stored, 'type' | 'subject' | 'related' | 'changes'>;

const dayMs = 86_400_000;

const text = (value: Row[string] | undefined): string => String(value ?? '');
const withoutNull = (row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, text(value)]])),
  );

/** The names of the fields that have another value, by their columns. */
const changed = (before: Row, after: Row, fields: Record<string, string>): string[] =>
  Object.entries(fields).flatMap(([name, column]) => (before[column] === after[column] ? [] : [name]));

/** The fields of which an update tells, by table. */
const fieldsOf = {
  persons: {
    name: 'name',
    email: 'email',
    domain: 'domain',
    phoneNumber: 'phone_number',
    linkedinProfileUrl: 'linkedin_profile_url',
  },
  accounts: { name: 'name' },
  pages: { title: 'title', url: 'url', metadata: 'metadata', fields: 'fields' },
  audiences: {
    // Not the person: only an erasure takes it, and no event may lead from it to the audience.
    customName: 'custom_name',
    actionUrlOverride: 'action_url_override',
    actionFormIdOverride: 'action_form_id_override',
    metadataOverride: 'metadata_override',
    fieldOverrides: 'field_overrides',
    actionFormInstructionsOverride: 'action_form_instructions_override',
  },
  page_links: {
    tenantDomainId: 'tenant_domain_id',
    path: 'path',
    targetType: 'target_type',
    pageId: 'page_id',
    audienceId: 'audience_id',
  },
  api_keys: { expiresAt: 'expires_at' },
} as const;

const isEngaged = (row: Row) =>
  Number(row.engaged_ms) >= 10_000 ||
  [row.total_clicks_count, row.questions_asked_count, row.form_state, row.has_conversion].some(
    (n) => Number(n) > 0,
  );

/** Throws if a test loses or changes what it has decided. */
function expectKept(before: Row, after: Row): void {
  const decided = ({ looks }: Row) =>
    (JSON.parse(text(looks)) as { decidedAt: number | null; isBetter: number | null }[]).map(
      ({ decidedAt, isBetter }) => ({ decidedAt, isBetter }),
    );
  const now = decided(after);
  const isOther = decided(before).some(
    (one, arm) => one.decidedAt !== null && JSON.stringify(one) !== JSON.stringify(now[arm]),
  );
  const others = (['decided_at', 'split_broken_at'] as const).filter(
    (name) => before[name] !== null && before[name] !== after[name],
  );
  if (isOther || others.length > 0)
    throw new Violation(`${before.experiment_id} changes what it has decided`);
}

/** What events have told so far, as far as later ones depend on it. */
export class Told {
  /** The pages of audiences. */
  readonly #pages = new Map<string, string>();
  /** The last log of persons. */
  readonly #logs = new Map<string, string>();
  /** The last day on which a person or an account came. */
  readonly #days = new Map<string, number>();

  /** The events of a change; `heard` are the types that somebody listens to. */
  of(change: Change, heard: ReadonlySet<string>): Expected[] {
    const { table, before, after } = change;
    if (table === 'person_logs' && after) this.#logs.set(text(after.person_id), text(after.person_log_id));
    if (table === 'audiences' && after) this.#pages.set(text(after.audience_id), text(after.page_id));
    return this.#all(table, before, after, heard).filter(({ type }) => heard.has(type));
  }

  #all(
    table: Table,
    before: Row | undefined,
    after: Row | undefined,
    heard: ReadonlySet<string>,
  ): Expected[] {
    const row = after ?? before ?? {};
    const event = (type: string, subject: string, related: Row = {}, changes: string[] | null = null) => ({
      type,
      subject: text(row[subject]),
      changes,
      related: withoutNull(related),
    });
    /** A record that is created, updated and perhaps removed. */
    const record = (kind: string, of: keyof typeof fieldsOf, id: string, related: Row = {}) => {
      if (!before) return [event(`${kind}.created`, id, related)];
      if (!after) return [event(`${kind}.erased`, id)];
      const fields = changed(before, after, fieldsOf[of]);
      return fields.length > 0 ? [event(`${kind}.updated`, id, related, fields)] : [];
    };
    /** An event of something that has got, or lost, a time. */
    const when = (is: boolean, type: string, id: string, related: Row = {}) =>
      is ? [event(type, id, related)] : [];
    const gets = (column: string) => before?.[column] === null && after?.[column] !== null;
    switch (table) {
      case 'persons':
        return record('person', table, 'person_id');
      case 'accounts':
        return record('account', table, 'account_id');
      case 'person_logs':
        return when(!before, 'person_log.created', 'person_id', { personLogId: row.person_log_id ?? null });
      case 'account_logs':
        return when(!before, 'account_log.created', 'account_id', {
          accountLogId: row.account_log_id ?? null,
        });
      case 'pages':
        return record('page', table, 'page_id');
      case 'api_keys':
        return [
          ...record('api_key', table, 'api_key_id'),
          ...when(gets('revoked_at'), 'api_key.revoked', 'api_key_id'),
        ];
      case 'page_links': {
        const related = { pageId: row.page_id ?? null, audienceId: row.audience_id ?? null };
        const isDeleted = before !== undefined && row.deleted_at !== null;
        return [
          ...(isDeleted ? [] : record('page_link', table, 'page_link_id', related)),
          ...when(gets('deleted_at'), 'page_link.deleted', 'page_link_id', related),
        ];
      }
      case 'audiences': {
        const related = { pageId: row.page_id ?? null };
        const loses = before !== undefined && before.archived_at !== null && row.archived_at === null;
        return [
          ...record('audience', table, 'audience_id', related),
          ...when(gets('archived_at'), 'audience.archived', 'audience_id', related),
          ...when(loses, 'audience.restored', 'audience_id', related),
        ];
      }
      case 'audience_versions': {
        const pageId = this.#pages.get(text(row.audience_id)) ?? null;
        const related = { pageId, versionId: row.version_id ?? null };
        if (!before) return [event('audience_version.created', 'audience_id', related)];
        const isMoved = before.status !== row.status;
        return [
          ...(before.supplementary_context === row.supplementary_context
            ? []
            : [event('audience.updated', 'audience_id', related, ['supplementaryContext'])]),
          ...['queued', 'published', 'cancelled'].flatMap((status) =>
            when(isMoved && row.status === status, `audience_version.${status}`, 'audience_id', related),
          ),
        ];
      }
      case 'experiments': {
        const related = { pageId: row.page_id ?? null, experimentId: row.experiment_id ?? null };
        if (before) expectKept(before, row);
        return [
          ...when(gets('decided_at'), 'experiment.decided', 'audience_id', related),
          ...when(gets('split_broken_at'), 'experiment.split_broken', 'audience_id', related),
        ];
      }
      case 'alert_firings': {
        const of = text(row.facts).includes('"link_opened"') ? 'personId' : 'accountId';
        return when(!before, 'alert.fired', 'alert_id', {
          alertId: row.alert_id ?? null,
          firingId: row.firing_id ?? null,
          webhookId: row.webhook_id ?? null,
          [of]: row.subject ?? null,
        });
      }
      case 'audience_sessions':
        return after ? this.#ofSession(before, after, heard) : [];
    }
  }

  /** A form without a name, that of an import, or one whose log is written. */
  #ofForm(before: Row | undefined, after: Row, related: Record<string, string>): Expected[] {
    const told = (of: Row): Expected[] => [
      { type: 'form.submitted', subject: null, related: { ...related, ...withoutNull(of) }, changes: null },
    ];
    const isImport = after.computation_status !== 'pending';
    const personId = after.person_id ?? null;
    if (after.form_state === 1 && (before?.form_state ?? 0) === 0) return told({ personId });
    if (after.form_state !== 2) return [];
    if (isImport) return before ? [] : told({ personId });
    if (!before || before.person_id !== null) return [];
    if (personId !== null) return told({ personId, personLogId: this.#logs.get(text(personId)) ?? null });
    const isCleared = before.form_submission_identifier !== null && after.form_submission_identifier === null;
    return isCleared ? told({}) : [];
  }

  #ofSession(before: Row | undefined, after: Row, heard: ReadonlySet<string>): Expected[] {
    const related = withoutNull({
      audienceSessionId: after.audience_session_id ?? null,
      analyticsSessionId: after.analytics_session_id ?? null,
      pageId: after.page_id ?? null,
      audienceId: after.audience_id ?? null,
    });
    const session = (is: boolean, type: string) =>
      is ? [{ type, subject: null, related, changes: null }] : [];
    const becomes = (is: (row: Row) => boolean) => is(after) && !(before && is(before));
    const came = (type: string, column: string): Expected[] => {
      const isVisit = (row: Row) => Boolean(row.has_input) && Boolean(row[column]) && isEngaged(row);
      const isNew = becomes(isVisit) || (isVisit(after) && before?.[column] !== after[column]);
      const key = `${type} ${after[column]}`;
      const day = Math.floor(Number(after.session_started_at) / dayMs);
      if (!isNew || !heard.has(type) || day <= (this.#days.get(key) ?? -1)) return [];
      this.#days.set(key, day);
      return [{ type, subject: text(after[column]), related, changes: null }];
    };
    return [
      ...session(!before, 'session.started'),
      ...session(becomes(isEngaged), 'session.engaged'),
      ...this.#ofForm(before, after, related),
      ...came('account.visited', 'recipient_account_id'),
      ...came('person.visited', 'recipient_person_id'),
    ];
  }
}
