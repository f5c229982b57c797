// Made by npm run build of public/openapi.json. Do not change it.
// @ts-nocheck


export type ClientOptions = {
    baseUrl: 'https://{host}' | (string & {});
};

export type PersonLogCreate = {
    source: string;
    type?: string;
    /**
     * Any JSON object up to 256 KiB of text; comes back as it was sent.
     */
    payload: {
        [key: string]: unknown;
    };
    idempotencyKey?: string;
    /**
     * When it happened, for a log of something earlier: 1970 or later, at most 5 minutes ahead of the clock of the service. An addition.
     */
    occurredAt?: string;
    personId?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    email?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    phoneNumber?: string;
    /**
     * The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    linkedinProfileUrl?: string;
    name?: string;
};

export type PersonLogBatch = {
    writes: Array<PersonLogCreate>;
};

export type PersonCreate = {
    name: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    email?: string;
    /**
     * A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    domain?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    phoneNumber?: string;
    /**
     * The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    linkedinProfileUrl?: string;
};

export type PersonBatch = {
    persons: Array<PersonWrite>;
    /**
     * What a person gets who is known already: `fill` fills blanks with what nobody has, `update` replaces what differs, `skip` changes nothing. A name that was made from an identifier counts as a blank, and so does the name of an account that is its domain.
     */
    onConflict?: 'fill' | 'update' | 'skip';
    /**
     * Writes nothing, and answers what would become of each person, looked at alone: of a person who is twice in the list, both are `created`. Who would be created has no `personId`.
     */
    dryRun?: boolean;
};

export type PersonWrite = {
    /**
     * Without one, a new person is named after an identifier.
     */
    name?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    email?: string;
    /**
     * A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    domain?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    phoneNumber?: string;
    /**
     * The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    linkedinProfileUrl?: string;
    /**
     * The name of the account of their domain, or of the domain of their email. A person of neither has no account, and this is ignored. So is a text that stands for nothing (`none`, `N/A`, `-`).
     */
    companyName?: string;
    /**
     * Names this write: a retry gets its outcome again and writes nothing.
     */
    idempotencyKey?: string;
};

export type PersonUpdate = {
    name?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is null.
     */
    email?: string | null;
    /**
     * A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`. A text that stands for nothing (`none`, `N/A`, `-`) is null.
     */
    domain?: string | null;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is null.
     */
    phoneNumber?: string | null;
    /**
     * The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`. A text that stands for nothing (`none`, `N/A`, `-`) is null.
     */
    linkedinProfileUrl?: string | null;
};

export type AccountBatch = {
    accounts: Array<AccountWrite>;
    /**
     * What an account gets that is known already: `fill` a name if it has only that of its domain, `update` another name, `skip` nothing.
     */
    onConflict?: 'fill' | 'update' | 'skip';
    /**
     * Writes nothing, and answers what would become of each account. One that would be created has no `accountId`.
     */
    dryRun?: boolean;
};

export type AccountWrite = {
    /**
     * A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    domain?: string;
    /**
     * Without one, a new account is named after its domain. A text that stands for nothing (`none`, `N/A`, `-`) is none.
     */
    name?: string;
};

export type AccountUpdate = {
    name?: string;
};

export type AccountLogCreate = {
    source: string;
    type?: string;
    /**
     * Any JSON object up to 256 KiB of text; comes back as it was sent.
     */
    payload: {
        [key: string]: unknown;
    };
    idempotencyKey?: string;
    /**
     * When it happened, for a log of something earlier: 1970 or later, at most 5 minutes ahead of the clock of the service. An addition.
     */
    occurredAt?: string;
    accountId?: string;
    /**
     * A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    domain?: string;
};

export type SourceCreate = {
    /**
     * Who sends. `standard-webhooks` is whoever signs as Standard Webhooks or Svix describe it.
     */
    provider: 'stripe' | 'standard-webhooks' | 'github' | 'shopify' | 'typeform' | 'cal-com' | 'calendly' | 'hubspot';
    /**
     * What its logs have as `source`: the provider, unless it is given.
     */
    name?: string;
    /**
     * Where a body says what. The first path that leads to a valid value counts. A field that is missing is as in the ready mapping of the provider; null is the ready mapping.
     */
    mapping?: SourceMappingInput | null;
};

export type SourceMappingInput = {
    email?: Array<string>;
    phoneNumber?: Array<string>;
    linkedinProfileUrl?: Array<string>;
    name?: Array<string>;
    type?: Array<string>;
    occurredAt?: Array<string>;
    /**
     * Types, as logs have them, that become no log.
     */
    excludedTypes?: Array<string>;
};

export type SourceUpdate = {
    /**
     * What its logs have as `source`.
     */
    name?: string;
    /**
     * Changes these fields alone. A field that is null is again as in the ready mapping of the provider; null in place of all is the ready mapping.
     */
    mapping?: SourceMappingUpdate | null;
};

export type SourceMappingUpdate = {
    email?: Array<string> | null;
    phoneNumber?: Array<string> | null;
    linkedinProfileUrl?: Array<string> | null;
    name?: Array<string> | null;
    type?: Array<string> | null;
    occurredAt?: Array<string> | null;
    excludedTypes?: Array<string> | null;
};

export type SourceSecretSet = {
    /**
     * What the provider signs with: copy it from there, or enter the same there.
     */
    secret: string;
    /**
     * How long the secret before stays valid: 0 for one that others know.
     */
    overlapSeconds?: number;
};

export type KeptMap = {
    /**
     * Which. Without, all of the source, the oldest first. What is not kept any more is left out.
     */
    keptIds?: Array<string>;
    /**
     * `next` of the answer before: go on behind it.
     */
    after?: string;
};

export type PageCreate = {
    title: string;
    /**
     * An absolute http or https URL.
     */
    url: string;
    metadata?: MetadataUpdate;
    /**
     * An addition.
     */
    fields?: Array<PageFieldInput>;
};

export type MetadataUpdate = {
    title?: string | null;
    description?: string | null;
    keywords?: Array<string> | null;
    author?: string | null;
    robots?: Array<'all' | 'index' | 'follow' | 'noindex' | 'nofollow' | 'none' | 'noarchive' | 'nocache' | 'nosnippet' | 'noimageindex' | 'notranslate' | 'indexifembedded' | 'max-image-preview:none' | 'max-image-preview:standard' | 'max-image-preview:large'> | null;
    canonicalUrl?: string | null;
    ogTitle?: string | null;
    ogDescription?: string | null;
    ogType?: 'website' | 'article' | 'book' | 'profile' | 'payment.link' | 'music.song' | 'music.album' | 'music.playlist' | 'music.radio_station' | 'video.movie' | 'video.episode' | 'video.tv_show' | 'video.other' | null;
    ogImageAlt?: string | null;
    ogSiteName?: string | null;
    ogUrl?: string | null;
    twitterCard?: 'summary' | 'summary_large_image' | 'app' | 'player' | null;
    twitterTitle?: string | null;
    twitterDescription?: string | null;
    twitterImageAlt?: string | null;
    twitterSite?: string | null;
    twitterCreator?: string | null;
    themeColor?: string | null;
};

export type PageFieldInput = {
    name: string;
    label: string;
    kind: 'text' | 'long' | 'link' | 'image' | 'list';
    default?: string | {
        /**
         * An absolute http or https URL.
         */
        url: string;
        alt?: string;
    } | Array<string> | null;
    /**
     * The most characters: of a text, of an item of a list, or of the text of an image.
     */
    maxLength?: number;
    help?: string;
};

export type PageUpdate = {
    title?: string;
    /**
     * An absolute http or https URL.
     */
    url?: string;
    /**
     * Merged per field; null clears all.
     */
    metadata?: MetadataUpdate | null;
    /**
     * All fields, in their order. One that is missing is removed: audiences keep their values, and get them back with a field of its name and kind. An addition.
     */
    fields?: Array<PageFieldInput>;
    /**
     * Removed fields to forget, with the values that audiences have for them. An addition.
     */
    discardFields?: Array<string>;
};

export type AudienceCreate = {
    actionFormIdOverride?: string | null;
    actionFormInstructionsOverride?: string | null;
    actionUrlOverride?: string | null;
    customName?: string | null;
    /**
     * Merged per field; null clears all.
     */
    metadataOverride?: MetadataUpdate | null;
    /**
     * Merged per field of the page; null clears all. An addition.
     */
    fieldOverrides?: FieldsUpdate | null;
    supplementaryContext?: string | null;
    /**
     * For whom it is; a page has one audience for a person.
     */
    personId?: string | null;
    /**
     * `pending` while its content is prepared elsewhere.
     */
    status?: 'draft' | 'pending';
};

export type FieldsUpdate = {
    [key: string]: string | {
        /**
         * An absolute http or https URL.
         */
        url: string;
        alt?: string;
    } | Array<string> | null;
};

export type AudienceUpdate = {
    actionFormIdOverride?: string | null;
    actionFormInstructionsOverride?: string | null;
    actionUrlOverride?: string | null;
    customName?: string | null;
    /**
     * Merged per field; null clears all.
     */
    metadataOverride?: MetadataUpdate | null;
    /**
     * Merged per field of the page; null clears all. An addition.
     */
    fieldOverrides?: FieldsUpdate | null;
    supplementaryContext?: string | null;
};

export type Nothing = {
    [key: string]: never;
};

export type PublishRequest = {
    /**
     * Names this publish, so that a retry is known.
     */
    operationKey?: string;
    /**
     * When it goes live, within a minute, with the words of now: at most 400 days ahead. A time within the last day means now. An addition.
     */
    publishAt?: string;
};

export type CampaignCreate = {
    name: string;
    words: CampaignWords;
    /**
     * The path of the link of each row, such as `/for/{{companyName}}`. A value is spelled as in an address: `Zoë O’Neil` is `zoe-o-neil`.
     */
    path: string;
    /**
     * What becomes of a row whose path another row has, as of two Annas: the later gets a short suffix, or is refused. A path of any other link is always refused.
     */
    onPathTaken?: 'suffix' | 'refuse';
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId?: string | null;
};

export type CampaignWords = {
    /**
     * By the names of the fields of the page: a text, an image or a list.
     */
    fieldOverrides?: {
        [key: string]: string | {
            url: string;
            alt?: string;
        } | Array<string>;
    };
    metadataOverride?: CampaignMetadata;
    actionFormIdOverride?: string;
    actionFormInstructionsOverride?: string;
    actionUrlOverride?: string;
    supplementaryContext?: string;
};

export type CampaignMetadata = {
    title?: string;
    description?: string;
    keywords?: Array<string>;
    author?: string;
    canonicalUrl?: string;
    ogTitle?: string;
    ogDescription?: string;
    ogImageAlt?: string;
    ogSiteName?: string;
    ogUrl?: string;
    twitterTitle?: string;
    twitterDescription?: string;
    twitterImageAlt?: string;
    twitterSite?: string;
    twitterCreator?: string;
    themeColor?: string;
};

export type CampaignUpdate = {
    name?: string;
    words?: CampaignWords;
    /**
     * The path of the link of each row, such as `/for/{{companyName}}`. A value is spelled as in an address: `Zoë O’Neil` is `zoe-o-neil`.
     */
    path?: string;
    onPathTaken?: 'suffix' | 'refuse';
};

export type CampaignRows = {
    rows: Array<CampaignRowWrite>;
    /**
     * Writes nothing, and answers what each row would become, with its words. Each row is looked at alone.
     */
    dryRun?: boolean;
};

export type CampaignRowWrite = {
    /**
     * A person who is known, in place of `person`.
     */
    personId?: string;
    /**
     * The person, who is found by their identifiers or created. Blanks of a person who is known are filled.
     */
    person?: CampaignPerson;
    /**
     * Values by the names of columns, for the templates. The fields of `person` are columns too, by their names.
     */
    columns?: {
        [key: string]: string;
    };
};

export type CampaignPerson = {
    /**
     * Without one, a new person is named after an identifier.
     */
    name?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    email?: string;
    /**
     * A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    domain?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    phoneNumber?: string;
    /**
     * The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`. A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    linkedinProfileUrl?: string;
    /**
     * The name of the account of their domain, or of the domain of their email. A person of neither has no account, and this is ignored. So is a text that stands for nothing (`none`, `N/A`, `-`).
     */
    companyName?: string;
};

export type QueuedCampaignRows = {
    rows: Array<CampaignRowWrite>;
};

export type ExperimentCreate = {
    audienceId: string;
    name?: string | null;
    goal: ExperimentGoal;
    /**
     * Versions of the audience, which are frozen as they are now: the latest one while it is a draft or cancelled, and those that a test has frozen before. The live version is always the first arm, whether it is named or not.
     */
    arms: Array<ExperimentArmInput>;
    /**
     * When it ends by itself. Null: when somebody ends it.
     */
    endsAt?: string | null;
    /**
     * Start it at once.
     */
    start?: boolean;
};

export type ExperimentGoal = 'conversion' | 'formSubmit' | 'actionClick';

export type ExperimentArmInput = {
    versionId: string;
    weight?: number;
};

export type ExperimentUpdate = {
    name?: string | null;
    goal?: ExperimentGoal;
    /**
     * Versions of the audience, which are frozen as they are now: the latest one while it is a draft or cancelled, and those that a test has frozen before. The live version is always the first arm, whether it is named or not.
     */
    arms?: Array<ExperimentArmInput>;
    /**
     * When it ends by itself. Null: when somebody ends it.
     */
    endsAt?: string | null;
};

export type WinnerRequest = {
    /**
     * An arm of the test.
     */
    versionId: string;
};

export type SessionImport = {
    sessions: Array<ImportedSession>;
};

export type ImportedSession = {
    analyticsSessionId: string;
    /**
     * Left out, or as the list has it, it is made of analyticsSessionId.
     */
    audienceSessionId?: string | null;
    audienceId?: string | null;
    /**
     * A version of the audience.
     */
    versionId?: string | null;
    pageTitle?: string | null;
    pageUrl?: string | null;
    computationStatus?: 'completed' | 'failed';
    formSubmissionId?: string | null;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is null.
     */
    formSubmissionEmail?: string | null;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is null.
     */
    formSubmissionPhone?: string | null;
    /**
     * Must fit its type; by default the email, else the phone.
     */
    formSubmissionIdentifier?: string | null;
    formSubmissionIdentifierType?: 'email' | 'linkedin' | 'tel' | null;
    hasConversion?: boolean;
    hasFormSubmit?: boolean;
    maxScrollDepthPercentage?: number | null;
    questionsAskedCount?: number;
    totalClicksCount?: number;
    timeSpentSeconds?: number | null;
    /**
     * 1970 or later, and not after sessionEndedAt.
     */
    sessionStartedAt: string;
    /**
     * At most 5 minutes ahead of the clock of the service.
     */
    sessionEndedAt: string;
    utmCampaign?: string | null;
    utmContent?: string | null;
    utmMedium?: string | null;
    utmSource?: string | null;
    utmTerm?: string | null;
    referrer?: string | null;
    country?: string | null;
    device?: 'desktop' | 'mobile' | 'tablet' | 'other' | null;
    browser?: string | null;
};

export type Visit = {
    /**
     * Made by the tracker; a session is a visit of one page.
     */
    analyticsSessionId: string;
    pageId: string;
    audienceId?: string | null;
    /**
     * From the start of the session to the moment of sending.
     */
    elapsedMs: number;
    /**
     * From the start of the session to its last activity.
     */
    activeMs: number;
    /**
     * In which the page was visible and the visitor active.
     */
    engagedMs: number;
    maxScrollDepthPercentage: number;
    clicksCount: number;
    questionsAskedCount: number;
    hasConversion: boolean;
    /**
     * The version of the words that the page shows. It counts with the `audienceId` that it is of.
     */
    versionId?: string | null;
    /**
     * The running test of the audience, as `experiment` of the resolution has it.
     */
    experimentId?: string | null;
    /**
     * The hash of the test and the visitor, as `experiment` of the resolution has it.
     */
    unit?: string | null;
    /**
     * The visitor has clicked on the action of the page: an element with `data-footfall-action`.
     */
    hasActionClick?: boolean;
    /**
     * The first submit that has an identifier, else the first.
     */
    formSubmit?: FormSubmit;
    pageTitle?: string;
    /**
     * An absolute http or https URL. Values that may name or authorise somebody, such as `email` and `token`, are replaced with `redacted`.
     */
    pageUrl?: string;
    /**
     * The host of the page that linked here; kept in lower case, without `www.`.
     */
    referrer?: string;
    /**
     * The names in `data-footfall` attributes of the page, separated by commas, for `foundFields` of the page. What is no name of a field is left out.
     */
    foundFields?: string;
    /**
     * The visit is excluded: `own`, the visitor has asked for it in this browser; `automated`, a program drives the browser.
     */
    leftOut?: 'own' | 'automated';
    /**
     * The visitor has moved or pressed a pointer, touched, typed or turned the wheel.
     */
    hasInput?: boolean;
    utmCampaign?: string;
    utmContent?: string;
    utmMedium?: string;
    utmSource?: string;
    utmTerm?: string;
};

export type FormSubmit = {
    formSubmissionId: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    email?: string;
    /**
     * A text that stands for nothing (`none`, `N/A`, `-`) is left out.
     */
    phone?: string;
    /**
     * A profile URL on linkedin.com, or a handle such as `anna`.
     */
    linkedin?: string;
    /**
     * What else the form has, by the names of its fields, for the log of its sender: 2,000 characters together. A new person gets the name that is among them. Numbers of cards are `redacted`. Without an identifier they are ignored.
     */
    fields?: {
        [key: string]: string;
    };
};

export type WebsiteCreate = {
    /**
     * Scheme, host and port of a website; it is kept as browsers send it in `Origin`.
     */
    origin: string;
};

export type PageLinkCreate = {
    /**
     * In any spelling: `über-uns`, `//über-uns/` and `/%C3%BCber-uns` are `/über-uns`.
     */
    path: string;
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId?: string | null;
    target: PageLinkTargetInput;
};

export type PageLinkTargetInput = {
    /**
     * `audience` when `audienceId` stands alone.
     */
    targetType?: 'audience' | 'page';
    audienceId?: string;
    pageId?: string;
};

export type ResolveBatch = {
    paths?: Array<string>;
    urls?: Array<string>;
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId?: string | null;
    /**
     * Anything that is the same whenever this visitor comes, such as an id of your own. It says which version of a running test they get, and is not stored.
     */
    visitor?: string;
};

export type PageLinkUpdate = {
    /**
     * In any spelling: `über-uns`, `//über-uns/` and `/%C3%BCber-uns` are `/über-uns`.
     */
    path?: string;
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId?: string | null;
    target?: PageLinkTargetInput;
};

export type TenantDomainCreate = {
    /**
     * A host name of two labels or more, in any spelling; it is kept as DNS has it.
     */
    domain: string;
};

export type TopicCreate = {
    title: string;
    purpose?: string;
    /**
     * By default one more than the largest.
     */
    sortOrder?: number;
    isDefault?: boolean;
};

export type TopicUpdate = {
    title?: string;
    purpose?: string;
    sortOrder?: number;
    isDefault?: boolean;
};

export type TopicEntryCreate = {
    /**
     * By default one more than the largest.
     */
    sortOrder?: number;
    content: {
        type: string;
        content: string;
    };
};

export type TopicEntryUpdate = {
    sortOrder?: number;
    /**
     * Merged per field.
     */
    content?: {
        type?: string;
        content?: string;
    };
};

export type AnnotationCreate = {
    /**
     * Null: the whole workspace.
     */
    pageId?: string | null;
    text: string;
    /**
     * The time on the chart: 1970 or later, and before 2100.
     */
    happenedAt: string;
};

export type AnnotationUpdate = {
    /**
     * Null: the whole workspace.
     */
    pageId?: string | null;
    text?: string;
    /**
     * The time on the chart: 1970 or later, and before 2100.
     */
    happenedAt?: string;
};

export type ViewCreate = {
    /**
     * Another view must not have it, in whatever case and with whatever accents.
     */
    name: string;
    /**
     * What stands behind the # in the address of the console. The service does not interpret it, and the console only uses it as a fragment.
     */
    address: string;
};

export type ViewUpdate = {
    /**
     * Another view must not have it, in whatever case and with whatever accents.
     */
    name?: string;
    /**
     * What stands behind the # in the address of the console. The service does not interpret it, and the console only uses it as a fragment.
     */
    address?: string;
};

export type EventSettingsUpdate = {
    /**
     * All types that the feed keeps from now on; none switches it off.
     */
    types?: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    /**
     * How many days events are kept.
     */
    retentionDays?: number;
};

export type WebhookCreate = {
    /**
     * Where events are sent to: https, with a public host that is not of this deployment, and port 443 or one above 1023.
     */
    url: string;
    /**
     * Which events are sent. A channel (`slack`, `teams`) has none of `session.*`.
     */
    types: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    /**
     * `json`: the event; `slack` and `teams`: a sentence with names, for a channel, with a link into the console.
     */
    format?: 'json' | 'slack' | 'teams';
    /**
     * One event is sent after the other, and nothing while an earlier one waits for another attempt. Without it, up to five are on their way at once. It cannot be changed later.
     */
    isOrdered?: boolean;
};

export type WebhookUpdate = {
    /**
     * Where events are sent to: https, with a public host that is not of this deployment, and port 443 or one above 1023.
     */
    url?: string;
    /**
     * Which events are sent. A channel (`slack`, `teams`) has none of `session.*`.
     */
    types?: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    /**
     * `json`: the event; `slack` and `teams`: a sentence with names, for a channel, with a link into the console.
     */
    format?: 'json' | 'slack' | 'teams';
    /**
     * False switches it off. True switches it on again: it gets what happens from then on, and what waited.
     */
    isEnabled?: boolean;
};

export type WebhookRotate = {
    /**
     * How long the previous secret signs, too.
     */
    overlapSeconds?: number;
};

export type WebhookRecover = {
    /**
     * Events that happened from then on are sent again.
     */
    since: string;
};

export type AlertCreate = {
    name: string;
    /**
     * The webhook that it is sent to.
     */
    webhookId: string;
    /**
     * A time zone of IANA, for hours, days, weeks and months.
     */
    timezone?: string;
    condition: AlertConditionInput;
};

export type AlertConditionInput = {
    type: 'accounts_visited';
    /**
     * Null: any account.
     */
    accountIds?: Array<string> | null;
    visits: number;
    /**
     * The day of the visit and those before it, as the calendar of the zone has them.
     */
    days: number;
} | {
    type: 'link_opened';
    /**
     * Null: any person.
     */
    personIds?: Array<string> | null;
} | {
    type: 'conversions_changed';
    pageId: string;
    direction?: 'down' | 'up' | 'any';
    percent: number;
    /**
     * Both days must have so many visits.
     */
    minVisits?: number;
} | {
    type: 'weekly_report';
    /**
     * Null: all pages.
     */
    pageId?: string | null;
} | {
    type: 'service_stalled';
};

export type AlertPreviewInput = {
    name?: string;
    /**
     * The webhook that it is sent to.
     */
    webhookId?: string;
    /**
     * A time zone of IANA, for hours, days, weeks and months.
     */
    timezone?: string;
    condition: AlertConditionInput;
};

export type AlertUpdate = {
    name?: string;
    /**
     * The webhook that it is sent to.
     */
    webhookId?: string;
    /**
     * A time zone of IANA, for hours, days, weeks and months.
     */
    timezone?: string;
    /**
     * The whole condition.
     */
    condition?: AlertConditionInput;
    /**
     * False switches it off. True switches it on: for what happens from then on.
     */
    isEnabled?: boolean;
};

export type ApiKeyCreate = {
    name: string;
    /**
     * With `resolve` and without `read`, no other but `collect`: such a key may be in a page.
     */
    scopes: Array<'read' | 'write' | 'admin' | 'log' | 'collect' | 'resolve'>;
    /**
     * When the key ends. If the key of the request ends, then the new one ends no later: by default at the same time.
     */
    expiresAt?: string;
};

export type ApiKeyRotate = {
    overlapSeconds?: number;
};

export type ShareLinkCreate = {
    name: string;
    /**
     * The view that the link opens: path and query of the console, which are in its address behind `#`.
     */
    path: string;
    /**
     * The link ends so long after now: 12 hours or 30 days.
     */
    lifetime: '12h' | '30d';
};

export type SignIn = {
    /**
     * The code of a sign-in link or of a share link. Left out behind Cloudflare Access.
     */
    code?: string;
};

export type RestoreCreate = {
    /**
     * The first line of the file.
     */
    header: {
        footfall: {
            format: number;
            fingerprint: string;
            /**
             * The columns of each table.
             */
            tables: {
                [key: string]: Array<string>;
            };
            [key: string]: unknown;
        };
    };
    /**
     * Whether the API keys of the file are restored, too.
     */
    keys?: boolean;
};

/**
 * NDJSON: a JSON object in each line.
 */
export type LinesOfJson = string;

export type PersonLogCreated = {
    personId: string;
    personLogId: string;
    createdPerson: boolean;
    createdAt: string;
    source: string;
    type: string;
};

/**
 * What went wrong (RFC 9457).
 */
export type Problem = {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
    code: 'invalid_json' | 'validation_failed' | 'invalid_cursor' | 'too_many_values' | 'too_many_rows' | 'missing_api_key' | 'invalid_api_key' | 'invalid_signature' | 'invalid_sign_in' | 'insufficient_scope' | 'origin_not_allowed' | 'cross_site_request' | 'person_not_found' | 'person_log_not_found' | 'account_not_found' | 'account_log_not_found' | 'api_key_not_found' | 'page_not_found' | 'audience_not_found' | 'version_not_found' | 'experiment_not_found' | 'page_link_not_found' | 'campaign_not_found' | 'tenant_domain_not_found' | 'topic_not_found' | 'topic_entry_not_found' | 'share_link_not_found' | 'website_not_found' | 'annotation_not_found' | 'view_not_found' | 'webhook_not_found' | 'source_not_found' | 'kept_not_found' | 'alert_not_found' | 'delivery_not_found' | 'given_up_not_found' | 'audience_session_not_found' | 'restore_not_found' | 'route_not_found' | 'method_not_allowed' | 'person_conflict' | 'page_conflict' | 'audience_conflict' | 'audience_archived' | 'session_conflict' | 'invalid_transition' | 'experiment_running' | 'experiment_impossible' | 'path_taken' | 'campaign_archived' | 'campaign_full' | 'campaigns_full' | 'job_running' | 'no_earlier_words' | 'domain_taken' | 'origin_taken' | 'websites_full' | 'share_links_full' | 'fields_full' | 'topic_full' | 'name_taken' | 'views_full' | 'webhooks_full' | 'sources_full' | 'source_secret_missing' | 'alerts_full' | 'workspace_not_empty' | 'restore_running' | 'restore_not_receiving' | 'secret_shown' | 'webhook_disabled' | 'webhook_secret_missing' | 'events_removed' | 'export_ended' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'fields_mismatch' | 'idempotency_mismatch' | 'operation_key_mismatch' | 'schema_mismatch' | 'rate_limited' | 'internal_error' | 'queue_unavailable' | 'sign_in_unavailable' | 'database_not_migrated' | 'workspace_restoring' | 'database_unavailable';
    requestId: string;
    errors?: Array<{
        in: 'body' | 'query' | 'path' | 'header';
        path: string;
        code: string;
        message: string;
    }>;
    /**
     * How many more violations there are than `errors` names.
     */
    omittedErrors?: number;
    [key: string]: unknown;
};

export type PersonLogBatchResult = {
    results: Array<{
        status: 201 | 400 | 404 | 422;
        replayed: boolean;
        personLog: PersonLogCreated | null;
        problem: Problem | null;
    }>;
};

export type PersonLogList = {
    items: Array<PersonLog>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type PersonLog = {
    personId: string;
    personLogId: string;
    source: string;
    type: string;
    /**
     * Any JSON object up to 256 KiB of text; comes back as it was sent.
     */
    payload: {
        [key: string]: unknown;
    };
    idempotencyKey: string | null;
    createdAt: string;
    /**
     * When it happened, if the request said so; `createdAt` is when it was received. An addition.
     */
    occurredAt: string | null;
    updatedAt: string | null;
    deletedAt: string | null;
};

/**
 * RFC 4180, in UTF-8 with a byte order mark: see the interface.
 */
export type CsvFile = string;

export type PersonLogDeleted = {
    personId: string;
    personLogId: string;
    deleted: true;
};

export type Person = {
    personId: string;
    name: string;
    email: string | null;
    domain: string | null;
    slug: string;
    phoneNumber: string | null;
    linkedinProfileUrl: string | null;
    createdAt: string;
    updatedAt: string;
    /**
     * The start of the latest visit with a form of the person, or through a link that was made for them. It is written once an hour at most, so it may be up to an hour too old, and so may the order of a list by it. Null before the first. An addition.
     */
    latestVisitAt: string | null;
};

export type PersonFound = {
    /**
     * Null if nobody has it.
     */
    person: Person | null;
};

export type PersonBatchResult = {
    results: Array<{
        status: 200 | 201 | 400 | 409 | 422;
        outcome: 'created' | 'updated' | 'unchanged' | null;
        personId: string | null;
        /**
         * Fields that were sent and that the person does not have now: they have another value, or somebody else has it. Null for a replay.
         */
        ignored: Array<string> | null;
        replayed: boolean;
        problem: Problem | null;
    }>;
};

export type PersonList = {
    items: Array<Person>;
    hasMore: boolean;
    /**
     * Always a string; `hasMore` says whether to follow it.
     */
    nextCursor: string;
    /**
     * Null when a `query` finds more than 1,000.
     */
    totalCount: number | null;
};

export type PersonErased = {
    personId: string;
    erased: true;
    erasedLogsCount: number;
};

export type PersonExport = {
    /**
     * Each has its `kind`: `person`, `account`, `log`, `visit`, `audience`, `version`, `page_link`, `campaign_row`, `campaign_problem`, `event`, `visit_day`, `alert_firing`, `alert_visit`, `waiting_row`, `given_up`, `kept_delivery`, `end`. The last line of all, `end`, has the number of lines of each kind.
     */
    lines: Array<{
        [key: string]: unknown;
    }>;
    hasMore: boolean;
    nextCursor: string | null;
};

export type AccountList = {
    items: Array<Account>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type Account = {
    accountId: string;
    domain: string;
    name: string;
    createdAt: string;
    updatedAt: string;
    latestActivityAt: string;
    /**
     * The start of the latest visit with a form of a person of the account, or through a link that was made for them. It is written once an hour at most, so it may be up to an hour too old, and so may the order of a list by it. Null before the first. An addition.
     */
    latestVisitAt: string | null;
    linkedPersonsCount: number;
};

export type AccountBatchResult = {
    results: Array<{
        status: 200 | 201 | 400;
        /**
         * Of a domain that is twice in the list, the first has the outcome, and the others are `unchanged`.
         */
        outcome: 'created' | 'updated' | 'unchanged' | null;
        accountId: string | null;
        problem: Problem | null;
    }>;
};

export type AccountLogCreated = {
    accountId: string;
    accountLogId: string;
    createdAccount: boolean;
    createdAt: string;
    source: string;
    type: string;
};

export type AccountLogList = {
    items: Array<AccountLog>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type AccountLog = {
    accountId: string;
    accountLogId: string;
    source: string;
    type: string;
    /**
     * Any JSON object up to 256 KiB of text; comes back as it was sent.
     */
    payload: {
        [key: string]: unknown;
    };
    idempotencyKey: string | null;
    createdAt: string;
    /**
     * When it happened, if the request said so; `createdAt` is when it was received. An addition.
     */
    occurredAt: string | null;
    updatedAt: string | null;
    deletedAt: string | null;
};

export type AccountLogDeleted = {
    accountId: string;
    accountLogId: string;
    deleted: true;
};

export type SourceList = {
    items: Array<Source>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type Source = {
    sourceId: string;
    /**
     * Who sends. `standard-webhooks` is whoever signs as Standard Webhooks or Svix describe it.
     */
    provider: 'stripe' | 'standard-webhooks' | 'github' | 'shopify' | 'typeform' | 'cal-com' | 'calendly' | 'hubspot';
    name: string;
    /**
     * Where the provider sends to. It is no secret.
     */
    url: string;
    mapping: SourceMapping;
    /**
     * The fields of it that are the source’s own. The others are as in the ready mapping of the provider; null: all are.
     */
    ownMapping: SourceOwnMapping | null;
    /**
     * Whether that is the ready mapping of the provider.
     */
    isReadyMapping: boolean;
    /**
     * Without a secret it takes nothing.
     */
    hasSecret: boolean;
    secretSetAt: string | null;
    /**
     * Until then the secret before is valid, too.
     */
    previousSecretUntil: string | null;
    /**
     * Deliveries, each counted once.
     */
    receivedCount: number;
    /**
     * How many became logs, when they came or were mapped later.
     */
    loggedCount: number;
    excludedCount: number;
    /**
     * How many are kept now.
     */
    keptCount: number;
    /**
     * How many kept ones had to go for newer ones.
     */
    droppedCount: number;
    lastReceivedAt: string | null;
    /**
     * The last ten deliveries, the newest first, without their bodies.
     */
    recent: Array<SourceDelivery>;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
};

export type SourceMapping = {
    email: Array<string>;
    phoneNumber: Array<string>;
    linkedinProfileUrl: Array<string>;
    name: Array<string>;
    type: Array<string>;
    occurredAt: Array<string>;
    excludedTypes: Array<string>;
};

export type SourceOwnMapping = {
    email?: Array<string>;
    phoneNumber?: Array<string>;
    linkedinProfileUrl?: Array<string>;
    name?: Array<string>;
    type?: Array<string>;
    occurredAt?: Array<string>;
    excludedTypes?: Array<string>;
};

export type SourceDelivery = {
    at: string;
    /**
     * The sender’s id of it, or a hash of its body.
     */
    deliveryId: string;
    type: string;
    outcome: 'logged' | 'kept' | 'excluded';
    /**
     * Why it was kept: `no_identifier` or `invalid_identifier`. Null otherwise.
     */
    reason: string | null;
    /**
     * Null after an erasure, too.
     */
    personId: string | null;
    personLogId: string | null;
};

export type SourceDeleted = {
    sourceId: string;
    deletedAt: string;
};

export type KeptDeliveryList = {
    items: Array<KeptDeliverySummary>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type KeptDeliverySummary = {
    sourceId: string;
    keptId: string;
    /**
     * The sender’s id of it, or a hash of its body.
     */
    deliveryId: string;
    type: string;
    /**
     * Why it is kept: it names nobody, or by nothing that identifies a person.
     */
    reason: 'no_identifier' | 'invalid_identifier';
    receivedAt: string;
};

export type KeptMapped = {
    /**
     * What became of each, the oldest first.
     */
    outcomes: Array<KeptOutcome>;
    /**
     * How many the source keeps now.
     */
    remaining: number;
    /**
     * The last that was looked at, if there are more behind it.
     */
    next: string | null;
};

export type KeptOutcome = {
    keptId: string;
    type: string;
    outcome: 'logged' | 'replayed' | 'kept' | 'excluded';
    /**
     * Why it is still kept. Null otherwise.
     */
    reason: 'no_identifier' | 'invalid_identifier' | null;
    personId: string | null;
    personLogId: string | null;
};

export type KeptDelivery = {
    sourceId: string;
    keptId: string;
    /**
     * The sender’s id of it, or a hash of its body.
     */
    deliveryId: string;
    type: string;
    /**
     * Why it is kept: it names nobody, or by nothing that identifies a person.
     */
    reason: 'no_identifier' | 'invalid_identifier';
    receivedAt: string;
    /**
     * The event as it was sent, up to 256 KiB.
     */
    body: {
        [key: string]: unknown;
    };
};

export type KeptDeleted = {
    sourceId: string;
    keptId: string;
    deleted: true;
};

export type IntakeResult = {
    outcomes: Array<IntakeOutcome>;
};

export type IntakeOutcome = {
    outcome: 'logged' | 'replayed' | 'kept' | 'excluded' | 'waiting';
};

export type Page = {
    pageId: string;
    title: string;
    url: string;
    metadata: Metadata;
    /**
     * What the page lets an audience say in other words, in this order. Those that were removed are last. An addition.
     */
    fields: Array<PageField>;
    audiencesCount: number;
    createdAt: string;
    updatedAt: string;
};

export type Metadata = {
    title: string;
    description: string;
    keywords: Array<string>;
    author: string;
    robots: Array<'all' | 'index' | 'follow' | 'noindex' | 'nofollow' | 'none' | 'noarchive' | 'nocache' | 'nosnippet' | 'noimageindex' | 'notranslate' | 'indexifembedded' | 'max-image-preview:none' | 'max-image-preview:standard' | 'max-image-preview:large'>;
    canonicalUrl: string;
    ogTitle: string;
    ogDescription: string;
    ogType: 'website' | 'article' | 'book' | 'profile' | 'payment.link' | 'music.song' | 'music.album' | 'music.playlist' | 'music.radio_station' | 'video.movie' | 'video.episode' | 'video.tv_show' | 'video.other';
    /**
     * Empty: the service has no images yet.
     */
    ogImageUrl: string;
    /**
     * Empty: the service has no images yet.
     */
    ogImageFileId: string;
    ogImageAlt: string;
    ogSiteName: string;
    ogUrl: string;
    twitterCard: 'summary' | 'summary_large_image' | 'app' | 'player';
    twitterTitle: string;
    twitterDescription: string;
    /**
     * Empty: the service has no images yet.
     */
    twitterImageUrl: string;
    /**
     * Empty: the service has no images yet.
     */
    twitterImageFileId: string;
    twitterImageAlt: string;
    twitterSite: string;
    twitterCreator: string;
    themeColor: string;
};

export type PageField = {
    name: string;
    label: string;
    kind: 'text' | 'long' | 'link' | 'image' | 'list';
    default: FieldValue;
    /**
     * The most characters: of a text, of an item of a list, or of the text of an image.
     */
    maxLength: number;
    help: string;
    /**
     * When it was removed. Audiences keep their values until `discardFields` names it.
     */
    removedAt: string | null;
};

export type FieldValue = string | {
    url: string;
    alt: string;
} | Array<string>;

export type PageList = {
    items: Array<Page>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type PageRead = {
    pageId: string;
    title: string;
    url: string;
    metadata: Metadata;
    /**
     * What the page lets an audience say in other words, in this order. Those that were removed are last. An addition.
     */
    fields: Array<PageField>;
    audiencesCount: number;
    createdAt: string;
    updatedAt: string;
    /**
     * What visits say they have found on the page, by the `data-footfall` of its elements: anyone with the key of a website can claim it. An addition.
     */
    foundFields: Array<FoundField>;
};

export type FoundField = {
    name: string;
    /**
     * A UTC day.
     */
    lastSeenOn: string;
};

export type AudienceList = {
    items: Array<Audience>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type Audience = {
    audienceId: string;
    pageId: string;
    personId: string | null;
    /**
     * The person's slug.
     */
    personRouteKey: string | null;
    computedName: string;
    customName: string | null;
    effectiveName: string;
    isNewPageAgent: boolean;
    status: 'draft' | 'pending' | 'queued' | 'processing' | 'published' | 'cancelled' | 'archived';
    actionFormIdOverride: string | null;
    actionFormInstructionsOverride: string | null;
    actionUrlOverride: string | null;
    supplementaryContext: string | null;
    archivedAt: string | null;
    createdAt: string;
    latestVersion: AudienceVersion;
    publishedVersion: AudienceVersion | null;
    effectiveMetadata: Metadata;
    metadataOverride: Metadata;
    /**
     * The fields of the page as the next version has them. `liveContent` is what visitors get. An addition.
     */
    effectiveFields: {
        [key: string]: FieldValue;
    };
    /**
     * What the audience says in place of the page, also of fields that the page has removed. An addition.
     */
    fieldOverrides: {
        [key: string]: FieldValue;
    };
};

export type AudienceVersion = {
    versionId: string;
    audienceId: string;
    versionNumber: number;
    status: 'draft' | 'pending' | 'queued' | 'processing' | 'published' | 'cancelled' | 'archived';
    /**
     * Whether the audience had nothing published when this version was opened.
     */
    isNewPageAgent: boolean;
    supplementaryContext: string | null;
    createdAt: string;
    becameDraftAt: string | null;
    queuedAt: string | null;
    /**
     * From queuedAt, or publishAt if that is later, to the start of processing.
     */
    queueDurationMs: number | null;
    /**
     * When it goes live, or went: null if no later time was asked for. An addition.
     */
    publishAt: string | null;
    /**
     * Who asked last for its publishing: an email, or the name of a key. An addition.
     */
    requestedBy: string | null;
    publishedAt: string | null;
    cancelledAt: string | null;
    obsoleteAt: string | null;
    archivedAt: string | null;
    /**
     * Why the service cancelled it; null when a client did. An addition.
     */
    cancelReason: string | null;
    /**
     * What may be done with it now. An addition.
     */
    allowedActions: Array<'ready' | 'publish' | 'cancel'>;
};

export type AudienceInFull = {
    audienceId: string;
    pageId: string;
    personId: string | null;
    /**
     * The person's slug.
     */
    personRouteKey: string | null;
    computedName: string;
    customName: string | null;
    effectiveName: string;
    isNewPageAgent: boolean;
    status: 'draft' | 'pending' | 'queued' | 'processing' | 'published' | 'cancelled' | 'archived';
    actionFormIdOverride: string | null;
    actionFormInstructionsOverride: string | null;
    actionUrlOverride: string | null;
    supplementaryContext: string | null;
    archivedAt: string | null;
    createdAt: string;
    latestVersion: AudienceVersion;
    publishedVersion: AudienceVersion | null;
    effectiveMetadata: Metadata;
    metadataOverride: Metadata;
    /**
     * The fields of the page as the next version has them. `liveContent` is what visitors get. An addition.
     */
    effectiveFields: {
        [key: string]: FieldValue;
    };
    /**
     * What the audience says in place of the page, also of fields that the page has removed. An addition.
     */
    fieldOverrides: {
        [key: string]: FieldValue;
    };
    /**
     * What visitors get of this audience now: the content of `publishedVersion`. Null if they get the page, because nothing is published, or the audience is archived. `nextContent` is what they would get if the latest version were published now. Both are additions.
     */
    liveContent: Content | null;
    nextContent: Content;
};

export type Content = {
    title: string;
    url: string;
    metadata: Metadata;
    actionFormId: string | null;
    actionFormInstructions: string | null;
    actionUrl: string | null;
    supplementaryContext: string | null;
    /**
     * The fields of the page, in the words of the audience or its own. An addition.
     */
    fields: {
        [key: string]: FieldValue;
    };
};

export type AudienceSearchList = {
    items: Array<Audience>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type PersonAudienceList = {
    items: Array<Audience>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type Preview = {
    /**
     * The value of `preview` of GET /v0/page_links/resolve, which shows the next words with it.
     */
    token: string;
    expiresAt: string;
};

export type PublishList = {
    items: Array<Publish>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type Publish = {
    audienceId: string;
    /**
     * The `effectiveName` of the audience.
     */
    audienceName: string;
    versionId: string;
    versionNumber: number;
    publishedAt: string;
};

export type AudienceVersionList = {
    items: Array<AudienceVersion>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type VersionContent = {
    versionId: string;
    versionNumber: number;
    /**
     * `snapshot`: as it was published. `frozen`: as it will be published. `current`: as publishing would make it now.
     */
    source: 'snapshot' | 'frozen' | 'current';
    content: Content;
};

export type CampaignList = {
    items: Array<Campaign>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type Campaign = {
    campaignId: string;
    pageId: string;
    name: string;
    path: string;
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId: string | null;
    onPathTaken: 'suffix' | 'refuse';
    words: CampaignWordsOutput;
    /**
     * The columns that the words and the path use.
     */
    columns: Array<string>;
    /**
     * Whether the words were changed: `roll_back` publishes those before.
     */
    hasEarlierWords: boolean;
    rowsCount: number;
    /**
     * What is done, or was done last, to all rows.
     */
    job: CampaignJob | null;
    archivedAt: string | null;
    createdAt: string;
    updatedAt: string;
};

export type CampaignJob = {
    /**
     * `publish`: the words of now for all rows. `archive`: their audiences are archived. `write`: rows that were queued are written.
     */
    kind: 'publish' | 'archive' | 'write';
    state: 'running' | 'stopped' | 'done';
    /**
     * The rows there were when it began; of `write`, those that were queued so far.
     */
    total: number;
    /**
     * The rows that it has looked at: this many of `total`.
     */
    done: number;
    /**
     * Those that it has changed. The others said the same before, or were refused.
     */
    changed: number;
    /**
     * Those that it could not change.
     */
    refused: number;
    /**
     * The first 20 of them, and why.
     */
    problems: Array<{
        /**
         * Null for a row that was queued.
         */
        personId: string | null;
        /**
         * The place of a row that was queued, from 1. Null for any other.
         */
        row: number | null;
        detail: string;
    }>;
    startedAt: string;
    endedAt: string | null;
    /**
     * Why the last attempt at its next rows has failed. It is tried again for ever: stop it if nothing else helps. Null once an attempt succeeds, and while the service waits for its database.
     */
    lastError: string | null;
};

export type CampaignResults = {
    total: CampaignOutcome;
    values: Array<CampaignValue>;
    /**
     * How many more values there are: 100 are listed, those of the most people first.
     */
    unlisted: number;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type CampaignOutcome = {
    /**
     * The people.
     */
    rows: number;
    /**
     * Those whose link was opened.
     */
    opened: number;
    /**
     * Those with a click, a question, a form or a conversion, or with a visit of 10 seconds of engaged time, which counts once it is over.
     */
    engaged: number;
    /**
     * Those with a visit that converted.
     */
    converted: number;
    visits: AnalyticsFigures;
};

export type AnalyticsFigures = {
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
};

export type CampaignValue = {
    /**
     * Null for rows without one.
     */
    value: string | null;
    /**
     * The people.
     */
    rows: number;
    /**
     * Those whose link was opened.
     */
    opened: number;
    /**
     * Those with a click, a question, a form or a conversion, or with a visit of 10 seconds of engaged time, which counts once it is over.
     */
    engaged: number;
    /**
     * Those with a visit that converted.
     */
    converted: number;
    visits: AnalyticsFigures;
};

export type CampaignRowList = {
    items: Array<CampaignRow>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type CampaignRow = {
    personId: string;
    personName: string;
    audienceId: string;
    pageLinkId: string;
    path: string;
    /**
     * The link: on its own domain, or else on the website of the page.
     */
    url: string;
    isLinkDeleted: boolean;
    /**
     * As they were sent, with the fields of the person.
     */
    columns: {
        [key: string]: string;
    };
    /**
     * Of the version with the words of the row.
     */
    status: 'draft' | 'pending' | 'queued' | 'processing' | 'published' | 'cancelled' | 'archived';
    /**
     * The visits by this link, of all pages, from the day on which the campaign was created: with startDate or endDate.
     */
    visits?: AnalyticsFigures;
    createdAt: string;
    updatedAt: string;
};

export type CampaignRowsResult = {
    results: Array<{
        status: 200 | 201 | 400 | 404 | 409 | 422 | 503;
        /**
         * `created`: the row is new in the campaign. `updated`: it says something else than before. `unchanged`: nothing was written.
         */
        outcome: 'created' | 'updated' | 'unchanged' | null;
        personId: string | null;
        isNewPerson: boolean;
        audienceId: string | null;
        /**
         * False for a person who had an audience of the page: that is it.
         */
        isNewAudience: boolean;
        pageLinkId: string | null;
        /**
         * The path of the link.
         */
        path: string | null;
        /**
         * In a dry run: what the page says.
         */
        words: CampaignWordsOutput | null;
        problem: Problem | null;
    }>;
};

export type CampaignRowsQueued = {
    /**
     * The rows that wait. They are written in order.
     */
    queued: number;
    /**
     * The rows that break a rule. They do not wait.
     */
    refused: Array<{
        /**
         * The place of the row in the request, from 1.
         */
        row: number;
        problem: Problem;
    }>;
    /**
     * The job that writes them: `GET` of the campaign says how far it is.
     */
    job: CampaignJob | null;
};

export type ExperimentList = {
    items: Array<Experiment>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type Experiment = {
    experimentId: string;
    pageId: string;
    audienceId: string;
    name: string | null;
    goal: ExperimentGoal;
    status: 'draft' | 'running' | 'ended';
    endReason: 'stopped' | 'winner' | 'due' | 'archived' | null;
    arms: Array<ExperimentArm>;
    /**
     * `visitor`: the website says who comes again. `session`: it does not, so who comes again counts again.
     */
    visitorsBy: 'visitor' | 'session' | 'both';
    /**
     * Whether visitors were not counted, because too many came from one address, or there were more than a test can hold.
     */
    isLimited: boolean;
    /**
     * Visits of the audience while it runs that report none of the versions, or not the one of their visitor. Some 500,000 are counted at most.
     */
    otherVisits: number;
    /**
     * When the first arm was decided. It is never taken back.
     */
    decidedAt: string | null;
    /**
     * When visitors no longer followed the weights. Then nothing is called a winner.
     */
    splitBrokenAt: string | null;
    /**
     * The version that converts best, once that is decided. Null if two are ahead of the live version.
     */
    winnerVersionId: string | null;
    /**
     * The version that somebody has published as the winner, or kept as it was live.
     */
    publishedVersionId: string | null;
    /**
     * How long it takes at the traffic of today. Null without visits and conversions to go by, after the end, and in lists.
     */
    estimate: ExperimentEstimate | null;
    /**
     * The state of the test in words.
     */
    sentence: string;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
    startedAt: string | null;
    endsAt: string | null;
    endedAt: string | null;
};

export type ExperimentArm = {
    versionId: string;
    versionNumber: number;
    /**
     * Its share of the visitors, in proportion to the weights of the other arms.
     */
    weight: number;
    /**
     * Each counts once, in the first arm that they saw.
     */
    visitors: number;
    /**
     * The visitors who reached the goal.
     */
    conversions: number;
    /**
     * Conversions by visitors. Null without visitors.
     */
    rate: number | null;
    /**
     * By how much more this arm converts than the live version: 0.5 is half more. Null for the live version, and while that has no conversion.
     */
    lift: number | null;
    /**
     * The lower end of the interval of the lift, which holds the true one at all times together in 95 of 100 tests.
     */
    liftLow: number | null;
    /**
     * The upper end. Null while there is none.
     */
    liftHigh: number | null;
    /**
     * The least p-value so far, which is valid whenever one looks. Stored in steps of 1 %.
     */
    pValue: number | null;
    /**
     * When it was decided that this arm converts differently.
     */
    decidedAt: string | null;
    /**
     * What was decided: whether it converts better.
     */
    isBetter: boolean | null;
};

export type ExperimentEstimate = {
    /**
     * To two digits.
     */
    visitorsPerDay: number;
    rate: number;
    lift: number;
    /**
     * About how many days until such a lift is decided, from the start of the test.
     */
    days: number;
};

export type ExperimentForecast = {
    /**
     * At the traffic of the latest visits. Null if none of them reached the goal.
     */
    estimate: ExperimentEstimate | null;
    /**
     * The same in words.
     */
    sentence: string;
};

export type ExperimentDeleted = {
    experimentId: string;
    deletedAt: string;
};

export type AudienceSessionList = {
    items: Array<AudienceSession>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type AudienceSession = {
    analyticsSessionId: string;
    /**
     * Null when the visit was to no audience.
     */
    audienceSessionId: string | null;
    audienceId: string | null;
    pageId: string | null;
    pageTitle: string | null;
    pageUrl: string | null;
    /**
     * `pending` until 30 minutes without activity have passed.
     */
    computationStatus: 'pending' | 'completed' | 'failed';
    formSubmissionId: string | null;
    formSubmissionEmail: string | null;
    formSubmissionPhone: string | null;
    formSubmissionIdentifier: string | null;
    formSubmissionIdentifierType: 'email' | 'linkedin' | 'tel' | null;
    hasConversion: boolean;
    hasFormSubmit: boolean;
    /**
     * Completed, under 10 s engaged, no click, question, form submit or conversion. False when the time is unknown.
     */
    isBounce: boolean;
    maxScrollDepthPercentage: number | null;
    questionsAskedCount: number;
    totalClicksCount: number;
    /**
     * Seconds in which the page was visible and the visitor active.
     */
    timeSpentSeconds: number | null;
    sessionStartedAt: string;
    /**
     * The last activity; null while pending.
     */
    sessionEndedAt: string | null;
    utmCampaign: string | null;
    utmContent: string | null;
    utmMedium: string | null;
    utmSource: string | null;
    utmTerm: string | null;
    /**
     * The host that the visitor came from, without `www.`. An addition.
     */
    referrer: string | null;
    /**
     * ISO 3166-1 alpha-2, from the network. An addition.
     */
    country: string | null;
    /**
     * An addition.
     */
    device: 'desktop' | 'mobile' | 'tablet' | 'other' | null;
    /**
     * An addition.
     */
    browser: string | null;
    /**
     * The path of `pageUrl`, in the spelling of page links. An addition.
     */
    landingPath: string | null;
    /**
     * The page link with the host and path of `pageUrl` at the visit. An addition.
     */
    pageLinkId: string | null;
    /**
     * The version of the words that the page showed: one of the audience. An addition.
     */
    versionId: string | null;
    /**
     * Who submitted the form. An addition.
     */
    personId: string | null;
    /**
     * Whom the audience was made for. A link can be forwarded. An addition.
     */
    recipientPersonId: string | null;
    /**
     * The account that the recipient was linked to at the visit. An addition.
     */
    recipientAccountId: string | null;
    /**
     * The name of `personId`. Only with `names=true`, as the next two.
     */
    personName?: string | null;
    /**
     * The name of `recipientPersonId`.
     */
    recipientName?: string | null;
    /**
     * The company of who submitted the form; otherwise `recipientAccountId`.
     */
    companyName?: string | null;
    /**
     * Why the session failed or will fail; null for all others. An addition.
     */
    computationError: string | null;
};

export type SessionImported = {
    importedCount: number;
    /**
     * Sessions that were there already and stay as they are.
     */
    existingCount: number;
};

export type PersonAudienceSessionList = {
    items: Array<AudienceSession>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type PersonTimeline = {
    items: Array<{
        kind: 'log';
        /**
         * The time of the order: when a log happened, or else was received, a visit began, or a version was published.
         */
        at: string;
        log: PersonLog;
    } | {
        kind: 'visit';
        /**
         * The time of the order: when a log happened, or else was received, a visit began, or a version was published.
         */
        at: string;
        /**
         * `form`: who it is sent the form. `recipient`: only the link was for them, and it can be forwarded.
         */
        by: 'form' | 'recipient';
        visit: AudienceSession;
    } | {
        kind: 'publish';
        /**
         * The time of the order: when a log happened, or else was received, a visit began, or a version was published.
         */
        at: string;
        publish: TimelinePublish;
    }>;
    hasMore: boolean;
    nextCursor: string | null;
};

export type TimelinePublish = {
    audienceId: string;
    /**
     * The `effectiveName` of the audience.
     */
    audienceName: string;
    pageId: string;
    /**
     * Whom the audience was made for.
     */
    personId: string;
    versionId: string;
    versionNumber: number;
    publishedAt: string;
};

export type AccountTimeline = {
    items: Array<{
        kind: 'log';
        /**
         * The time of the order: when a log happened, or else was received, a visit began, or a version was published.
         */
        at: string;
        log: AccountLog | PersonLog;
    } | {
        kind: 'visit';
        /**
         * The time of the order: when a log happened, or else was received, a visit began, or a version was published.
         */
        at: string;
        /**
         * `form`: who it is sent the form. `recipient`: only the link was for them, and it can be forwarded.
         */
        by: 'form' | 'recipient';
        visit: AudienceSession;
    } | {
        kind: 'publish';
        /**
         * The time of the order: when a log happened, or else was received, a visit began, or a version was published.
         */
        at: string;
        publish: TimelinePublish;
    }>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * How many linked persons, the last created, the timeline excludes: their logs and publishes are not in it. 0 up to 1,000 linked persons.
     */
    omittedPersonsCount: number;
};

export type AudienceAnalyticsList = {
    items: Array<AudienceAnalytics>;
    /**
     * Only with `sort` or `limit`.
     */
    other?: AnalyticsFigures | null;
    /**
     * All visits of the range. Only with `sort` or `limit`.
     */
    total?: AnalyticsFigures;
    /**
     * Only with `sort` or `limit`.
     */
    comparison?: AudienceComparison | null;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    comparedTotal?: AnalyticsFigures;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type AudienceAnalytics = {
    /**
     * Absent for the visits of no audience, or of archived ones.
     */
    audienceId?: string;
    /**
     * Only with `names=true`. Absent if there is no record with this id any more.
     */
    name?: string;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    compared?: AnalyticsFigures;
};

/**
 * `first` has the highest conversion rate, `against` is the audience that it differs from least certainly.
 */
export type AudienceComparison = {
    pageId: string;
    /**
     * Its title, or else its URL.
     */
    pageName: string;
    first: ComparedAudience;
    against: ComparedAudience;
    /**
     * How many audiences were compared.
     */
    comparedCount: number;
    /**
     * How likely chance alone makes such a difference: Fisher's exact test, two-sided, between `first` and each of the others, adjusted by Holm; the largest of them.
     */
    pValue: number;
    /**
     * `pValue` is 0.05 or less: `first` converts best. Otherwise it is too close to call. Of many ranges that are looked at, some find a best one by chance.
     */
    isMoreThanChance: boolean;
    /**
     * The range that it is about; null without a bound.
     */
    startDate: string | null;
    endDate: string | null;
};

export type ComparedAudience = {
    audienceId: string;
    name: string;
    totalSessions: number;
    conversionCount: number;
};

export type Timeseries = {
    items: Array<AnalyticsStep>;
    total: AnalyticsFigures;
    /**
     * The steps of the compared range, which may be more or fewer. Only with `compareStartDate`.
     */
    compared?: ComparedSteps;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type AnalyticsStep = {
    start: string;
    /**
     * The first moment after the step.
     */
    end: string;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
};

export type ComparedSteps = {
    items: Array<AnalyticsStep>;
    total: AnalyticsFigures;
};

export type Breakdown = {
    items: Array<BreakdownItem>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * All visits of the range that are in no item; null if there are none.
     */
    other: AnalyticsFigures | null;
    /**
     * All visits of the range that are in no item of any page; null if there are none.
     */
    unlisted: AnalyticsFigures | null;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    comparedTotal?: AnalyticsFigures;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type BreakdownItem = {
    /**
     * Null when it is unknown.
     */
    value: string | null;
    /**
     * Only with `names=true`, of a version: its audience and its number. Absent if there is no such version any more.
     */
    name?: string;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    compared?: AnalyticsFigures;
};

export type Breakdowns = {
    /**
     * One for each dimension, in the order of `by`.
     */
    breakdowns: Array<BreakdownOfDimension>;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type BreakdownOfDimension = {
    by: 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId';
    items: Array<BreakdownItem>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * All visits of the range that are in no item; null if there are none.
     */
    other: AnalyticsFigures | null;
    /**
     * All visits of the range that are in no item of any page; null if there are none.
     */
    unlisted: AnalyticsFigures | null;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    comparedTotal?: AnalyticsFigures;
};

export type PageAnalyticsList = {
    /**
     * The pages that had visits.
     */
    items: Array<PageAnalytics>;
    /**
     * All visits of the range that are in no item; null if there are none.
     */
    other: AnalyticsFigures | null;
    total: AnalyticsFigures;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    comparedTotal?: AnalyticsFigures;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type PageAnalytics = {
    pageId: string;
    /**
     * Only with `names=true`. Absent if there is no record with this id any more.
     */
    name?: string;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    compared?: AnalyticsFigures;
};

export type WorkspaceAudienceAnalyticsList = {
    items: Array<WorkspaceAudienceAnalytics>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * All visits of the range that are in no item; null if there are none.
     */
    other: AnalyticsFigures | null;
    /**
     * All visits of the range that are in no item of any page; null if there are none.
     */
    unlisted: AnalyticsFigures | null;
    /**
     * Of the page whose compared audiences had the most visits. Only without `cursor`; null if more than 10,000 audiences had 30 visits.
     */
    comparison?: AudienceComparison | null;
    total: AnalyticsFigures;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    comparedTotal?: AnalyticsFigures;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type WorkspaceAudienceAnalytics = {
    audienceId: string;
    pageId?: string;
    name?: string;
    /**
     * Its title, or else its URL.
     */
    pageName?: string;
    archivedAt?: string | null;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
    /**
     * The same of the compared range. Only with `compareStartDate`.
     */
    compared?: AnalyticsFigures;
};

export type WorkspaceTimeseries = {
    items: Array<AnalyticsStep>;
    total: AnalyticsFigures;
    /**
     * The most visited pages, most visits first.
     */
    pages: Array<PageSeries>;
    /**
     * The steps of the compared range, which may be more or fewer. Only with `compareStartDate`.
     */
    compared?: ComparedSteps;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type PageSeries = {
    pageId: string;
    /**
     * The sessions of each step, in the order of `items`.
     */
    totalSessions: Array<number>;
};

export type AccountAnalyticsList = {
    items: Array<AccountAnalytics>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
    total: AnalyticsFigures;
    unknown: AnalyticsFigures;
    /**
     * The steps of each `series`. Only with `interval`.
     */
    steps?: Array<StepTimes>;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type AccountAnalytics = {
    accountId: string;
    /**
     * Only with `names=true`. Absent if there is no record with this id any more.
     */
    name?: string;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
    /**
     * bounceEligibleSessions that are no bounces.
     */
    engagedSessions: number;
    /**
     * Sessions of an audience that was made for them. A link can be forwarded.
     */
    recipientSessions: number;
    /**
     * Sessions with a form that they sent.
     */
    formSessions: number;
    firstVisitAt: string;
    lastVisitAt: string;
    /**
     * The sessions of each step, in the order of `steps`. Only with `interval`.
     */
    series?: Array<number>;
    /**
     * The pages that they saw, most visits first, and by `names` with their names. Only with `details`.
     */
    pages?: Array<PageOfVisitor>;
    /**
     * How many pages they saw. Only with `details`.
     */
    pagesCount?: number;
    /**
     * The visit of `lastVisitAt`; null if it has been removed since. Only with `details`.
     */
    latestVisit?: LatestVisitOfVisitor | null;
    /**
     * Different recipients and senders of forms.
     */
    peopleCount: number;
    /**
     * Only with `records=true`. Absent if it does not exist any more.
     */
    account?: Account;
};

export type PageOfVisitor = {
    pageId: string;
    /**
     * Only with `names=true`. Absent if there is no record with this id any more.
     */
    name?: string;
    totalSessions: number;
};

export type LatestVisitOfVisitor = {
    pageId: string;
    /**
     * Its title, or else its URL.
     */
    pageName: string | null;
    /**
     * The sender of its form, if that is who came; otherwise whom its audience was made for.
     */
    personId: string | null;
    personName: string | null;
    /**
     * They sent its form. A link can be forwarded.
     */
    isSender: boolean;
    hasConversion: boolean;
    hasFormSubmit: boolean;
    totalClicksCount: number;
    questionsAskedCount: number;
    timeSpentSeconds: number | null;
};

export type StepTimes = {
    start: string;
    /**
     * The first moment after the step.
     */
    end: string;
};

export type PersonAnalyticsList = {
    items: Array<PersonAnalytics>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
    total: AnalyticsFigures;
    unknown: AnalyticsFigures;
    /**
     * The steps of each `series`. Only with `interval`.
     */
    steps?: Array<StepTimes>;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type PersonAnalytics = {
    personId: string;
    /**
     * Only with `names=true`. Absent if there is no record with this id any more.
     */
    name?: string;
    totalSessions: number;
    /**
     * Clicks and questions a session.
     */
    avgInteractionsPerSession: number;
    /**
     * 0 to 100, over the sessions whose depth is known.
     */
    avgScrollDepthPercentage: number;
    /**
     * Seconds, over the sessions whose time is known.
     */
    avgTimeSpentSeconds: number;
    /**
     * bounceCount of bounceEligibleSessions.
     */
    bounceRate: number;
    /**
     * conversionCount of totalSessions.
     */
    conversionRate: number;
    /**
     * formSubmitCount of totalSessions.
     */
    formSubmitRate: number;
    bounceCount: number;
    /**
     * Completed sessions whose time is known, or in which the visitor did something.
     */
    bounceEligibleSessions: number;
    conversionCount: number;
    /**
     * Sessions with a click.
     */
    ctaSessions: number;
    formSubmitCount: number;
    /**
     * bounceEligibleSessions that are no bounces.
     */
    engagedSessions: number;
    /**
     * Sessions of an audience that was made for them. A link can be forwarded.
     */
    recipientSessions: number;
    /**
     * Sessions with a form that they sent.
     */
    formSessions: number;
    firstVisitAt: string;
    lastVisitAt: string;
    /**
     * The sessions of each step, in the order of `steps`. Only with `interval`.
     */
    series?: Array<number>;
    /**
     * The pages that they saw, most visits first, and by `names` with their names. Only with `details`.
     */
    pages?: Array<PageOfVisitor>;
    /**
     * How many pages they saw. Only with `details`.
     */
    pagesCount?: number;
    /**
     * The visit of `lastVisitAt`; null if it has been removed since. Only with `details`.
     */
    latestVisit?: LatestVisitOfVisitor | null;
    /**
     * Only with `records=true`. Absent if it does not exist any more.
     */
    person?: Person;
};

export type VisitAnswer = {
    /**
     * False for an excluded visit, and for a visitor who asks not to be tracked.
     */
    accepted: boolean;
    /**
     * Optional fields of the visit that are bad, such as `referrer`, `formSubmit.phone` or `formSubmit.fields.message`: the visit counts without them.
     */
    ignoredFields?: Array<string>;
    /**
     * The `pageId` of the visit, if that page does not exist and the collector knows it.
     */
    unknownPageId?: string;
};

export type LeftOutList = {
    items: Array<LeftOutCount>;
    hasMore: boolean;
    nextCursor: string | null;
};

export type LeftOutCount = {
    /**
     * A UTC day.
     */
    date: string;
    /**
     * Null for a page that does not exist.
     */
    pageId: string | null;
    /**
     * `bot`: by its User-Agent. `automated`: a browser that a program drives. `own`: of your own people. `refused`: taken while the database did not answer, with a key or from an origin that may not send visits. `scanner`: the network of a mail gateway, without input. `unknown_page`: the page does not exist.
     */
    reason: 'automated' | 'bot' | 'own' | 'refused' | 'scanner' | 'unknown_page';
    count: number;
};

export type Website = {
    websiteId: string;
    origin: string;
    createdAt: string;
};

export type WebsiteList = {
    items: Array<Website>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type RefusedOriginList = {
    items: Array<RefusedOrigin>;
    /**
     * Pages that visits named and that do not exist, as a wrong `data-page` does; latest first.
     */
    unknownPages: Array<UnknownPage>;
    /**
     * What keys with `resolve` and without `read` asked for in vain in the last 7 UTC days: many may be somebody who guesses personal links. No path is kept.
     */
    missedPaths: {
        /**
         * Paths and addresses that nobody has. In a flood it may be too low.
         */
        missedCount: number;
        /**
         * Requests that were refused because their address had asked for too many of them.
         */
        slowedCount: number;
        latestAt: string | null;
    };
};

export type RefusedOrigin = {
    origin: string;
    /**
     * Requests in the last 7 UTC days. A visit sends two or more. In a flood it may be too low.
     */
    requestsCount: number;
    lastRefusedAt: string;
};

export type UnknownPage = {
    pageId: string;
    /**
     * As for a refused origin.
     */
    requestsCount: number;
    lastSentAt: string;
};

export type WebsiteDeleted = {
    websiteId: string;
    deletedAt: string;
};

export type PageLink = {
    pageLinkId: string;
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId: string | null;
    path: string;
    target: PageLinkTarget;
    createdAt: string;
    updatedAt: string;
    deletedAt: string | null;
};

export type PageLinkTarget = {
    targetType: 'audience' | 'page';
    /**
     * Empty for a page.
     */
    audienceId: string;
    /**
     * The page, or the page of the audience. An addition.
     */
    pageId: string;
};

export type PageLinkList = {
    items: Array<FoundPageLink>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type FoundPageLink = {
    pageLinkId: string;
    /**
     * Null: the fallback subdomain.
     */
    tenantDomainId: string | null;
    path: string;
    target: PageLinkTarget;
    createdAt: string;
    updatedAt: string;
    deletedAt: string | null;
    /**
     * The visits by this link, of all pages: with startDate or endDate. An addition.
     */
    visits?: AnalyticsFigures;
};

export type AudiencePageLinkList = {
    items: Array<PageLink>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type PersonPageLinkList = {
    items: Array<FoundPageLink>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
    /**
     * Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.
     */
    wholeDaysBefore?: string;
};

export type PageLinkResolution = {
    /**
     * Null where `url` is of a page that no link of this address leads to.
     */
    pageLinkId: string | null;
    /**
     * Null: the fallback subdomain, or no link. Only for a key with `read`.
     */
    tenantDomainId?: string | null;
    /**
     * The path of the link. Null where `url` is of a page that no link of this address leads to.
     */
    path: string | null;
    /**
     * Where the link leads, also if something else is served. Null where `url` is of a page that no link of this address leads to. Only for a key with `read`.
     */
    target?: PageLinkTarget | null;
    /**
     * What is served: the page too for an audience that has nothing published.
     */
    source: 'audience' | 'page';
    pageId: string;
    audienceId: string | null;
    /**
     * Only for a key with `read`.
     */
    personId?: string | null;
    versionId: string | null;
    /**
     * Only for a key with `read`.
     */
    versionNumber?: number | null;
    content: ServedContent;
    /**
     * Null without the parameter `preview`, or with an empty one.
     */
    preview: LinkPreview | null;
    /**
     * The test that runs on the audience, of which `versionId` and `content` are one arm. Null without one, and in a preview.
     */
    experiment: ResolvedExperiment | null;
};

export type ServedContent = {
    title: string;
    url: string;
    metadata: Metadata;
    actionFormId: string | null;
    /**
     * Only for a key with `read`.
     */
    actionFormInstructions?: string | null;
    actionUrl: string | null;
    /**
     * Only for a key with `read`.
     */
    supplementaryContext?: string | null;
    /**
     * The fields of the page, in the words of the audience or its own. An addition.
     */
    fields: {
        [key: string]: FieldValue;
    };
};

export type LinkPreview = {
    /**
     * `shown`: the words are the draft, or what waits to be published. Else they are what every visitor gets: the token has ended, or it is not one for what the path leads to.
     */
    status: 'shown' | 'ended' | 'unknown';
    /**
     * Null if the token is unknown.
     */
    expiresAt: string | null;
};

export type ResolvedExperiment = {
    experimentId: string;
    /**
     * Stands for the visitor in the test. Null without the parameter `visitor`.
     */
    unit: string | null;
    /**
     * Without the parameter `visitor`: all versions of the test, for who keeps answers and chooses by themselves.
     */
    arms: Array<ResolvedArm> | null;
};

export type ResolvedArm = {
    versionId: string;
    /**
     * Only for a key with `read`.
     */
    versionNumber?: number;
    weight: number;
    content: ServedContent;
};

export type ResolveBatchResult = {
    results: Array<{
        status: 200 | 400 | 404;
        resolution: PageLinkResolution | null;
        problem: Problem | null;
    }>;
};

export type TenantDomain = {
    tenantDomainId: string;
    domain: string;
    createdAt: string;
};

export type TenantDomainList = {
    items: Array<TenantDomain>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type TopicList = {
    items: Array<Topic>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type Topic = {
    topicId: string;
    title: string;
    purpose: string;
    sortOrder: number;
    isDefault: boolean;
    createdAt: string;
    updatedAt: string;
    entries: Array<TopicEntry>;
};

export type TopicEntry = {
    topicEntryId: string;
    topicId: string;
    sortOrder: number;
    content: {
        type: string;
        content: string;
    };
    createdAt: string;
    updatedAt: string;
};

export type TopicDeleted = {
    topicId: string;
    deletedAt: string;
};

export type TopicEntryList = {
    items: Array<TopicEntry>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type TopicEntryDeleted = {
    topicId: string;
    deletedAt: string;
    topicEntryId: string;
};

export type AnnotationList = {
    items: Array<Annotation>;
    hasMore: boolean;
    nextCursor: string | null;
    /**
     * Exact up to 1,000, else null.
     */
    totalCount: number | null;
};

export type Annotation = {
    annotationId: string;
    /**
     * Null: the whole workspace.
     */
    pageId: string | null;
    text: string;
    happenedAt: string;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
};

export type AnnotationDeleted = {
    annotationId: string;
    deletedAt: string;
};

export type ViewList = {
    items: Array<View>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type View = {
    viewId: string;
    name: string;
    address: string;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
};

export type ViewDeleted = {
    viewId: string;
    deletedAt: string;
};

export type EventList = {
    events: Array<Event>;
    /**
     * More events may match. `events` may be empty then: an answer with `type` looks at 1,000 events, and one to a key without `admin` excludes events of keys.
     */
    hasMore: boolean;
    /**
     * Where to go on: `after` of the next request, or with `order=newest` its `before`.
     */
    next: number;
    /**
     * The number of the newest event of all. If it is smaller than your `after`, the database was restored from a backup: begin again.
     */
    newest: number;
    /**
     * The types that the feed or a webhook keeps. No event of another type is new.
     */
    keptTypes: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    /**
     * When the oldest event happened that is still kept.
     */
    keptFrom: string | null;
};

export type Event = {
    /**
     * The number of the event in its workspace: the order of commits, without gaps.
     */
    sequence: number;
    type: 'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked';
    /**
     * The id of its subject. Null for `session.*` and `form.submitted`, whose ids are in `related`, and where who came is forgotten.
     */
    subject: string | null;
    /**
     * The ids of other records, by the names that they have elsewhere.
     */
    related: {
        [key: string]: string;
    };
    /**
     * The names of the fields that have changed. Null where all is new, or gone.
     */
    changes: Array<string> | null;
    /**
     * Who did it. Null if it came from SQL that Footfall did not send.
     */
    actor: Actor | null;
    createdAt: string;
};

export type Actor = {
    /**
     * `person`: who signed in to the console; `link`: a sign-in link; `tracker`: the script of a website; `service`: what runs by itself; `command`: a command of the repository.
     */
    type: 'api_key' | 'person' | 'link' | 'tracker' | 'service' | 'command';
    apiKeyId: string | null;
    /**
     * The name of the key, or the email of the person.
     */
    name: string | null;
};

export type EventSettings = {
    types: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    retentionDays: number;
    updatedAt: string;
    /**
     * The key that made it, or changed it last. It goes on when that key has ended. Null if it was not noted, as for what is older.
     */
    updatedBy: KeyRef | null;
};

/**
 * The key that made or changed it.
 */
export type KeyRef = {
    apiKeyId: string;
    /**
     * Null if the key was deleted.
     */
    name: string | null;
    /**
     * Whether the key was revoked, has expired or was deleted.
     */
    hasEnded: boolean;
};

export type WebhookList = {
    items: Array<Webhook>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type Webhook = {
    webhookId: string;
    url: string;
    types: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    /**
     * `json`: the event; `slack` and `teams`: a sentence with names, for a channel, with a link into the console.
     */
    format: 'json' | 'slack' | 'teams';
    isOrdered: boolean;
    isEnabled: boolean;
    disabledAt: string | null;
    /**
     * `gone`: it answered 410; `failing`: every attempt failed, for five days; `request`: by a request.
     */
    disabledReason: 'gone' | 'failing' | 'request' | null;
    /**
     * Since when every attempt has failed.
     */
    failingSince: string | null;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
    /**
     * The key that made it, or changed it last. It goes on when that key has ended. Null if it was not noted, as for what is older.
     */
    updatedBy: KeyRef | null;
};

export type WebhookCreated = {
    webhookId: string;
    url: string;
    types: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
    /**
     * `json`: the event; `slack` and `teams`: a sentence with names, for a channel, with a link into the console.
     */
    format: 'json' | 'slack' | 'teams';
    isOrdered: boolean;
    isEnabled: boolean;
    disabledAt: string | null;
    /**
     * `gone`: it answered 410; `failing`: every attempt failed, for five days; `request`: by a request.
     */
    disabledReason: 'gone' | 'failing' | 'request' | null;
    /**
     * Since when every attempt has failed.
     */
    failingSince: string | null;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
    /**
     * The key that made it, or changed it last. It goes on when that key has ended. Null if it was not noted, as for what is older.
     */
    updatedBy: KeyRef | null;
    /**
     * What signs the events: `whsec_` and base64. It is shown in this answer only.
     */
    secret: string;
};

export type WebhookDeleted = {
    webhookId: string;
    deletedAt: string;
};

export type WebhookRotated = {
    webhookId: string;
    /**
     * What signs the events: `whsec_` and base64. It is shown in this answer only.
     */
    secret: string;
    /**
     * Until then each event is signed with the previous secret, too.
     */
    previousValidUntil: string | null;
};

export type WebhookTest = {
    /**
     * Whether it answered 2xx in time.
     */
    isDelivered: boolean;
    /**
     * Of the answer. Null if there was none.
     */
    statusCode: number | null;
    /**
     * `timeout`: no answer in 20 seconds; `connection`: it cannot be reached; `redirect`: it answered with another address; `refused_address`: the address is not one that events are sent to. Null if the status says it.
     */
    error: 'timeout' | 'connection' | 'redirect' | 'refused_address' | null;
    durationMs: number;
    /**
     * The first KiB of what it answered, of the latest attempts that failed. An erasure of any person removes all of them.
     */
    answer: string | null;
};

export type WebhookRecovery = {
    webhookId: string;
    /**
     * Events of its types from this `sequence` on are sent. There may be none yet.
     */
    fromSequence: number;
};

export type WebhookDeliveryList = {
    items: Array<WebhookDelivery>;
    /**
     * More may match. `items` may be short or empty then, if `status` is `succeeded` or `given_up`: an answer looks at 1,000 deliveries.
     */
    hasMore: boolean;
    nextCursor: string | null;
};

export type WebhookDelivery = {
    /**
     * Of the event.
     */
    sequence: number;
    type: 'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked';
    /**
     * `waiting`: for its next attempt; `given_up`: its last attempt failed.
     */
    status: 'succeeded' | 'waiting' | 'given_up';
    /**
     * How many were made; ten at most.
     */
    attempts: number;
    /**
     * When the last attempt began.
     */
    startedAt: string | null;
    durationMs: number | null;
    /**
     * Of the answer. Null if there was none.
     */
    statusCode: number | null;
    /**
     * `timeout`: no answer in 20 seconds; `connection`: it cannot be reached; `redirect`: it answered with another address; `refused_address`: the address is not one that events are sent to. Null if the status says it.
     */
    error: 'timeout' | 'connection' | 'redirect' | 'refused_address' | null;
    nextAttemptAt: string | null;
    /**
     * The first KiB of what it answered, of the latest attempts that failed. An erasure of any person removes all of them.
     */
    answer: string | null;
};

export type AlertList = {
    items: Array<Alert>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type Alert = {
    alertId: string;
    name: string;
    webhookId: string;
    timezone: string;
    /**
     * Whether it fires. The deletion of its webhook switches it off.
     */
    isEnabled: boolean;
    condition: AlertCondition;
    /**
     * Who wrote it: the email of the person who signed in to the console, or else the name of the key.
     */
    author: string;
    createdAt: string;
    updatedAt: string;
    /**
     * The key that made it, or changed it last. It goes on when that key has ended. Null if it was not noted, as for what is older.
     */
    updatedBy: KeyRef | null;
};

export type AlertCondition = {
    type: 'accounts_visited';
    /**
     * Null: any account.
     */
    accountIds: Array<string> | null;
    visits: number;
    /**
     * The day of the visit and those before it, as the calendar of the zone has them.
     */
    days: number;
} | {
    type: 'link_opened';
    /**
     * Null: any person.
     */
    personIds: Array<string> | null;
} | {
    type: 'conversions_changed';
    pageId: string;
    direction: 'down' | 'up' | 'any';
    percent: number;
    /**
     * Both days must have so many visits.
     */
    minVisits: number;
} | {
    type: 'weekly_report';
    /**
     * Null: all pages.
     */
    pageId: string | null;
} | {
    type: 'service_stalled';
};

export type AlertPreview = {
    items: Array<PreviewedFiring>;
    /**
     * There were more than these, or so many visits that not all were looked at.
     */
    isCut: boolean;
};

export type PreviewedFiring = {
    firedAt: string;
    /**
     * The account, the person or the page. Null for the whole workspace.
     */
    subject: string | null;
    facts: FiringFacts;
    /**
     * The visit that met the condition, which began at `firedAt`: whose link it came by, and on which page. Null of other conditions.
     */
    visit: {
        personId: string | null;
        pageId: string;
    } | null;
};

/**
 * Numbers and ids; which ones follows from the type.
 */
export type FiringFacts = {
    type: 'accounts_visited';
    /**
     * The day of the zone of the alert.
     */
    date: string;
    /**
     * There were at least so many in `days`.
     */
    visits: number;
    days: number;
} | {
    type: 'link_opened';
    /**
     * The day of the zone of the alert.
     */
    date: string;
} | {
    type: 'conversions_changed';
    /**
     * The day of the zone of the alert.
     */
    date: string;
    /**
     * The visits of the day.
     */
    visits: number;
    comparedDate: string;
    /**
     * The visits of a week before.
     */
    comparedVisits: number;
    conversions: number;
    comparedConversions: number;
    /**
     * By how much conversions differ. Null if there was none a week before.
     */
    changePercent: number | null;
} | {
    type: 'weekly_report';
    /**
     * The Monday with which the week began, in the zone of the alert.
     */
    date: string;
    /**
     * The visits of the week.
     */
    visits: number;
    /**
     * The visits of the week before.
     */
    comparedVisits: number;
    /**
     * The highest conversion rate among audiences of one page that have 30 visits and are not made for one person, beside the one that it differs from least certainly. It converts best if `isMoreThanChance`; older firings do not say so. Null if there was nothing to compare.
     */
    bestAudience: {
        audienceId: string;
        visits: number;
        conversions: number;
        isMoreThanChance?: boolean;
        against?: {
            audienceId: string;
            visits: number;
            conversions: number;
        };
    } | null;
    /**
     * The accounts with the most engaged visits.
     */
    accountIds: Array<string>;
    /**
     * How many accounts came besides.
     */
    moreAccounts: number;
    /**
     * The week had too many audiences or accounts to compare: it has only the numbers of visits.
     */
    isCut?: boolean;
} | {
    type: 'service_stalled';
    /**
     * The day of the zone of the alert.
     */
    date: string;
    /**
     * The stalled job.
     */
    job: 'cron' | 'visits' | 'publishes' | 'deliveries' | 'given_up';
    /**
     * Since when it waits. Null for a cron that never ran.
     */
    since: string | null;
};

export type AlertDeleted = {
    alertId: string;
    deletedAt: string;
};

export type AlertFiringList = {
    items: Array<AlertFiring>;
    hasMore: boolean;
    nextCursor: string | null;
};

export type AlertFiring = {
    firingId: string;
    alertId: string;
    firedAt: string;
    /**
     * The account, the person or the page. Null for the whole workspace.
     */
    subject: string | null;
    facts: FiringFacts;
};

export type ApiKeyList = {
    items: Array<ApiKey>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type ApiKey = {
    apiKeyId: string;
    name: string;
    scopes: Array<'read' | 'write' | 'admin' | 'log' | 'collect' | 'resolve'>;
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    /**
     * When a request was last noted: the newest one may be an hour later, or a day with a key that only has `collect`. Null before the first.
     */
    lastUsedAt: string | null;
};

export type ApiKeyCreated = {
    apiKeyId: string;
    name: string;
    scopes: Array<'read' | 'write' | 'admin' | 'log' | 'collect' | 'resolve'>;
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    /**
     * When a request was last noted: the newest one may be an hour later, or a day with a key that only has `collect`. Null before the first.
     */
    lastUsedAt: string | null;
    /**
     * The key itself; shown this once.
     */
    key: string;
};

export type ApiKeyCurrent = {
    apiKeyId: string;
    name: string;
    scopes: Array<'read' | 'write' | 'admin' | 'log' | 'collect' | 'resolve'>;
    expiresAt: string | null;
    /**
     * The rate limit of the key: so many requests in so many seconds.
     */
    limit: {
        requests: number;
        windowSeconds: number;
    };
    workspace: string;
    /**
     * True for the key of a sign-in: signing out of the console revokes it.
     */
    madeBySignIn: boolean;
};

export type ShareLinkList = {
    items: Array<ShareLink>;
    hasMore: boolean;
    nextCursor: string | null;
    totalCount: number;
};

export type ShareLink = {
    shareLinkId: string;
    name: string;
    path: string;
    createdBy: KeyRef;
    createdAt: string;
    expiresAt: string;
    /**
     * When a request of a viewer was last noted: the newest one may be an hour later.
     */
    lastUsedAt: string | null;
};

export type ShareLinkCreated = {
    shareLinkId: string;
    name: string;
    path: string;
    createdBy: KeyRef;
    createdAt: string;
    expiresAt: string;
    /**
     * When a request of a viewer was last noted: the newest one may be an hour later.
     */
    lastUsedAt: string | null;
    /**
     * The link is `/console/#share=` and this code, on the address of the service. Shown this once.
     */
    code: string;
};

export type ShareLinkRevoked = {
    shareLinkId: string;
    revokedAt: string;
};

export type SignedIn = {
    apiKeyId: string;
    name: string;
    scopes: Array<'read' | 'write' | 'admin' | 'log' | 'collect' | 'resolve'>;
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    /**
     * When a request was last noted: the newest one may be an hour later, or a day with a key that only has `collect`. Null before the first.
     */
    lastUsedAt: string | null;
    /**
     * The key itself; shown this once.
     */
    key: string;
    /**
     * Of a share link only: the view that it opens, path and query of the console.
     */
    path?: string;
};

/**
 * NDJSON: a JSON object in each line.
 */
export type ExportPart = string;

export type ExportEnded = {
    exportId: string;
    /**
     * Whether its triggers are gone, too. If not, send the request again, or the service removes them within minutes.
     */
    isEnded: boolean;
};

export type Restore = {
    restoreId: string;
    phase: 'guarding' | 'clearing' | 'dropping' | 'receiving' | 'settling' | 'indexing' | 'deriving' | 'comparing' | 'opening' | 'done' | 'emptying' | 'resetting' | 'closing' | 'given_up';
    isRunning: boolean;
    /**
     * How many lines of the file behind its first have been received.
     */
    receivedLines: number;
    /**
     * What the tables were compared with: the last line of the file.
     */
    comparison: {
        tables: number;
        rows: number;
        /**
         * Search indexes that were compared with their rows.
         */
        searches: number;
        differing: Array<{
            table: string;
            expected: number;
            found: number;
        }>;
    } | null;
    startedAt: string;
    updatedAt: string;
};

export type System = {
    /**
     * The release that runs.
     */
    version: string;
    /**
     * The stalled jobs: a cron without a note for two hours; visits, publishes and deliveries that have waited for ten minutes; what queues gave up and nobody has sent again. Alerts of the type `service_stalled` fire for it.
     */
    stalled: Array<StalledJob>;
    database: {
        /**
         * As D1 says with each answer. Null if it has not said it.
         */
        sizeBytes: number | null;
        counts: SystemCounts;
    };
    /**
     * An estimate, by UTC day, latest first. An isolate begins to count at random, so that the sum is right on average. Less than some thousand a day is noise.
     */
    rowsWritten: {
        /**
         * An isolate notes its rows when it has written so many.
         */
        sampledEvery: number;
        /**
         * The mean of the whole days here. Null before the first.
         */
        perDay: number | null;
        days: Array<{
            date: string;
            rows: number;
        }>;
    };
    waiting: SystemWaiting;
    /**
     * The webhooks of the workspace.
     */
    deliveries: Array<SystemDelivery>;
    cron: SystemCron;
    givenUp: {
        /**
         * What the queues gave up in the last 13 days: first what was not sent again, then the latest.
         */
        items: Array<GivenUp>;
        /**
         * How many could not be kept, because 100 that were not sent again are kept, or a megabyte.
         */
        lost: number;
    };
    /**
     * Errors of the service itself, the latest first: of requests that were answered by a 500 or because of the database, and of queues.
     */
    errors: Array<SystemError>;
};

export type StalledJob = {
    job: 'cron' | 'visits' | 'publishes' | 'deliveries' | 'given_up';
    /**
     * Since when it waits. Null for a cron that never ran.
     */
    since: string | null;
};

export type SystemCounts = {
    accounts: number;
    persons: number;
    pages: number;
    topics: number;
    views: number;
    websites: number;
    tenantDomains: number;
    apiKeys: number;
};

export type SystemWaiting = {
    /**
     * Messages in the queue of visits, of all workspaces of this deployment, and without its dead-letter queue. Null if there is no such queue, or it does not say.
     */
    visits: {
        count: number;
        /**
         * When the oldest of them was sent. Null if there is none.
         */
        oldestAt: string | null;
    } | null;
    /**
     * Versions that are to go live.
     */
    publishes: {
        /**
         * Versions that are queued or processing, at most 1,000.
         */
        count: number;
        /**
         * How many of them have a later time.
         */
        scheduled: number;
        /**
         * Since when the first of the others waits.
         */
        oldestAt: string | null;
    };
};

export type SystemDelivery = {
    webhookId: string;
    /**
     * Deliveries that will be attempted again, at most 1,000.
     */
    waiting: number;
    /**
     * It has had events to send for ten minutes, which no failure of its receiver keeps waiting.
     */
    isBehind: boolean;
    /**
     * Of its latest 100 deliveries. Each can be sent again: `resendDelivery`.
     */
    givenUp: number;
    /**
     * Since when every attempt has failed.
     */
    failingSince: string | null;
    /**
     * When it was switched off.
     */
    disabledAt: string | null;
};

export type SystemCron = {
    /**
     * When it last noted that it runs. Null if it never has.
     */
    notedAt: string | null;
    /**
     * It notes that it runs, and how its tasks did, so often, and a failure at once. So all times here may be so old.
     */
    notedEverySeconds: number;
    /**
     * It has noted nothing for more than twice as long: it does not run.
     */
    isLate: boolean;
    /**
     * Tasks that have had work, the latest first.
     */
    tasks: Array<CronTask>;
};

export type CronTask = {
    /**
     * Its name in the log.
     */
    task: string;
    lastRunAt: string;
    /**
     * How long that run took.
     */
    tookMs: number;
    /**
     * That run failed.
     */
    isFailing: boolean;
    /**
     * When it failed last.
     */
    failedAt: string | null;
    /**
     * With what. The message is in the log.
     */
    failedWith: string | null;
};

export type GivenUp = {
    givenUpId: string;
    kind: 'visit' | 'publish';
    receivedAt: string;
    givenUpAt: string;
    /**
     * How often its last queue delivered it.
     */
    attempts: number | null;
    /**
     * What its last attempt failed with.
     */
    failedWith: string;
    pageId: string | null;
    audienceId: string | null;
    versionId: string | null;
    /**
     * When it was sent again with success.
     */
    sentAt: string | null;
};

export type SystemError = {
    /**
     * The route, or the task of a queue.
     */
    place: string;
    /**
     * A code, or the class of the error. The message is in the log.
     */
    what: string;
    count: number;
    firstAt: string;
    lastAt: string;
    /**
     * Of the last one, if it was a request.
     */
    requestId: string | null;
};

export type SampleData = {
    /**
     * Null if there is no sample data.
     */
    loadedAt: string | null;
};

/**
 * The worker runs; D1 answers and is migrated.
 */
export type Health = {
    status: 'ok';
    d1: 'ok';
};

export type OpenApiDocument = {
    openapi: string;
    [key: string]: unknown;
};

export type CampaignWordsOutput = {
    /**
     * By the names of the fields of the page: a text, an image or a list.
     */
    fieldOverrides?: {
        [key: string]: string | {
            url: string;
            alt: string;
        } | Array<string>;
    };
    metadataOverride?: CampaignMetadata;
    actionFormIdOverride?: string;
    actionFormInstructionsOverride?: string;
    actionUrlOverride?: string;
    supplementaryContext?: string;
};

export type CreatePersonLogData = {
    body: PersonLogCreate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/person_logs';
};

export type CreatePersonLogErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreatePersonLogError = CreatePersonLogErrors[keyof CreatePersonLogErrors];

export type CreatePersonLogResponses = {
    /**
     * The log and its person.
     */
    201: PersonLogCreated;
};

export type CreatePersonLogResponse = CreatePersonLogResponses[keyof CreatePersonLogResponses];

export type CreatePersonLogsData = {
    body: PersonLogBatch;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/person_logs/batch';
};

export type CreatePersonLogsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreatePersonLogsError = CreatePersonLogsErrors[keyof CreatePersonLogsErrors];

export type CreatePersonLogsResponses = {
    /**
     * The outcome of each write, in order.
     */
    200: PersonLogBatchResult;
};

export type CreatePersonLogsResponse = CreatePersonLogsResponses[keyof CreatePersonLogsResponses];

export type ListPersonLogsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        source?: string;
        type?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/persons/{person_id}/logs';
};

export type ListPersonLogsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListPersonLogsError = ListPersonLogsErrors[keyof ListPersonLogsErrors];

export type ListPersonLogsResponses = {
    /**
     * A page of the timeline.
     */
    200: PersonLogList;
};

export type ListPersonLogsResponse = ListPersonLogsResponses[keyof ListPersonLogsResponses];

export type DeletePersonLogData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
        person_log_id: string;
    };
    query?: never;
    url: '/v0/persons/{person_id}/logs/{person_log_id}';
};

export type DeletePersonLogErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person; or: No such person log
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeletePersonLogError = DeletePersonLogErrors[keyof DeletePersonLogErrors];

export type DeletePersonLogResponses = {
    /**
     * Which log is deleted.
     */
    200: PersonLogDeleted;
};

export type DeletePersonLogResponse = DeletePersonLogResponses[keyof DeletePersonLogResponses];

export type GetPersonLogData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
        person_log_id: string;
    };
    query?: never;
    url: '/v0/persons/{person_id}/logs/{person_log_id}';
};

export type GetPersonLogErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person log
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetPersonLogError = GetPersonLogErrors[keyof GetPersonLogErrors];

export type GetPersonLogResponses = {
    /**
     * The log; its payload as it was sent.
     */
    200: PersonLog;
};

export type GetPersonLogResponse = GetPersonLogResponses[keyof GetPersonLogResponses];

export type FindPersonData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        email?: string;
        phoneNumber?: string;
        /**
         * The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`.
         */
        linkedinProfileUrl?: string;
        slug?: string;
    };
    url: '/v0/persons';
};

export type FindPersonErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type FindPersonError = FindPersonErrors[keyof FindPersonErrors];

export type FindPersonResponses = {
    /**
     * The person, or null.
     */
    200: PersonFound;
};

export type FindPersonResponse = FindPersonResponses[keyof FindPersonResponses];

export type CreatePersonData = {
    body: PersonCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/persons';
};

export type CreatePersonErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Another person has this identifier
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreatePersonError = CreatePersonErrors[keyof CreatePersonErrors];

export type CreatePersonResponses = {
    /**
     * The person.
     */
    201: Person;
};

export type CreatePersonResponse = CreatePersonResponses[keyof CreatePersonResponses];

export type WritePersonsData = {
    body: PersonBatch;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/persons/batch';
};

export type WritePersonsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WritePersonsError = WritePersonsErrors[keyof WritePersonsErrors];

export type WritePersonsResponses = {
    /**
     * The outcome of each write, in order.
     */
    200: PersonBatchResult;
};

export type WritePersonsResponse = WritePersonsResponses[keyof WritePersonsResponses];

export type SearchPersonsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Every word must occur in name, email, domain, phone, LinkedIn URL or slug.
         */
        query?: string;
        /**
         * Descending; persons without a visit last. Not with `query`. An addition.
         */
        sort?: 'createdAt' | 'latestVisitAt';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/persons/search';
};

export type SearchPersonsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type SearchPersonsError = SearchPersonsErrors[keyof SearchPersonsErrors];

export type SearchPersonsResponses = {
    /**
     * A page of persons.
     */
    200: PersonList;
};

export type SearchPersonsResponse = SearchPersonsResponses[keyof SearchPersonsResponses];

export type ErasePersonData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        person_id: string;
    };
    query?: never;
    url: '/v0/persons/{person_id}';
};

export type ErasePersonErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ErasePersonError = ErasePersonErrors[keyof ErasePersonErrors];

export type ErasePersonResponses = {
    /**
     * What was erased.
     */
    200: PersonErased;
};

export type ErasePersonResponse = ErasePersonResponses[keyof ErasePersonResponses];

export type GetPersonData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        person_id: string;
    };
    query?: never;
    url: '/v0/persons/{person_id}';
};

export type GetPersonErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetPersonError = GetPersonErrors[keyof GetPersonErrors];

export type GetPersonResponses = {
    /**
     * The person.
     */
    200: Person;
};

export type GetPersonResponse = GetPersonResponses[keyof GetPersonResponses];

export type UpdatePersonData = {
    body?: PersonUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        person_id: string;
    };
    query?: never;
    url: '/v0/persons/{person_id}';
};

export type UpdatePersonErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Another person has this identifier
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdatePersonError = UpdatePersonErrors[keyof UpdatePersonErrors];

export type UpdatePersonResponses = {
    /**
     * The person as changed.
     */
    200: Person;
};

export type UpdatePersonResponse = UpdatePersonResponses[keyof UpdatePersonResponses];

export type ExportPersonData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
    };
    query?: {
        cursor?: string;
    };
    url: '/v0/persons/{person_id}/export';
};

export type ExportPersonErrors = {
    /**
     * The request breaks a rule; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ExportPersonError = ExportPersonErrors[keyof ExportPersonErrors];

export type ExportPersonResponses = {
    /**
     * The next lines.
     */
    200: PersonExport;
};

export type ExportPersonResponse = ExportPersonResponses[keyof ExportPersonResponses];

export type ListAccountsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Every word must occur in name or domain. Not with another filter or `sort`. An addition.
         */
        query?: string;
        /**
         * Descending; accounts without a visit last. The order by `latestActivityAt` is up to ten minutes old. An addition.
         */
        sort?: 'createdAt' | 'latestActivityAt' | 'latestVisitAt' | 'linkedPersonsCount';
        /**
         * Only the account of this domain. An addition.
         */
        domain?: string;
        /**
         * `true` or `1` lists only accounts without a linked person.
         */
        includeEmptyOnly?: boolean | '0' | '1' | 'true' | 'false';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/accounts';
};

export type ListAccountsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAccountsError = ListAccountsErrors[keyof ListAccountsErrors];

export type ListAccountsResponses = {
    /**
     * A page of accounts.
     */
    200: AccountList;
};

export type ListAccountsResponse = ListAccountsResponses[keyof ListAccountsResponses];

export type WriteAccountsData = {
    body: AccountBatch;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/accounts/batch';
};

export type WriteAccountsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WriteAccountsError = WriteAccountsErrors[keyof WriteAccountsErrors];

export type WriteAccountsResponses = {
    /**
     * The outcome of each write, in order.
     */
    200: AccountBatchResult;
};

export type WriteAccountsResponse = WriteAccountsResponses[keyof WriteAccountsResponses];

export type GetAccountData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        account_id: string;
    };
    query?: never;
    url: '/v0/accounts/{account_id}';
};

export type GetAccountErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAccountError = GetAccountErrors[keyof GetAccountErrors];

export type GetAccountResponses = {
    /**
     * The account.
     */
    200: Account;
};

export type GetAccountResponse = GetAccountResponses[keyof GetAccountResponses];

export type UpdateAccountData = {
    body?: AccountUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        account_id: string;
    };
    query?: never;
    url: '/v0/accounts/{account_id}';
};

export type UpdateAccountErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateAccountError = UpdateAccountErrors[keyof UpdateAccountErrors];

export type UpdateAccountResponses = {
    /**
     * The account.
     */
    200: Account;
};

export type UpdateAccountResponse = UpdateAccountResponses[keyof UpdateAccountResponses];

export type CreateAccountLogData = {
    body: AccountLogCreate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/account_logs';
};

export type CreateAccountLogErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account
     */
    404: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateAccountLogError = CreateAccountLogErrors[keyof CreateAccountLogErrors];

export type CreateAccountLogResponses = {
    /**
     * The log and its account.
     */
    201: AccountLogCreated;
};

export type CreateAccountLogResponse = CreateAccountLogResponses[keyof CreateAccountLogResponses];

export type ListAccountLogsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        account_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        source?: string;
        type?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/accounts/{account_id}/logs';
};

export type ListAccountLogsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAccountLogsError = ListAccountLogsErrors[keyof ListAccountLogsErrors];

export type ListAccountLogsResponses = {
    /**
     * A page of the timeline.
     */
    200: AccountLogList;
};

export type ListAccountLogsResponse = ListAccountLogsResponses[keyof ListAccountLogsResponses];

export type DeleteAccountLogData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        account_id: string;
        account_log_id: string;
    };
    query?: never;
    url: '/v0/accounts/{account_id}/logs/{account_log_id}';
};

export type DeleteAccountLogErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account; or: No such account log
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteAccountLogError = DeleteAccountLogErrors[keyof DeleteAccountLogErrors];

export type DeleteAccountLogResponses = {
    /**
     * Which log is deleted.
     */
    200: AccountLogDeleted;
};

export type DeleteAccountLogResponse = DeleteAccountLogResponses[keyof DeleteAccountLogResponses];

export type GetAccountLogData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        account_id: string;
        account_log_id: string;
    };
    query?: never;
    url: '/v0/accounts/{account_id}/logs/{account_log_id}';
};

export type GetAccountLogErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account log
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAccountLogError = GetAccountLogErrors[keyof GetAccountLogErrors];

export type GetAccountLogResponses = {
    /**
     * The log; its payload as it was sent.
     */
    200: AccountLog;
};

export type GetAccountLogResponse = GetAccountLogResponses[keyof GetAccountLogResponses];

export type ListSourcesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/sources';
};

export type ListSourcesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListSourcesError = ListSourcesErrors[keyof ListSourcesErrors];

export type ListSourcesResponses = {
    /**
     * A page of sources.
     */
    200: SourceList;
};

export type ListSourcesResponse = ListSourcesResponses[keyof ListSourcesResponses];

export type CreateSourceData = {
    body: SourceCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/sources';
};

export type CreateSourceErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The workspace has no room for another source
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateSourceError = CreateSourceErrors[keyof CreateSourceErrors];

export type CreateSourceResponses = {
    /**
     * The source, with its address.
     */
    201: Source;
};

export type CreateSourceResponse = CreateSourceResponses[keyof CreateSourceResponses];

export type DeleteSourceData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        source_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}';
};

export type DeleteSourceErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteSourceError = DeleteSourceErrors[keyof DeleteSourceErrors];

export type DeleteSourceResponses = {
    /**
     * Which source is deleted, and since when.
     */
    200: SourceDeleted;
};

export type DeleteSourceResponse = DeleteSourceResponses[keyof DeleteSourceResponses];

export type GetSourceData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        source_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}';
};

export type GetSourceErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetSourceError = GetSourceErrors[keyof GetSourceErrors];

export type GetSourceResponses = {
    /**
     * The source, without its secret.
     */
    200: Source;
};

export type GetSourceResponse = GetSourceResponses[keyof GetSourceResponses];

export type UpdateSourceData = {
    body?: SourceUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        source_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}';
};

export type UpdateSourceErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateSourceError = UpdateSourceErrors[keyof UpdateSourceErrors];

export type UpdateSourceResponses = {
    /**
     * The source, without its secret.
     */
    200: Source;
};

export type UpdateSourceResponse = UpdateSourceResponses[keyof UpdateSourceResponses];

export type SetSourceSecretData = {
    body: SourceSecretSet;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        source_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}/secret';
};

export type SetSourceSecretErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type SetSourceSecretError = SetSourceSecretErrors[keyof SetSourceSecretErrors];

export type SetSourceSecretResponses = {
    /**
     * The source, without its secret.
     */
    200: Source;
};

export type SetSourceSecretResponse = SetSourceSecretResponses[keyof SetSourceSecretResponses];

export type ListKeptDeliveriesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        source_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/sources/{source_id}/kept';
};

export type ListKeptDeliveriesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListKeptDeliveriesError = ListKeptDeliveriesErrors[keyof ListKeptDeliveriesErrors];

export type ListKeptDeliveriesResponses = {
    /**
     * A page of kept deliveries.
     */
    200: KeptDeliveryList;
};

export type ListKeptDeliveriesResponse = ListKeptDeliveriesResponses[keyof ListKeptDeliveriesResponses];

export type MapKeptDeliveriesData = {
    body?: KeptMap;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        source_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}/kept/map';
};

export type MapKeptDeliveriesErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type MapKeptDeliveriesError = MapKeptDeliveriesErrors[keyof MapKeptDeliveriesErrors];

export type MapKeptDeliveriesResponses = {
    /**
     * What became of each.
     */
    200: KeptMapped;
};

export type MapKeptDeliveriesResponse = MapKeptDeliveriesResponses[keyof MapKeptDeliveriesResponses];

export type DeleteKeptDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        source_id: string;
        kept_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}/kept/{kept_id}';
};

export type DeleteKeptDeliveryErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such kept delivery
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteKeptDeliveryError = DeleteKeptDeliveryErrors[keyof DeleteKeptDeliveryErrors];

export type DeleteKeptDeliveryResponses = {
    /**
     * Which one is deleted.
     */
    200: KeptDeleted;
};

export type DeleteKeptDeliveryResponse = DeleteKeptDeliveryResponses[keyof DeleteKeptDeliveryResponses];

export type GetKeptDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        source_id: string;
        kept_id: string;
    };
    query?: never;
    url: '/v0/sources/{source_id}/kept/{kept_id}';
};

export type GetKeptDeliveryErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such kept delivery
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetKeptDeliveryError = GetKeptDeliveryErrors[keyof GetKeptDeliveryErrors];

export type GetKeptDeliveryResponses = {
    /**
     * The delivery; its body as it was sent.
     */
    200: KeptDelivery;
};

export type GetKeptDeliveryResponse = GetKeptDeliveryResponses[keyof GetKeptDeliveryResponses];

export type ReceiveWebhookData = {
    body?: never;
    path: {
        /**
         * The end of the `url` of a source.
         */
        source: string;
    };
    query?: never;
    url: '/v0/intake/{source}';
};

export type ReceiveWebhookErrors = {
    /**
     * The body is not JSON; or: The request breaks a rule
     */
    400: Problem;
    /**
     * The signature is not valid
     */
    401: Problem;
    /**
     * No such source
     */
    404: Problem;
    /**
     * The method is not allowed here
     */
    405: Problem;
    /**
     * The source has no secret
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ReceiveWebhookError = ReceiveWebhookErrors[keyof ReceiveWebhookErrors];

export type ReceiveWebhookResponses = {
    /**
     * What became of each event of the delivery.
     */
    200: IntakeResult;
    /**
     * The database does not answer. The delivery waits in a queue and is written later.
     */
    202: IntakeResult;
};

export type ReceiveWebhookResponse = ReceiveWebhookResponses[keyof ReceiveWebhookResponses];

export type ListPagesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages';
};

export type ListPagesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListPagesError = ListPagesErrors[keyof ListPagesErrors];

export type ListPagesResponses = {
    /**
     * A page of pages.
     */
    200: PageList;
};

export type ListPagesResponse = ListPagesResponses[keyof ListPagesResponses];

export type CreatePageData = {
    body: PageCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/pages';
};

export type CreatePageErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Another page has this URL
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreatePageError = CreatePageErrors[keyof CreatePageErrors];

export type CreatePageResponses = {
    /**
     * The page.
     */
    201: Page;
};

export type CreatePageResponse = CreatePageResponses[keyof CreatePageResponses];

export type GetPageData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}';
};

export type GetPageErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetPageError = GetPageErrors[keyof GetPageErrors];

export type GetPageResponses = {
    /**
     * The page.
     */
    200: PageRead;
};

export type GetPageResponse = GetPageResponses[keyof GetPageResponses];

export type UpdatePageData = {
    body?: PageUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}';
};

export type UpdatePageErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Another page has this URL; or: The page has no room for these fields
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The fields of the page do not allow this
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdatePageError = UpdatePageErrors[keyof UpdatePageErrors];

export type UpdatePageResponses = {
    /**
     * The page.
     */
    200: Page;
};

export type UpdatePageResponse = UpdatePageResponses[keyof UpdatePageResponses];

export type ListAudiencesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/audiences';
};

export type ListAudiencesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAudiencesError = ListAudiencesErrors[keyof ListAudiencesErrors];

export type ListAudiencesResponses = {
    /**
     * A page of audiences.
     */
    200: AudienceList;
};

export type ListAudiencesResponse = ListAudiencesResponses[keyof ListAudiencesResponses];

export type CreateAudienceData = {
    body?: AudienceCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences';
};

export type CreateAudienceErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such person
     */
    404: Problem;
    /**
     * The page has an audience for this person
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request; or: The fields of the page do not allow this
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateAudienceError = CreateAudienceErrors[keyof CreateAudienceErrors];

export type CreateAudienceResponses = {
    /**
     * The audience.
     */
    201: AudienceInFull;
};

export type CreateAudienceResponse = CreateAudienceResponses[keyof CreateAudienceResponses];

export type SearchAudiencesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Words, each of which is a part of the name, in any case, with or without accents.
         */
        query: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/audiences';
};

export type SearchAudiencesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type SearchAudiencesError = SearchAudiencesErrors[keyof SearchAudiencesErrors];

export type SearchAudiencesResponses = {
    /**
     * A page of audiences.
     */
    200: AudienceSearchList;
};

export type SearchAudiencesResponse = SearchAudiencesResponses[keyof SearchAudiencesResponses];

export type ListPersonAudiencesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/persons/{person_id}/audiences';
};

export type ListPersonAudiencesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListPersonAudiencesError = ListPersonAudiencesErrors[keyof ListPersonAudiencesErrors];

export type ListPersonAudiencesResponses = {
    /**
     * A page of audiences.
     */
    200: PersonAudienceList;
};

export type ListPersonAudiencesResponse = ListPersonAudiencesResponses[keyof ListPersonAudiencesResponses];

export type GetAudienceData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}';
};

export type GetAudienceErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAudienceError = GetAudienceErrors[keyof GetAudienceErrors];

export type GetAudienceResponses = {
    /**
     * The audience.
     */
    200: AudienceInFull;
};

export type GetAudienceResponse = GetAudienceResponses[keyof GetAudienceResponses];

export type UpdateAudienceData = {
    body?: AudienceUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}';
};

export type UpdateAudienceErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The fields of the page do not allow this
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateAudienceError = UpdateAudienceErrors[keyof UpdateAudienceErrors];

export type UpdateAudienceResponses = {
    /**
     * The audience.
     */
    200: AudienceInFull;
};

export type UpdateAudienceResponse = UpdateAudienceResponses[keyof UpdateAudienceResponses];

export type GetAudienceByIdData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        audience_id: string;
    };
    query?: never;
    url: '/v0/audiences/{audience_id}';
};

export type GetAudienceByIdErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAudienceByIdError = GetAudienceByIdErrors[keyof GetAudienceByIdErrors];

export type GetAudienceByIdResponses = {
    /**
     * The audience.
     */
    200: AudienceInFull;
};

export type GetAudienceByIdResponse = GetAudienceByIdResponses[keyof GetAudienceByIdResponses];

export type ArchiveAudienceData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/archive';
};

export type ArchiveAudienceErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ArchiveAudienceError = ArchiveAudienceErrors[keyof ArchiveAudienceErrors];

export type ArchiveAudienceResponses = {
    /**
     * The audience.
     */
    200: AudienceInFull;
};

export type ArchiveAudienceResponse = ArchiveAudienceResponses[keyof ArchiveAudienceResponses];

export type RestoreAudienceData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/restore';
};

export type RestoreAudienceErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RestoreAudienceError = RestoreAudienceErrors[keyof RestoreAudienceErrors];

export type RestoreAudienceResponses = {
    /**
     * The audience.
     */
    200: AudienceInFull;
};

export type RestoreAudienceResponse = RestoreAudienceResponses[keyof RestoreAudienceResponses];

export type CreatePreviewData = {
    body?: Nothing;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/preview';
};

export type CreatePreviewErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * The audience is archived
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreatePreviewError = CreatePreviewErrors[keyof CreatePreviewErrors];

export type CreatePreviewResponses = {
    /**
     * The token.
     */
    200: Preview;
};

export type CreatePreviewResponse = CreatePreviewResponses[keyof CreatePreviewResponses];

export type ListPublishesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Versions that were published then or later.
         */
        startDate?: string;
        /**
         * Versions that were published before.
         */
        endDate?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/publishes';
};

export type ListPublishesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListPublishesError = ListPublishesErrors[keyof ListPublishesErrors];

export type ListPublishesResponses = {
    /**
     * A page of publishes.
     */
    200: PublishList;
};

export type ListPublishesResponse = ListPublishesResponses[keyof ListPublishesResponses];

export type ListAudienceVersionsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions';
};

export type ListAudienceVersionsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAudienceVersionsError = ListAudienceVersionsErrors[keyof ListAudienceVersionsErrors];

export type ListAudienceVersionsResponses = {
    /**
     * A page of versions.
     */
    200: AudienceVersionList;
};

export type ListAudienceVersionsResponse = ListAudienceVersionsResponses[keyof ListAudienceVersionsResponses];

export type OpenAudienceVersionData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions';
};

export type OpenAudienceVersionErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type OpenAudienceVersionError = OpenAudienceVersionErrors[keyof OpenAudienceVersionErrors];

export type OpenAudienceVersionResponses = {
    /**
     * The version.
     */
    200: AudienceVersion;
};

export type OpenAudienceVersionResponse = OpenAudienceVersionResponses[keyof OpenAudienceVersionResponses];

export type GetAudienceVersionData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
        version_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}';
};

export type GetAudienceVersionErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience; or: No such version
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAudienceVersionError = GetAudienceVersionErrors[keyof GetAudienceVersionErrors];

export type GetAudienceVersionResponses = {
    /**
     * The version.
     */
    200: AudienceVersion;
};

export type GetAudienceVersionResponse = GetAudienceVersionResponses[keyof GetAudienceVersionResponses];

export type GetAudienceVersionContentData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
        version_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/content';
};

export type GetAudienceVersionContentErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience; or: No such version
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAudienceVersionContentError = GetAudienceVersionContentErrors[keyof GetAudienceVersionContentErrors];

export type GetAudienceVersionContentResponses = {
    /**
     * The content.
     */
    200: VersionContent;
};

export type GetAudienceVersionContentResponse = GetAudienceVersionContentResponses[keyof GetAudienceVersionContentResponses];

export type ReadyAudienceVersionData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
        version_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/ready';
};

export type ReadyAudienceVersionErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience; or: No such version
     */
    404: Problem;
    /**
     * The status does not allow this
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ReadyAudienceVersionError = ReadyAudienceVersionErrors[keyof ReadyAudienceVersionErrors];

export type ReadyAudienceVersionResponses = {
    /**
     * The version.
     */
    200: AudienceVersion;
};

export type ReadyAudienceVersionResponse = ReadyAudienceVersionResponses[keyof ReadyAudienceVersionResponses];

export type PublishAudienceVersionData = {
    body?: PublishRequest;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
        version_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish';
};

export type PublishAudienceVersionErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience; or: No such version
     */
    404: Problem;
    /**
     * The status does not allow this; or: A test runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The operation key belongs to another version
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type PublishAudienceVersionError = PublishAudienceVersionErrors[keyof PublishAudienceVersionErrors];

export type PublishAudienceVersionResponses = {
    /**
     * The version.
     */
    200: AudienceVersion;
};

export type PublishAudienceVersionResponse = PublishAudienceVersionResponses[keyof PublishAudienceVersionResponses];

export type CancelAudienceVersionData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
        version_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel';
};

export type CancelAudienceVersionErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience; or: No such version
     */
    404: Problem;
    /**
     * The status does not allow this; or: A test runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CancelAudienceVersionError = CancelAudienceVersionErrors[keyof CancelAudienceVersionErrors];

export type CancelAudienceVersionResponses = {
    /**
     * The version.
     */
    200: AudienceVersion;
};

export type CancelAudienceVersionResponse = CancelAudienceVersionResponses[keyof CancelAudienceVersionResponses];

export type ListCampaignsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/campaigns';
};

export type ListCampaignsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListCampaignsError = ListCampaignsErrors[keyof ListCampaignsErrors];

export type ListCampaignsResponses = {
    /**
     * A page of campaigns.
     */
    200: CampaignList;
};

export type ListCampaignsResponse = ListCampaignsResponses[keyof ListCampaignsResponses];

export type CreateCampaignData = {
    body: CampaignCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns';
};

export type CreateCampaignErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such tenant domain
     */
    404: Problem;
    /**
     * The page has no room for another campaign
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request; or: The fields of the page do not allow this
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateCampaignError = CreateCampaignErrors[keyof CreateCampaignErrors];

export type CreateCampaignResponses = {
    /**
     * The campaign.
     */
    201: Campaign;
};

export type CreateCampaignResponse = CreateCampaignResponses[keyof CreateCampaignResponses];

export type GetCampaignData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}';
};

export type GetCampaignErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetCampaignError = GetCampaignErrors[keyof GetCampaignErrors];

export type GetCampaignResponses = {
    /**
     * The campaign.
     */
    200: Campaign;
};

export type GetCampaignResponse = GetCampaignResponses[keyof GetCampaignResponses];

export type UpdateCampaignData = {
    body?: CampaignUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}';
};

export type UpdateCampaignErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * The campaign is archived; or: A job runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The fields of the page do not allow this
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateCampaignError = UpdateCampaignErrors[keyof UpdateCampaignErrors];

export type UpdateCampaignResponses = {
    /**
     * The campaign.
     */
    200: Campaign;
};

export type UpdateCampaignResponse = UpdateCampaignResponses[keyof UpdateCampaignResponses];

export type PublishCampaignData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/publish';
};

export type PublishCampaignErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * The campaign is archived; or: A job runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type PublishCampaignError = PublishCampaignErrors[keyof PublishCampaignErrors];

export type PublishCampaignResponses = {
    /**
     * The campaign.
     */
    200: Campaign;
};

export type PublishCampaignResponse = PublishCampaignResponses[keyof PublishCampaignResponses];

export type RollBackCampaignData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/roll_back';
};

export type RollBackCampaignErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * The campaign is archived; or: A job runs; or: There are no earlier words
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request; or: The fields of the page do not allow this
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RollBackCampaignError = RollBackCampaignErrors[keyof RollBackCampaignErrors];

export type RollBackCampaignResponses = {
    /**
     * The campaign.
     */
    200: Campaign;
};

export type RollBackCampaignResponse = RollBackCampaignResponses[keyof RollBackCampaignResponses];

export type ArchiveCampaignData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/archive';
};

export type ArchiveCampaignErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * The campaign is archived; or: A job runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ArchiveCampaignError = ArchiveCampaignErrors[keyof ArchiveCampaignErrors];

export type ArchiveCampaignResponses = {
    /**
     * The campaign.
     */
    200: Campaign;
};

export type ArchiveCampaignResponse = ArchiveCampaignResponses[keyof ArchiveCampaignResponses];

export type StopCampaignData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/stop';
};

export type StopCampaignErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type StopCampaignError = StopCampaignErrors[keyof StopCampaignErrors];

export type StopCampaignResponses = {
    /**
     * The campaign.
     */
    200: Campaign;
};

export type StopCampaignResponse = StopCampaignResponses[keyof StopCampaignResponses];

export type GetCampaignResultsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: {
        /**
         * A column, or a field of the person such as `companyName`: the answer has an item for each of its values.
         */
        by?: string;
        /**
         * Visits that started then or later.
         */
        startDate?: string;
        /**
         * Visits that started before.
         */
        endDate?: string;
    };
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/results';
};

export type GetCampaignResultsErrors = {
    /**
     * The request breaks a rule; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetCampaignResultsError = GetCampaignResultsErrors[keyof GetCampaignResultsErrors];

export type GetCampaignResultsResponses = {
    /**
     * The people, and the visits through their links.
     */
    200: CampaignResults;
};

export type GetCampaignResultsResponse = GetCampaignResultsResponses[keyof GetCampaignResultsResponses];

export type ListCampaignRowsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * With it: `visits` of each link, that started then or later.
         */
        startDate?: string;
        /**
         * With it: `visits` of each link, that started before.
         */
        endDate?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/rows';
};

export type ListCampaignRowsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListCampaignRowsError = ListCampaignRowsErrors[keyof ListCampaignRowsErrors];

export type ListCampaignRowsResponses = {
    /**
     * A page of rows.
     */
    200: CampaignRowList;
};

export type ListCampaignRowsResponse = ListCampaignRowsResponses[keyof ListCampaignRowsResponses];

export type WriteCampaignRowsData = {
    body: CampaignRows;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/rows';
};

export type WriteCampaignRowsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * The campaign is archived; or: The campaign has no room for another row
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WriteCampaignRowsError = WriteCampaignRowsErrors[keyof WriteCampaignRowsErrors];

export type WriteCampaignRowsResponses = {
    /**
     * The outcome of each row, in order.
     */
    200: CampaignRowsResult;
};

export type WriteCampaignRowsResponse = WriteCampaignRowsResponses[keyof WriteCampaignRowsResponses];

export type QueueCampaignRowsData = {
    body: QueuedCampaignRows;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        campaign_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/waiting_rows';
};

export type QueueCampaignRowsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such campaign
     */
    404: Problem;
    /**
     * The campaign is archived; or: The campaign has no room for another row; or: A job runs
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type QueueCampaignRowsError = QueueCampaignRowsErrors[keyof QueueCampaignRowsErrors];

export type QueueCampaignRowsResponses = {
    /**
     * The rows wait.
     */
    202: CampaignRowsQueued;
};

export type QueueCampaignRowsResponse = QueueCampaignRowsResponses[keyof QueueCampaignRowsResponses];

export type ListExperimentsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Tests of this audience.
         */
        audienceId?: string;
        /**
         * Tests of the audiences of this page.
         */
        pageId?: string;
        status?: 'draft' | 'running' | 'ended';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/experiments';
};

export type ListExperimentsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListExperimentsError = ListExperimentsErrors[keyof ListExperimentsErrors];

export type ListExperimentsResponses = {
    /**
     * A page of tests.
     */
    200: ExperimentList;
};

export type ListExperimentsResponse = ListExperimentsResponses[keyof ListExperimentsResponses];

export type CreateExperimentData = {
    body: ExperimentCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is the tag of the audience, else 412.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/experiments';
};

export type CreateExperimentErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such audience
     */
    404: Problem;
    /**
     * The audience is archived; or: There cannot be such a test; or: A test runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateExperimentError = CreateExperimentErrors[keyof CreateExperimentErrors];

export type CreateExperimentResponses = {
    /**
     * The test.
     */
    201: Experiment;
};

export type CreateExperimentResponse = CreateExperimentResponses[keyof CreateExperimentResponses];

export type EstimateExperimentData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query: {
        audienceId: string;
        goal: ExperimentGoal;
        /**
         * The weight of the live version. The other one has 1.
         */
        liveWeight?: number;
    };
    url: '/v0/experiments/estimate';
};

export type EstimateExperimentErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type EstimateExperimentError = EstimateExperimentErrors[keyof EstimateExperimentErrors];

export type EstimateExperimentResponses = {
    /**
     * How long it takes.
     */
    200: ExperimentForecast;
};

export type EstimateExperimentResponse = EstimateExperimentResponses[keyof EstimateExperimentResponses];

export type DeleteExperimentData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        experiment_id: string;
    };
    query?: never;
    url: '/v0/experiments/{experiment_id}';
};

export type DeleteExperimentErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such test
     */
    404: Problem;
    /**
     * A test runs
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteExperimentError = DeleteExperimentErrors[keyof DeleteExperimentErrors];

export type DeleteExperimentResponses = {
    /**
     * Which test is deleted, and since when.
     */
    200: ExperimentDeleted;
};

export type DeleteExperimentResponse = DeleteExperimentResponses[keyof DeleteExperimentResponses];

export type GetExperimentData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        experiment_id: string;
    };
    query?: never;
    url: '/v0/experiments/{experiment_id}';
};

export type GetExperimentErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such test
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetExperimentError = GetExperimentErrors[keyof GetExperimentErrors];

export type GetExperimentResponses = {
    /**
     * The test.
     */
    200: Experiment;
};

export type GetExperimentResponse = GetExperimentResponses[keyof GetExperimentResponses];

export type UpdateExperimentData = {
    body?: ExperimentUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        experiment_id: string;
    };
    query?: never;
    url: '/v0/experiments/{experiment_id}';
};

export type UpdateExperimentErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such test
     */
    404: Problem;
    /**
     * The audience is archived; or: There cannot be such a test; or: A test runs; or: The status does not allow this
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateExperimentError = UpdateExperimentErrors[keyof UpdateExperimentErrors];

export type UpdateExperimentResponses = {
    /**
     * The test.
     */
    200: Experiment;
};

export type UpdateExperimentResponse = UpdateExperimentResponses[keyof UpdateExperimentResponses];

export type StartExperimentData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        experiment_id: string;
    };
    query?: never;
    url: '/v0/experiments/{experiment_id}/start';
};

export type StartExperimentErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such test
     */
    404: Problem;
    /**
     * The audience is archived; or: There cannot be such a test; or: A test runs; or: The status does not allow this
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type StartExperimentError = StartExperimentErrors[keyof StartExperimentErrors];

export type StartExperimentResponses = {
    /**
     * The test.
     */
    200: Experiment;
};

export type StartExperimentResponse = StartExperimentResponses[keyof StartExperimentResponses];

export type StopExperimentData = {
    body?: Nothing;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        experiment_id: string;
    };
    query?: never;
    url: '/v0/experiments/{experiment_id}/stop';
};

export type StopExperimentErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such test
     */
    404: Problem;
    /**
     * The status does not allow this
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type StopExperimentError = StopExperimentErrors[keyof StopExperimentErrors];

export type StopExperimentResponses = {
    /**
     * The test.
     */
    200: Experiment;
};

export type StopExperimentResponse = StopExperimentResponses[keyof StopExperimentResponses];

export type PublishExperimentWinnerData = {
    body: WinnerRequest;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        experiment_id: string;
    };
    query?: never;
    url: '/v0/experiments/{experiment_id}/publish_winner';
};

export type PublishExperimentWinnerErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such test; or: No such version
     */
    404: Problem;
    /**
     * The status does not allow this
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type PublishExperimentWinnerError = PublishExperimentWinnerErrors[keyof PublishExperimentWinnerErrors];

export type PublishExperimentWinnerResponses = {
    /**
     * The test.
     */
    200: Experiment;
};

export type PublishExperimentWinnerResponse = PublishExperimentWinnerResponses[keyof PublishExperimentWinnerResponses];

export type ListAudienceSessionsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        status?: 'pending' | 'completed' | 'failed' | 'active';
        /**
         * Visits with a conversion, or without.
         */
        hasConversion?: boolean | 'true' | 'false';
        /**
         * Visits with a form submit, or without.
         */
        hasFormSubmit?: boolean | 'true' | 'false';
        /**
         * `true`: each visit has the names of who came. One more round trip. An addition.
         */
        names?: boolean | 'true' | 'false';
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Visits of this audience.
         */
        audienceId?: string;
        /**
         * Visits whose form this person submitted.
         */
        personId?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/audience_sessions';
};

export type ListAudienceSessionsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAudienceSessionsError = ListAudienceSessionsErrors[keyof ListAudienceSessionsErrors];

export type ListAudienceSessionsResponses = {
    /**
     * A page of sessions.
     */
    200: AudienceSessionList;
};

export type ListAudienceSessionsResponse = ListAudienceSessionsResponses[keyof ListAudienceSessionsResponses];

export type ListWorkspaceSessionsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        status?: 'pending' | 'completed' | 'failed' | 'active';
        /**
         * Visits with a conversion, or without.
         */
        hasConversion?: boolean | 'true' | 'false';
        /**
         * Visits with a form submit, or without.
         */
        hasFormSubmit?: boolean | 'true' | 'false';
        /**
         * `true`: each visit has the names of who came. One more round trip. An addition.
         */
        names?: boolean | 'true' | 'false';
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/audience_sessions';
};

export type ListWorkspaceSessionsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListWorkspaceSessionsError = ListWorkspaceSessionsErrors[keyof ListWorkspaceSessionsErrors];

export type ListWorkspaceSessionsResponses = {
    /**
     * A page of sessions.
     */
    200: AudienceSessionList;
};

export type ListWorkspaceSessionsResponse = ListWorkspaceSessionsResponses[keyof ListWorkspaceSessionsResponses];

export type GetAudienceSessionData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        audience_session_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audience_sessions/{audience_session_id}';
};

export type GetAudienceSessionErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such session
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAudienceSessionError = GetAudienceSessionErrors[keyof GetAudienceSessionErrors];

export type GetAudienceSessionResponses = {
    /**
     * The session.
     */
    200: AudienceSession;
};

export type GetAudienceSessionResponse = GetAudienceSessionResponses[keyof GetAudienceSessionResponses];

export type ImportAudienceSessionsData = {
    body: SessionImport;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
    };
    query?: never;
    url: '/v0/pages/{page_id}/audience_sessions/import';
};

export type ImportAudienceSessionsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience; or: No such version
     */
    404: Problem;
    /**
     * Another session has this id
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ImportAudienceSessionsError = ImportAudienceSessionsErrors[keyof ImportAudienceSessionsErrors];

export type ImportAudienceSessionsResponses = {
    /**
     * How many were new.
     */
    200: SessionImported;
};

export type ImportAudienceSessionsResponse = ImportAudienceSessionsResponses[keyof ImportAudienceSessionsResponses];

export type ListPersonAudienceSessionsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `recipient`: of an audience that was made for them. `form`: whose form they sent.
         */
        by?: 'any' | 'recipient' | 'form';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/persons/{person_id}/audience_sessions';
};

export type ListPersonAudienceSessionsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListPersonAudienceSessionsError = ListPersonAudienceSessionsErrors[keyof ListPersonAudienceSessionsErrors];

export type ListPersonAudienceSessionsResponses = {
    /**
     * A page of sessions.
     */
    200: PersonAudienceSessionList;
};

export type ListPersonAudienceSessionsResponse = ListPersonAudienceSessionsResponses[keyof ListPersonAudienceSessionsResponses];

export type ListAccountAudienceSessionsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        account_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * `recipient`: of an audience that was made for them. `form`: whose form they sent.
         */
        by?: 'any' | 'recipient' | 'form';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/accounts/{account_id}/audience_sessions';
};

export type ListAccountAudienceSessionsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAccountAudienceSessionsError = ListAccountAudienceSessionsErrors[keyof ListAccountAudienceSessionsErrors];

export type ListAccountAudienceSessionsResponses = {
    /**
     * A page of sessions.
     */
    200: AudienceSessionList;
};

export type ListAccountAudienceSessionsResponse = ListAccountAudienceSessionsResponses[keyof ListAccountAudienceSessionsResponses];

export type GetPersonTimelineData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * What happened then or later.
         */
        startDate?: string;
        /**
         * What happened before.
         */
        endDate?: string;
        /**
         * Only items of this kind, or of these kinds.
         */
        kind?: Array<'log' | 'visit' | 'publish'>;
        /**
         * Only logs of this source.
         */
        source?: string;
        /**
         * Only logs of this type.
         */
        type?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/persons/{person_id}/timeline';
};

export type GetPersonTimelineErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetPersonTimelineError = GetPersonTimelineErrors[keyof GetPersonTimelineErrors];

export type GetPersonTimelineResponses = {
    /**
     * A page of the timeline.
     */
    200: PersonTimeline;
};

export type GetPersonTimelineResponse = GetPersonTimelineResponses[keyof GetPersonTimelineResponses];

export type GetAccountTimelineData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        account_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * What happened then or later.
         */
        startDate?: string;
        /**
         * What happened before.
         */
        endDate?: string;
        /**
         * Only items of this kind, or of these kinds.
         */
        kind?: Array<'log' | 'visit' | 'publish'>;
        /**
         * Only logs of this source.
         */
        source?: string;
        /**
         * Only logs of this type.
         */
        type?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/accounts/{account_id}/timeline';
};

export type GetAccountTimelineErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such account
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAccountTimelineError = GetAccountTimelineErrors[keyof GetAccountTimelineErrors];

export type GetAccountTimelineResponses = {
    /**
     * A page of the timeline.
     */
    200: AccountTimeline;
};

export type GetAccountTimelineResponse = GetAccountTimelineResponses[keyof GetAccountTimelineResponses];

export type AudienceAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
    };
    query?: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * `true`: each item has the `name` of what it is about. One more round trip.
         */
        names?: boolean | 'true' | 'false';
        /**
         * The number to sort items by; with `-`, the largest first.
         */
        sort?: 'totalSessions' | '-totalSessions' | 'avgInteractionsPerSession' | '-avgInteractionsPerSession' | 'avgScrollDepthPercentage' | '-avgScrollDepthPercentage' | 'avgTimeSpentSeconds' | '-avgTimeSpentSeconds' | 'bounceRate' | '-bounceRate' | 'conversionRate' | '-conversionRate' | 'formSubmitRate' | '-formSubmitRate' | 'bounceCount' | '-bounceCount' | 'bounceEligibleSessions' | '-bounceEligibleSessions' | 'conversionCount' | '-conversionCount' | 'ctaSessions' | '-ctaSessions' | 'formSubmitCount' | '-formSubmitCount';
        /**
         * The most items. With it, an audience without visits has none.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/analytics/audiences';
};

export type AudienceAnalyticsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type AudienceAnalyticsError = AudienceAnalyticsErrors[keyof AudienceAnalyticsErrors];

export type AudienceAnalyticsResponses = {
    /**
     * The sums of every audience.
     */
    200: AudienceAnalyticsList;
};

export type AudienceAnalyticsResponse = AudienceAnalyticsResponses[keyof AudienceAnalyticsResponses];

export type AnalyticsTimeseriesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
    };
    query: {
        /**
         * Sessions that started then or later.
         */
        startDate: string;
        /**
         * Sessions that started before.
         */
        endDate: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        interval: 'hour' | 'day' | 'week' | 'month';
        /**
         * Visits of this audience.
         */
        audienceId?: string;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/analytics/timeseries';
};

export type AnalyticsTimeseriesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type AnalyticsTimeseriesError = AnalyticsTimeseriesErrors[keyof AnalyticsTimeseriesErrors];

export type AnalyticsTimeseriesResponses = {
    /**
     * The steps.
     */
    200: Timeseries;
};

export type AnalyticsTimeseriesResponse = AnalyticsTimeseriesResponses[keyof AnalyticsTimeseriesResponses];

export type AnalyticsBreakdownData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
    };
    query: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * `true`: each version has its `name`. One more round trip, if there are any.
         */
        names?: boolean | 'true' | 'false';
        sort?: '-totalSessions' | '-conversionCount' | '-formSubmitCount' | '-bounceCount';
        by: 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId';
        /**
         * A part of the value, in any case.
         */
        query?: string;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Visits of this audience.
         */
        audienceId?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/analytics/breakdown';
};

export type AnalyticsBreakdownErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type AnalyticsBreakdownError = AnalyticsBreakdownErrors[keyof AnalyticsBreakdownErrors];

export type AnalyticsBreakdownResponses = {
    /**
     * The values.
     */
    200: Breakdown;
};

export type AnalyticsBreakdownResponse = AnalyticsBreakdownResponses[keyof AnalyticsBreakdownResponses];

export type AnalyticsBreakdownsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_id: string;
    };
    query: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * `true`: each version has its `name`. One more round trip, if there are any.
         */
        names?: boolean | 'true' | 'false';
        sort?: '-totalSessions' | '-conversionCount' | '-formSubmitCount' | '-bounceCount';
        /**
         * A dimension. May be given several times, up to 6: `by=referrer&by=country`.
         */
        by: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * The most values of each dimension.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Visits of this audience.
         */
        audienceId?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/analytics/breakdowns';
};

export type AnalyticsBreakdownsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type AnalyticsBreakdownsError = AnalyticsBreakdownsErrors[keyof AnalyticsBreakdownsErrors];

export type AnalyticsBreakdownsResponses = {
    /**
     * The values of each dimension.
     */
    200: Breakdowns;
};

export type AnalyticsBreakdownsResponse = AnalyticsBreakdownsResponses[keyof AnalyticsBreakdownsResponses];

export type PageAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * `true`: each item has the `name` of what it is about. One more round trip.
         */
        names?: boolean | 'true' | 'false';
        /**
         * The number to sort items by; with `-`, the largest first.
         */
        sort?: 'totalSessions' | '-totalSessions' | 'avgInteractionsPerSession' | '-avgInteractionsPerSession' | 'avgScrollDepthPercentage' | '-avgScrollDepthPercentage' | 'avgTimeSpentSeconds' | '-avgTimeSpentSeconds' | 'bounceRate' | '-bounceRate' | 'conversionRate' | '-conversionRate' | 'formSubmitRate' | '-formSubmitRate' | 'bounceCount' | '-bounceCount' | 'bounceEligibleSessions' | '-bounceEligibleSessions' | 'conversionCount' | '-conversionCount' | 'ctaSessions' | '-ctaSessions' | 'formSubmitCount' | '-formSubmitCount';
        /**
         * The most items.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/pages';
};

export type PageAnalyticsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type PageAnalyticsError = PageAnalyticsErrors[keyof PageAnalyticsErrors];

export type PageAnalyticsResponses = {
    /**
     * The pages.
     */
    200: PageAnalyticsList;
};

export type PageAnalyticsResponse = PageAnalyticsResponses[keyof PageAnalyticsResponses];

export type WorkspaceAudiencesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * The number to sort items by; with `-`, the largest first.
         */
        sort?: 'totalSessions' | '-totalSessions' | 'avgInteractionsPerSession' | '-avgInteractionsPerSession' | 'avgScrollDepthPercentage' | '-avgScrollDepthPercentage' | 'avgTimeSpentSeconds' | '-avgTimeSpentSeconds' | 'bounceRate' | '-bounceRate' | 'conversionRate' | '-conversionRate' | 'formSubmitRate' | '-formSubmitRate' | 'bounceCount' | '-bounceCount' | 'bounceEligibleSessions' | '-bounceEligibleSessions' | 'conversionCount' | '-conversionCount' | 'ctaSessions' | '-ctaSessions' | 'formSubmitCount' | '-formSubmitCount';
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/audiences';
};

export type WorkspaceAudiencesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WorkspaceAudiencesError = WorkspaceAudiencesErrors[keyof WorkspaceAudiencesErrors];

export type WorkspaceAudiencesResponses = {
    /**
     * The audiences.
     */
    200: WorkspaceAudienceAnalyticsList;
};

export type WorkspaceAudiencesResponse = WorkspaceAudiencesResponses[keyof WorkspaceAudiencesResponses];

export type WorkspaceBreakdownData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * `true`: each version has its `name`. One more round trip, if there are any.
         */
        names?: boolean | 'true' | 'false';
        sort?: '-totalSessions' | '-conversionCount' | '-formSubmitCount' | '-bounceCount';
        by: 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId';
        /**
         * A part of the value, in any case.
         */
        query?: string;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/breakdown';
};

export type WorkspaceBreakdownErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WorkspaceBreakdownError = WorkspaceBreakdownErrors[keyof WorkspaceBreakdownErrors];

export type WorkspaceBreakdownResponses = {
    /**
     * The values.
     */
    200: Breakdown;
};

export type WorkspaceBreakdownResponse = WorkspaceBreakdownResponses[keyof WorkspaceBreakdownResponses];

export type WorkspaceBreakdownsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        /**
         * `true`: each version has its `name`. One more round trip, if there are any.
         */
        names?: boolean | 'true' | 'false';
        sort?: '-totalSessions' | '-conversionCount' | '-formSubmitCount' | '-bounceCount';
        /**
         * A dimension. May be given several times, up to 6: `by=referrer&by=country`.
         */
        by: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * The most values of each dimension.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/breakdowns';
};

export type WorkspaceBreakdownsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WorkspaceBreakdownsError = WorkspaceBreakdownsErrors[keyof WorkspaceBreakdownsErrors];

export type WorkspaceBreakdownsResponses = {
    /**
     * The values of each dimension.
     */
    200: Breakdowns;
};

export type WorkspaceBreakdownsResponse = WorkspaceBreakdownsResponses[keyof WorkspaceBreakdownsResponses];

export type WorkspaceTimeseriesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query: {
        /**
         * Sessions that started then or later.
         */
        startDate: string;
        /**
         * Sessions that started before.
         */
        endDate: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * The start of another range, whose numbers the answer has too.
         */
        compareStartDate?: string;
        /**
         * Its end. Together with `compareStartDate`.
         */
        compareEndDate?: string;
        interval: 'hour' | 'day' | 'week' | 'month';
        /**
         * The most pages.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/timeseries';
};

export type WorkspaceTimeseriesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type WorkspaceTimeseriesError = WorkspaceTimeseriesErrors[keyof WorkspaceTimeseriesErrors];

export type WorkspaceTimeseriesResponses = {
    /**
     * The steps.
     */
    200: WorkspaceTimeseries;
};

export type WorkspaceTimeseriesResponse = WorkspaceTimeseriesResponses[keyof WorkspaceTimeseriesResponses];

export type AccountAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * `true`: each item has the `name` of what it is about. One more round trip.
         */
        names?: boolean | 'true' | 'false';
        /**
         * Visits of this page.
         */
        pageId?: string;
        /**
         * Counts the sessions of each item by the steps of the range too: `series`.
         */
        interval?: 'hour' | 'day' | 'week' | 'month';
        /**
         * `true`: each item has its `pages` and its `latestVisit`. Not with `interval`. One more round trip.
         */
        details?: boolean | 'true' | 'false';
        /**
         * `true`: each item has the record that it is about. One more round trip.
         */
        records?: boolean | 'true' | 'false';
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * What to sort by; with `-`, the largest or latest first.
         */
        sort?: 'totalSessions' | '-totalSessions' | 'engagedSessions' | '-engagedSessions' | 'conversionCount' | '-conversionCount' | 'formSubmitCount' | '-formSubmitCount' | 'recipientSessions' | '-recipientSessions' | 'formSessions' | '-formSessions' | 'firstVisitAt' | '-firstVisitAt' | 'lastVisitAt' | '-lastVisitAt' | 'peopleCount' | '-peopleCount';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/accounts';
};

export type AccountAnalyticsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type AccountAnalyticsError = AccountAnalyticsErrors[keyof AccountAnalyticsErrors];

export type AccountAnalyticsResponses = {
    /**
     * The accounts.
     */
    200: AccountAnalyticsList;
};

export type AccountAnalyticsResponse = AccountAnalyticsResponses[keyof AccountAnalyticsResponses];

export type PersonAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sessions that started then or later.
         */
        startDate?: string;
        /**
         * Sessions that started before.
         */
        endDate?: string;
        /**
         * A time zone of IANA, for hours, days, weeks and months.
         */
        timezone?: string;
        /**
         * `true`: each item has the `name` of what it is about. One more round trip.
         */
        names?: boolean | 'true' | 'false';
        /**
         * Visits of this page.
         */
        pageId?: string;
        /**
         * Counts the sessions of each item by the steps of the range too: `series`.
         */
        interval?: 'hour' | 'day' | 'week' | 'month';
        /**
         * `true`: each item has its `pages` and its `latestVisit`. Not with `interval`. One more round trip.
         */
        details?: boolean | 'true' | 'false';
        /**
         * `true`: each item has the record that it is about. One more round trip.
         */
        records?: boolean | 'true' | 'false';
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Visits with this utmSource, or with one of several.
         */
        utmSource?: Array<string>;
        /**
         * Visits with this utmMedium, or with one of several.
         */
        utmMedium?: Array<string>;
        /**
         * Visits with this utmCampaign, or with one of several.
         */
        utmCampaign?: Array<string>;
        /**
         * Visits with this utmTerm, or with one of several.
         */
        utmTerm?: Array<string>;
        /**
         * Visits with this utmContent, or with one of several.
         */
        utmContent?: Array<string>;
        /**
         * Visits with this referrer, or with one of several.
         */
        referrer?: Array<string>;
        /**
         * Visits with this country, or with one of several.
         */
        country?: Array<string>;
        /**
         * Visits with this device, or with one of several.
         */
        device?: Array<string>;
        /**
         * Visits with this browser, or with one of several.
         */
        browser?: Array<string>;
        /**
         * Visits with this landingPath, or with one of several.
         */
        landingPath?: Array<string>;
        /**
         * Visits with this pageLinkId, or with one of several.
         */
        pageLinkId?: Array<string>;
        /**
         * Visits with this versionId, or with one of several.
         */
        versionId?: Array<string>;
        /**
         * Visits without a value of this dimension. With values of it too: visits with one of these, or without one.
         */
        unknown?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.
         */
        not?: Array<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer' | 'country' | 'device' | 'browser' | 'landingPath' | 'pageLinkId' | 'versionId'>;
        /**
         * What to sort by; with `-`, the largest or latest first.
         */
        sort?: 'totalSessions' | '-totalSessions' | 'engagedSessions' | '-engagedSessions' | 'conversionCount' | '-conversionCount' | 'formSubmitCount' | '-formSubmitCount' | 'recipientSessions' | '-recipientSessions' | 'formSessions' | '-formSessions' | 'firstVisitAt' | '-firstVisitAt' | 'lastVisitAt' | '-lastVisitAt';
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/persons';
};

export type PersonAnalyticsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type PersonAnalyticsError = PersonAnalyticsErrors[keyof PersonAnalyticsErrors];

export type PersonAnalyticsResponses = {
    /**
     * The persons.
     */
    200: PersonAnalyticsList;
};

export type PersonAnalyticsResponse = PersonAnalyticsResponses[keyof PersonAnalyticsResponses];

export type CollectVisitData = {
    body: Visit;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/visits';
};

export type CollectVisitErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this; or: The origin may not send visits
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The queue does not take it; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CollectVisitError = CollectVisitErrors[keyof CollectVisitErrors];

export type CollectVisitResponses = {
    /**
     * It is on the queue, or excluded, or its visitor asks not to be tracked. While the database does not answer, the key is verified later.
     */
    202: VisitAnswer;
};

export type CollectVisitResponse = CollectVisitResponses[keyof CollectVisitResponses];

export type GetTrackerData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/visit.js';
};

export type GetTrackerErrors = {
    /**
     * The method is not allowed here
     */
    405: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetTrackerError = GetTrackerErrors[keyof GetTrackerErrors];

export type GetTrackerResponses = {
    /**
     * The script.
     */
    200: Blob | File;
};

export type GetTrackerResponse = GetTrackerResponses[keyof GetTrackerResponses];

export type ListLeftOutVisitsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * UTC days that are at least in part then or later.
         */
        startDate?: string;
        /**
         * UTC days that are at least in part before.
         */
        endDate?: string;
        /**
         * Visits of this page.
         */
        pageId?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/analytics/left_out';
};

export type ListLeftOutVisitsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListLeftOutVisitsError = ListLeftOutVisitsErrors[keyof ListLeftOutVisitsErrors];

export type ListLeftOutVisitsResponses = {
    /**
     * A page of counts.
     */
    200: LeftOutList;
};

export type ListLeftOutVisitsResponse = ListLeftOutVisitsResponses[keyof ListLeftOutVisitsResponses];

export type ListWebsitesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/websites';
};

export type ListWebsitesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListWebsitesError = ListWebsitesErrors[keyof ListWebsitesErrors];

export type ListWebsitesResponses = {
    /**
     * A page of websites.
     */
    200: WebsiteList;
};

export type ListWebsitesResponse = ListWebsitesResponses[keyof ListWebsitesResponses];

export type CreateWebsiteData = {
    body: WebsiteCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/websites';
};

export type CreateWebsiteErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Another website has this origin; or: The workspace has no room for another website
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateWebsiteError = CreateWebsiteErrors[keyof CreateWebsiteErrors];

export type CreateWebsiteResponses = {
    /**
     * The website.
     */
    201: Website;
};

export type CreateWebsiteResponse = CreateWebsiteResponses[keyof CreateWebsiteResponses];

export type ListRefusedOriginsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/websites/refused';
};

export type ListRefusedOriginsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListRefusedOriginsError = ListRefusedOriginsErrors[keyof ListRefusedOriginsErrors];

export type ListRefusedOriginsResponses = {
    /**
     * All of them.
     */
    200: RefusedOriginList;
};

export type ListRefusedOriginsResponse = ListRefusedOriginsResponses[keyof ListRefusedOriginsResponses];

export type DeleteWebsiteData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        website_id: string;
    };
    query?: never;
    url: '/v0/websites/{website_id}';
};

export type DeleteWebsiteErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such website
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteWebsiteError = DeleteWebsiteErrors[keyof DeleteWebsiteErrors];

export type DeleteWebsiteResponses = {
    /**
     * Which website is deleted, and since when.
     */
    200: WebsiteDeleted;
};

export type DeleteWebsiteResponse = DeleteWebsiteResponses[keyof DeleteWebsiteResponses];

export type CreatePageLinkData = {
    body: PageLinkCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/page_links';
};

export type CreatePageLinkErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such tenant domain; or: No such audience; or: No such page
     */
    404: Problem;
    /**
     * The audience is archived; or: Another page link has this path
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreatePageLinkError = CreatePageLinkErrors[keyof CreatePageLinkErrors];

export type CreatePageLinkResponses = {
    /**
     * The page link.
     */
    201: PageLink;
};

export type CreatePageLinkResponse = CreatePageLinkResponses[keyof CreatePageLinkResponses];

export type SearchPageLinksData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * With it: `visits` of each link, that started then or later.
         */
        startDate?: string;
        /**
         * With it: `visits` of each link, that started before.
         */
        endDate?: string;
        /**
         * Links to the page or to one of its audiences.
         */
        pageId?: string;
        /**
         * A part of the path, in any case, with or without accents; a space is %20 in a path.
         */
        query?: string;
        targetType?: 'audience' | 'page';
        /**
         * Without it: links on the fallback subdomain.
         */
        tenantDomainId?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/page_links/search';
};

export type SearchPageLinksErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type SearchPageLinksError = SearchPageLinksErrors[keyof SearchPageLinksErrors];

export type SearchPageLinksResponses = {
    /**
     * A page of page links.
     */
    200: PageLinkList;
};

export type SearchPageLinksResponse = SearchPageLinksResponses[keyof SearchPageLinksResponses];

export type ListAudiencePageLinksData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        page_id: string;
        audience_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/pages/{page_id}/audiences/{audience_id}/page_links';
};

export type ListAudiencePageLinksErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page; or: No such audience
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAudiencePageLinksError = ListAudiencePageLinksErrors[keyof ListAudiencePageLinksErrors];

export type ListAudiencePageLinksResponses = {
    /**
     * A page of page links.
     */
    200: AudiencePageLinkList;
};

export type ListAudiencePageLinksResponse = ListAudiencePageLinksResponses[keyof ListAudiencePageLinksResponses];

export type ListPersonPageLinksData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        person_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * With it: `visits` of each link, that started then or later.
         */
        startDate?: string;
        /**
         * With it: `visits` of each link, that started before.
         */
        endDate?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/persons/{person_id}/page_links';
};

export type ListPersonPageLinksErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list; or: The range has too many values
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such person
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListPersonPageLinksError = ListPersonPageLinksErrors[keyof ListPersonPageLinksErrors];

export type ListPersonPageLinksResponses = {
    /**
     * A page of page links.
     */
    200: PersonPageLinkList;
};

export type ListPersonPageLinksResponse = ListPersonPageLinksResponses[keyof ListPersonPageLinksResponses];

export type ResolvePageLinkData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * In any spelling: `über-uns`, `//über-uns/` and `/%C3%BCber-uns` are `/über-uns`.
         */
        path?: string;
        /**
         * The address of a page, as a browser shows it, in place of `path` and `tenantDomainId`.
         */
        url?: string;
        /**
         * Without it: links on the fallback subdomain.
         */
        tenantDomainId?: string;
        /**
         * The token of a preview. Whatever it is, the answer has words: see its `preview`.
         */
        preview?: string;
        /**
         * Anything that is the same whenever this visitor comes, such as an id of your own. It says which version of a running test they get, and is not stored.
         */
        visitor?: string;
    };
    url: '/v0/page_links/resolve';
};

export type ResolvePageLinkErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this; or: The origin may not send visits
     */
    403: Problem;
    /**
     * No such page link
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ResolvePageLinkError = ResolvePageLinkErrors[keyof ResolvePageLinkErrors];

export type ResolvePageLinkResponses = {
    /**
     * What is served.
     */
    200: PageLinkResolution;
};

export type ResolvePageLinkResponse = ResolvePageLinkResponses[keyof ResolvePageLinkResponses];

export type ResolvePageLinksData = {
    body: ResolveBatch;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/page_links/resolve';
};

export type ResolvePageLinksErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this; or: The origin may not send visits
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ResolvePageLinksError = ResolvePageLinksErrors[keyof ResolvePageLinksErrors];

export type ResolvePageLinksResponses = {
    /**
     * The outcome of each path or address, in order.
     */
    200: ResolveBatchResult;
};

export type ResolvePageLinksResponse = ResolvePageLinksResponses[keyof ResolvePageLinksResponses];

export type DeletePageLinkData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_link_id: string;
    };
    query?: never;
    url: '/v0/page_links/{page_link_id}';
};

export type DeletePageLinkErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page link
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeletePageLinkError = DeletePageLinkErrors[keyof DeletePageLinkErrors];

export type DeletePageLinkResponses = {
    /**
     * The page link.
     */
    200: PageLink;
};

export type DeletePageLinkResponse = DeletePageLinkResponses[keyof DeletePageLinkResponses];

export type GetPageLinkData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        page_link_id: string;
    };
    query?: never;
    url: '/v0/page_links/{page_link_id}';
};

export type GetPageLinkErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page link
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetPageLinkError = GetPageLinkErrors[keyof GetPageLinkErrors];

export type GetPageLinkResponses = {
    /**
     * The page link.
     */
    200: PageLink;
};

export type GetPageLinkResponse = GetPageLinkResponses[keyof GetPageLinkResponses];

export type UpdatePageLinkData = {
    body?: PageLinkUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        page_link_id: string;
    };
    query?: never;
    url: '/v0/page_links/{page_link_id}';
};

export type UpdatePageLinkErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page link; or: No such tenant domain; or: No such audience; or: No such page
     */
    404: Problem;
    /**
     * The audience is archived; or: Another page link has this path
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdatePageLinkError = UpdatePageLinkErrors[keyof UpdatePageLinkErrors];

export type UpdatePageLinkResponses = {
    /**
     * The page link.
     */
    200: PageLink;
};

export type UpdatePageLinkResponse = UpdatePageLinkResponses[keyof UpdatePageLinkResponses];

export type ListTenantDomainsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/tenant_domains';
};

export type ListTenantDomainsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListTenantDomainsError = ListTenantDomainsErrors[keyof ListTenantDomainsErrors];

export type ListTenantDomainsResponses = {
    /**
     * A page of tenant domains.
     */
    200: TenantDomainList;
};

export type ListTenantDomainsResponse = ListTenantDomainsResponses[keyof ListTenantDomainsResponses];

export type CreateTenantDomainData = {
    body: TenantDomainCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/tenant_domains';
};

export type CreateTenantDomainErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Another tenant domain has this name
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateTenantDomainError = CreateTenantDomainErrors[keyof CreateTenantDomainErrors];

export type CreateTenantDomainResponses = {
    /**
     * The tenant domain.
     */
    201: TenantDomain;
};

export type CreateTenantDomainResponse = CreateTenantDomainResponses[keyof CreateTenantDomainResponses];

export type ListTopicsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/topics';
};

export type ListTopicsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListTopicsError = ListTopicsErrors[keyof ListTopicsErrors];

export type ListTopicsResponses = {
    /**
     * A page of topics.
     */
    200: TopicList;
};

export type ListTopicsResponse = ListTopicsResponses[keyof ListTopicsResponses];

export type CreateTopicData = {
    body: TopicCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/topics';
};

export type CreateTopicErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateTopicError = CreateTopicErrors[keyof CreateTopicErrors];

export type CreateTopicResponses = {
    /**
     * The topic.
     */
    201: Topic;
};

export type CreateTopicResponse = CreateTopicResponses[keyof CreateTopicResponses];

export type DeleteTopicData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        topic_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}';
};

export type DeleteTopicErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteTopicError = DeleteTopicErrors[keyof DeleteTopicErrors];

export type DeleteTopicResponses = {
    /**
     * Which topic is deleted, and since when.
     */
    200: TopicDeleted;
};

export type DeleteTopicResponse = DeleteTopicResponses[keyof DeleteTopicResponses];

export type GetTopicData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        topic_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}';
};

export type GetTopicErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetTopicError = GetTopicErrors[keyof GetTopicErrors];

export type GetTopicResponses = {
    /**
     * The topic.
     */
    200: Topic;
};

export type GetTopicResponse = GetTopicResponses[keyof GetTopicResponses];

export type UpdateTopicData = {
    body?: TopicUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        topic_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}';
};

export type UpdateTopicErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateTopicError = UpdateTopicErrors[keyof UpdateTopicErrors];

export type UpdateTopicResponses = {
    /**
     * The topic.
     */
    200: Topic;
};

export type UpdateTopicResponse = UpdateTopicResponses[keyof UpdateTopicResponses];

export type ListTopicEntriesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        topic_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/topics/{topic_id}/entries';
};

export type ListTopicEntriesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListTopicEntriesError = ListTopicEntriesErrors[keyof ListTopicEntriesErrors];

export type ListTopicEntriesResponses = {
    /**
     * A page of entries.
     */
    200: TopicEntryList;
};

export type ListTopicEntriesResponse = ListTopicEntriesResponses[keyof ListTopicEntriesResponses];

export type CreateTopicEntryData = {
    body: TopicEntryCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        topic_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}/entries';
};

export type CreateTopicEntryErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic
     */
    404: Problem;
    /**
     * The topic has no room for another entry
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateTopicEntryError = CreateTopicEntryErrors[keyof CreateTopicEntryErrors];

export type CreateTopicEntryResponses = {
    /**
     * The entry.
     */
    201: TopicEntry;
};

export type CreateTopicEntryResponse = CreateTopicEntryResponses[keyof CreateTopicEntryResponses];

export type DeleteTopicEntryData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        topic_id: string;
        topic_entry_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}/entries/{topic_entry_id}';
};

export type DeleteTopicEntryErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic; or: No such topic entry
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteTopicEntryError = DeleteTopicEntryErrors[keyof DeleteTopicEntryErrors];

export type DeleteTopicEntryResponses = {
    /**
     * Which entry is deleted, and since when.
     */
    200: TopicEntryDeleted;
};

export type DeleteTopicEntryResponse = DeleteTopicEntryResponses[keyof DeleteTopicEntryResponses];

export type GetTopicEntryData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        topic_id: string;
        topic_entry_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}/entries/{topic_entry_id}';
};

export type GetTopicEntryErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic; or: No such topic entry
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetTopicEntryError = GetTopicEntryErrors[keyof GetTopicEntryErrors];

export type GetTopicEntryResponses = {
    /**
     * The entry.
     */
    200: TopicEntry;
};

export type GetTopicEntryResponse = GetTopicEntryResponses[keyof GetTopicEntryResponses];

export type UpdateTopicEntryData = {
    body?: TopicEntryUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        topic_id: string;
        topic_entry_id: string;
    };
    query?: never;
    url: '/v0/topics/{topic_id}/entries/{topic_entry_id}';
};

export type UpdateTopicEntryErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such topic; or: No such topic entry
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateTopicEntryError = UpdateTopicEntryErrors[keyof UpdateTopicEntryErrors];

export type UpdateTopicEntryResponses = {
    /**
     * The entry.
     */
    200: TopicEntry;
};

export type UpdateTopicEntryResponse = UpdateTopicEntryResponses[keyof UpdateTopicEntryResponses];

export type ListAnnotationsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * Annotations with `happenedAt` then or later.
         */
        startDate?: string;
        /**
         * Annotations with `happenedAt` before.
         */
        endDate?: string;
        /**
         * Annotations of this page and of the workspace. Without it: of all pages too.
         */
        pageId?: string;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/annotations';
};

export type ListAnnotationsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAnnotationsError = ListAnnotationsErrors[keyof ListAnnotationsErrors];

export type ListAnnotationsResponses = {
    /**
     * A page of annotations.
     */
    200: AnnotationList;
};

export type ListAnnotationsResponse = ListAnnotationsResponses[keyof ListAnnotationsResponses];

export type CreateAnnotationData = {
    body: AnnotationCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/annotations';
};

export type CreateAnnotationErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such page
     */
    404: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateAnnotationError = CreateAnnotationErrors[keyof CreateAnnotationErrors];

export type CreateAnnotationResponses = {
    /**
     * The annotation.
     */
    201: Annotation;
};

export type CreateAnnotationResponse = CreateAnnotationResponses[keyof CreateAnnotationResponses];

export type DeleteAnnotationData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        annotation_id: string;
    };
    query?: never;
    url: '/v0/annotations/{annotation_id}';
};

export type DeleteAnnotationErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such annotation
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteAnnotationError = DeleteAnnotationErrors[keyof DeleteAnnotationErrors];

export type DeleteAnnotationResponses = {
    /**
     * Which annotation is deleted, and since when.
     */
    200: AnnotationDeleted;
};

export type DeleteAnnotationResponse = DeleteAnnotationResponses[keyof DeleteAnnotationResponses];

export type GetAnnotationData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        annotation_id: string;
    };
    query?: never;
    url: '/v0/annotations/{annotation_id}';
};

export type GetAnnotationErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such annotation
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAnnotationError = GetAnnotationErrors[keyof GetAnnotationErrors];

export type GetAnnotationResponses = {
    /**
     * The annotation.
     */
    200: Annotation;
};

export type GetAnnotationResponse = GetAnnotationResponses[keyof GetAnnotationResponses];

export type UpdateAnnotationData = {
    body?: AnnotationUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        annotation_id: string;
    };
    query?: never;
    url: '/v0/annotations/{annotation_id}';
};

export type UpdateAnnotationErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such annotation; or: No such page
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateAnnotationError = UpdateAnnotationErrors[keyof UpdateAnnotationErrors];

export type UpdateAnnotationResponses = {
    /**
     * The annotation.
     */
    200: Annotation;
};

export type UpdateAnnotationResponse = UpdateAnnotationResponses[keyof UpdateAnnotationResponses];

export type ListViewsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/views';
};

export type ListViewsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListViewsError = ListViewsErrors[keyof ListViewsErrors];

export type ListViewsResponses = {
    /**
     * A page of views.
     */
    200: ViewList;
};

export type ListViewsResponse = ListViewsResponses[keyof ListViewsResponses];

export type CreateViewData = {
    body: ViewCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/views';
};

export type CreateViewErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Another view has this name; or: The workspace has no room for another view
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateViewError = CreateViewErrors[keyof CreateViewErrors];

export type CreateViewResponses = {
    /**
     * The view.
     */
    201: View;
};

export type CreateViewResponse = CreateViewResponses[keyof CreateViewResponses];

export type DeleteViewData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        view_id: string;
    };
    query?: never;
    url: '/v0/views/{view_id}';
};

export type DeleteViewErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such view
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteViewError = DeleteViewErrors[keyof DeleteViewErrors];

export type DeleteViewResponses = {
    /**
     * Which view is deleted, and since when.
     */
    200: ViewDeleted;
};

export type DeleteViewResponse = DeleteViewResponses[keyof DeleteViewResponses];

export type GetViewData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        view_id: string;
    };
    query?: never;
    url: '/v0/views/{view_id}';
};

export type GetViewErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such view
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetViewError = GetViewErrors[keyof GetViewErrors];

export type GetViewResponses = {
    /**
     * The view.
     */
    200: View;
};

export type GetViewResponse = GetViewResponses[keyof GetViewResponses];

export type UpdateViewData = {
    body?: ViewUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        view_id: string;
    };
    query?: never;
    url: '/v0/views/{view_id}';
};

export type UpdateViewErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such view
     */
    404: Problem;
    /**
     * Another view has this name
     */
    409: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateViewError = UpdateViewErrors[keyof UpdateViewErrors];

export type UpdateViewResponses = {
    /**
     * The view.
     */
    200: View;
};

export type UpdateViewResponse = UpdateViewResponses[keyof UpdateViewResponses];

export type ListEventsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * Which event comes first.
         */
        order?: 'oldest' | 'newest';
        /**
         * Events with a greater `sequence`. With `order=oldest` only.
         */
        after?: number;
        /**
         * Events with a smaller `sequence`. With `order=newest` only.
         */
        before?: number;
        /**
         * Only events of this type, or of these types.
         */
        type?: Array<'person.created' | 'person.updated' | 'person.erased' | 'person_log.created' | 'account.created' | 'account.updated' | 'account.erased' | 'account_log.created' | 'page.created' | 'page.updated' | 'audience.created' | 'audience.updated' | 'audience.archived' | 'audience.restored' | 'audience_version.created' | 'audience_version.queued' | 'audience_version.published' | 'audience_version.cancelled' | 'experiment.decided' | 'experiment.split_broken' | 'page_link.created' | 'page_link.updated' | 'page_link.deleted' | 'session.started' | 'session.engaged' | 'form.submitted' | 'account.visited' | 'person.visited' | 'alert.fired' | 'api_key.created' | 'api_key.updated' | 'api_key.revoked'>;
        /**
         * Only events about the person, account, page, audience, page link or key with this id. `session.*` and `form.submitted` have no subject.
         */
        subject?: string;
        /**
         * Events an answer.
         */
        limit?: number;
    };
    url: '/v0/events';
};

export type ListEventsErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Events are not kept any more
     */
    410: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListEventsError = ListEventsErrors[keyof ListEventsErrors];

export type ListEventsResponses = {
    /**
     * Events.
     */
    200: EventList;
};

export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];

export type GetEventSettingsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/event_settings';
};

export type GetEventSettingsErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetEventSettingsError = GetEventSettingsErrors[keyof GetEventSettingsErrors];

export type GetEventSettingsResponses = {
    /**
     * The settings.
     */
    200: EventSettings;
};

export type GetEventSettingsResponse = GetEventSettingsResponses[keyof GetEventSettingsResponses];

export type UpdateEventSettingsData = {
    body?: EventSettingsUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/event_settings';
};

export type UpdateEventSettingsErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateEventSettingsError = UpdateEventSettingsErrors[keyof UpdateEventSettingsErrors];

export type UpdateEventSettingsResponses = {
    /**
     * The settings.
     */
    200: EventSettings;
};

export type UpdateEventSettingsResponse = UpdateEventSettingsResponses[keyof UpdateEventSettingsResponses];

export type ListWebhooksData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/webhooks';
};

export type ListWebhooksErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListWebhooksError = ListWebhooksErrors[keyof ListWebhooksErrors];

export type ListWebhooksResponses = {
    /**
     * A page of webhooks.
     */
    200: WebhookList;
};

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses];

export type CreateWebhookData = {
    body: WebhookCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again. The secret is not shown again: a 409.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/webhooks';
};

export type CreateWebhookErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The secret was shown once; or: The workspace has no room for another webhook
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateWebhookError = CreateWebhookErrors[keyof CreateWebhookErrors];

export type CreateWebhookResponses = {
    /**
     * The webhook, with its secret.
     */
    201: WebhookCreated;
};

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses];

export type DeleteWebhookData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}';
};

export type DeleteWebhookErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteWebhookError = DeleteWebhookErrors[keyof DeleteWebhookErrors];

export type DeleteWebhookResponses = {
    /**
     * Which webhook is deleted, and since when.
     */
    200: WebhookDeleted;
};

export type DeleteWebhookResponse = DeleteWebhookResponses[keyof DeleteWebhookResponses];

export type GetWebhookData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}';
};

export type GetWebhookErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetWebhookError = GetWebhookErrors[keyof GetWebhookErrors];

export type GetWebhookResponses = {
    /**
     * The webhook.
     */
    200: Webhook;
};

export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses];

export type UpdateWebhookData = {
    body?: WebhookUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}';
};

export type UpdateWebhookErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateWebhookError = UpdateWebhookErrors[keyof UpdateWebhookErrors];

export type UpdateWebhookResponses = {
    /**
     * The webhook.
     */
    200: Webhook;
};

export type UpdateWebhookResponse = UpdateWebhookResponses[keyof UpdateWebhookResponses];

export type RotateWebhookSecretData = {
    body?: WebhookRotate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again. The secret is not shown again: a 409.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}/rotate';
};

export type RotateWebhookSecretErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * The secret was shown once
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * The new secret.
     */
    200: WebhookRotated;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type TestWebhookData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}/test';
};

export type TestWebhookErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * The webhook has no secret
     */
    409: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type TestWebhookError = TestWebhookErrors[keyof TestWebhookErrors];

export type TestWebhookResponses = {
    /**
     * What the receiver answered.
     */
    200: WebhookTest;
};

export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses];

export type RecoverWebhookData = {
    body: WebhookRecover;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}/recover';
};

export type RecoverWebhookErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * The webhook is switched off
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RecoverWebhookError = RecoverWebhookErrors[keyof RecoverWebhookErrors];

export type RecoverWebhookResponses = {
    /**
     * From which event on.
     */
    200: WebhookRecovery;
};

export type RecoverWebhookResponse = RecoverWebhookResponses[keyof RecoverWebhookResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        webhook_id: string;
    };
    query?: {
        /**
         * Only deliveries with this status.
         */
        status?: 'succeeded' | 'waiting' | 'given_up';
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/webhooks/{webhook_id}/deliveries';
};

export type ListWebhookDeliveriesErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * A page of deliveries.
     */
    200: WebhookDeliveryList;
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type ResendWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        webhook_id: string;
        /**
         * The `sequence` of the event.
         */
        delivery: string;
    };
    query?: never;
    url: '/v0/webhooks/{webhook_id}/deliveries/{delivery}/resend';
};

export type ResendWebhookDeliveryErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook; or: No such delivery
     */
    404: Problem;
    /**
     * The webhook is switched off
     */
    409: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ResendWebhookDeliveryError = ResendWebhookDeliveryErrors[keyof ResendWebhookDeliveryErrors];

export type ResendWebhookDeliveryResponses = {
    /**
     * The delivery, which waits to be sent.
     */
    200: WebhookDelivery;
};

export type ResendWebhookDeliveryResponse = ResendWebhookDeliveryResponses[keyof ResendWebhookDeliveryResponses];

export type ListAlertsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/alerts';
};

export type ListAlertsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAlertsError = ListAlertsErrors[keyof ListAlertsErrors];

export type ListAlertsResponses = {
    /**
     * A page of alerts.
     */
    200: AlertList;
};

export type ListAlertsResponse = ListAlertsResponses[keyof ListAlertsResponses];

export type CreateAlertData = {
    body: AlertCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again, and gets the answer again.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/alerts';
};

export type CreateAlertErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such webhook
     */
    404: Problem;
    /**
     * The workspace has no room for another alert
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateAlertError = CreateAlertErrors[keyof CreateAlertErrors];

export type CreateAlertResponses = {
    /**
     * The alert.
     */
    201: Alert;
};

export type CreateAlertResponse = CreateAlertResponses[keyof CreateAlertResponses];

export type PreviewAlertData = {
    body: AlertPreviewInput;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/alerts/preview';
};

export type PreviewAlertErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type PreviewAlertError = PreviewAlertErrors[keyof PreviewAlertErrors];

export type PreviewAlertResponses = {
    /**
     * What it would have fired.
     */
    200: AlertPreview;
};

export type PreviewAlertResponse = PreviewAlertResponses[keyof PreviewAlertResponses];

export type DeleteAlertData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        alert_id: string;
    };
    query?: never;
    url: '/v0/alerts/{alert_id}';
};

export type DeleteAlertErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such alert
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteAlertError = DeleteAlertErrors[keyof DeleteAlertErrors];

export type DeleteAlertResponses = {
    /**
     * Which alert is deleted, and since when.
     */
    200: AlertDeleted;
};

export type DeleteAlertResponse = DeleteAlertResponses[keyof DeleteAlertResponses];

export type GetAlertData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Answers 304 when one of these is current.
         */
        'If-None-Match'?: string;
    };
    path: {
        alert_id: string;
    };
    query?: never;
    url: '/v0/alerts/{alert_id}';
};

export type GetAlertErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such alert
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetAlertError = GetAlertErrors[keyof GetAlertErrors];

export type GetAlertResponses = {
    /**
     * The alert.
     */
    200: Alert;
};

export type GetAlertResponse = GetAlertResponses[keyof GetAlertResponses];

export type UpdateAlertData = {
    body?: AlertUpdate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
        /**
         * Writes only when one of these is current, else 412.
         */
        'If-Match'?: string;
    };
    path: {
        alert_id: string;
    };
    query?: never;
    url: '/v0/alerts/{alert_id}';
};

export type UpdateAlertErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such alert; or: No such webhook
     */
    404: Problem;
    /**
     * It has changed since it was read
     */
    412: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type UpdateAlertError = UpdateAlertErrors[keyof UpdateAlertErrors];

export type UpdateAlertResponses = {
    /**
     * The alert.
     */
    200: Alert;
};

export type UpdateAlertResponse = UpdateAlertResponses[keyof UpdateAlertResponses];

export type ListAlertFiringsData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        alert_id: string;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/alerts/{alert_id}/firings';
};

export type ListAlertFiringsErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such alert
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListAlertFiringsError = ListAlertFiringsErrors[keyof ListAlertFiringsErrors];

export type ListAlertFiringsResponses = {
    /**
     * A page of firings.
     */
    200: AlertFiringList;
};

export type ListAlertFiringsResponse = ListAlertFiringsResponses[keyof ListAlertFiringsResponses];

export type ListApiKeysData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/api_keys';
};

export type ListApiKeysErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];

export type ListApiKeysResponses = {
    /**
     * A page of keys, revoked and expired ones included.
     */
    200: ApiKeyList;
};

export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];

export type CreateApiKeyData = {
    body: ApiKeyCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again. The secret is not shown again: a 409.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/api_keys';
};

export type CreateApiKeyErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The secret was shown once
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateApiKeyError = CreateApiKeyErrors[keyof CreateApiKeyErrors];

export type CreateApiKeyResponses = {
    /**
     * The key; shown this once.
     */
    201: ApiKeyCreated;
};

export type CreateApiKeyResponse = CreateApiKeyResponses[keyof CreateApiKeyResponses];

export type RevokeCurrentApiKeyData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/api_keys/current';
};

export type RevokeCurrentApiKeyErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RevokeCurrentApiKeyError = RevokeCurrentApiKeyErrors[keyof RevokeCurrentApiKeyErrors];

export type RevokeCurrentApiKeyResponses = {
    /**
     * The key, revoked.
     */
    200: ApiKey;
};

export type RevokeCurrentApiKeyResponse = RevokeCurrentApiKeyResponses[keyof RevokeCurrentApiKeyResponses];

export type GetCurrentApiKeyData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/api_keys/current';
};

export type GetCurrentApiKeyErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetCurrentApiKeyError = GetCurrentApiKeyErrors[keyof GetCurrentApiKeyErrors];

export type GetCurrentApiKeyResponses = {
    /**
     * The key of the request.
     */
    200: ApiKeyCurrent;
};

export type GetCurrentApiKeyResponse = GetCurrentApiKeyResponses[keyof GetCurrentApiKeyResponses];

export type RevokeApiKeyData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        api_key_id: string;
    };
    query?: never;
    url: '/v0/api_keys/{api_key_id}';
};

export type RevokeApiKeyErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such API key
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RevokeApiKeyError = RevokeApiKeyErrors[keyof RevokeApiKeyErrors];

export type RevokeApiKeyResponses = {
    /**
     * The key, revoked.
     */
    200: ApiKey;
};

export type RevokeApiKeyResponse = RevokeApiKeyResponses[keyof RevokeApiKeyResponses];

export type RotateApiKeyData = {
    body?: ApiKeyRotate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again. The secret is not shown again: a 409.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        api_key_id: string;
    };
    query?: never;
    url: '/v0/api_keys/{api_key_id}/rotate';
};

export type RotateApiKeyErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such API key
     */
    404: Problem;
    /**
     * The secret was shown once
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RotateApiKeyError = RotateApiKeyErrors[keyof RotateApiKeyErrors];

export type RotateApiKeyResponses = {
    /**
     * The new key; shown this once.
     */
    201: ApiKeyCreated;
};

export type RotateApiKeyResponse = RotateApiKeyResponses[keyof RotateApiKeyResponses];

export type ListShareLinksData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Items a page.
         */
        limit?: number;
        /**
         * `csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.
         */
        format?: 'json' | 'csv';
    };
    url: '/v0/share_links';
};

export type ListShareLinksErrors = {
    /**
     * The request breaks a rule; or: The file would have too many rows; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type ListShareLinksError = ListShareLinksErrors[keyof ListShareLinksErrors];

export type ListShareLinksResponses = {
    /**
     * A page of share links, without those that have ended or were revoked.
     */
    200: ShareLinkList;
};

export type ListShareLinksResponse = ListShareLinksResponses[keyof ListShareLinksResponses];

export type CreateShareLinkData = {
    body: ShareLinkCreate;
    headers?: {
        /**
         * Names this request, so that a repetition does nothing again. The secret is not shown again: a 409.
         */
        'Idempotency-Key'?: string;
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/share_links';
};

export type CreateShareLinkErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The secret was shown once; or: The workspace has no room for another share link
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The idempotency key belongs to another request
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateShareLinkError = CreateShareLinkErrors[keyof CreateShareLinkErrors];

export type CreateShareLinkResponses = {
    /**
     * The link; its code is shown this once.
     */
    201: ShareLinkCreated;
};

export type CreateShareLinkResponse = CreateShareLinkResponses[keyof CreateShareLinkResponses];

export type RevokeShareLinkData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        share_link_id: string;
    };
    query?: never;
    url: '/v0/share_links/{share_link_id}';
};

export type RevokeShareLinkErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * No such share link
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RevokeShareLinkError = RevokeShareLinkErrors[keyof RevokeShareLinkErrors];

export type RevokeShareLinkResponses = {
    /**
     * Which link is revoked, and since when.
     */
    200: ShareLinkRevoked;
};

export type RevokeShareLinkResponse = RevokeShareLinkResponses[keyof RevokeShareLinkResponses];

export type SignInData = {
    body?: SignIn;
    path?: never;
    query?: never;
    url: '/v0/sign_in';
};

export type SignInErrors = {
    /**
     * The body is not JSON; or: The request breaks a rule
     */
    400: Problem;
    /**
     * The sign-in is not valid
     */
    401: Problem;
    /**
     * Another website may not send this
     */
    403: Problem;
    /**
     * The method is not allowed here
     */
    405: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * Sign-in does not work now; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type SignInError = SignInErrors[keyof SignInErrors];

export type SignInResponses = {
    /**
     * The key. That of a sign-in is shown this once.
     */
    201: SignedIn;
};

export type SignInResponse = SignInResponses[keyof SignInResponses];

export type EndExportData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query: {
        exportId: string;
    };
    url: '/v0/export';
};

export type EndExportErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type EndExportError = EndExportErrors[keyof EndExportErrors];

export type EndExportResponses = {
    /**
     * Which export has ended.
     */
    200: ExportEnded;
};

export type EndExportResponse = EndExportResponses[keyof EndExportResponses];

export type GetExportData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: {
        /**
         * Of the last line of the part before. Without it, an export begins.
         */
        cursor?: string;
    };
    url: '/v0/export';
};

export type GetExportErrors = {
    /**
     * The request breaks a rule; or: The cursor is not one of this list
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The export has ended
     */
    410: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetExportError = GetExportErrors[keyof GetExportErrors];

export type GetExportResponses = {
    /**
     * The next part.
     */
    200: ExportPart;
};

export type GetExportResponse = GetExportResponses[keyof GetExportResponses];

export type DeleteRestoreData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/restore';
};

export type DeleteRestoreErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Nothing is being restored
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type DeleteRestoreError = DeleteRestoreErrors[keyof DeleteRestoreErrors];

export type DeleteRestoreResponses = {
    /**
     * The restore, which empties the workspace.
     */
    200: Restore;
};

export type DeleteRestoreResponse = DeleteRestoreResponses[keyof DeleteRestoreResponses];

export type GetRestoreData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/restore';
};

export type GetRestoreErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Nothing is being restored
     */
    404: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetRestoreError = GetRestoreErrors[keyof GetRestoreErrors];

export type GetRestoreResponses = {
    /**
     * The restore that runs, or the last one.
     */
    200: Restore;
};

export type GetRestoreResponse = GetRestoreResponses[keyof GetRestoreResponses];

export type CreateRestoreData = {
    body: RestoreCreate;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/restore';
};

export type CreateRestoreErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The workspace is not empty; or: A restore runs
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * The file is of another release
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateRestoreError = CreateRestoreErrors[keyof CreateRestoreErrors];

export type CreateRestoreResponses = {
    /**
     * The restore, which makes room first.
     */
    201: Restore;
};

export type CreateRestoreResponse = CreateRestoreResponses[keyof CreateRestoreResponses];

export type CreateRestoreLinesData = {
    body: LinesOfJson;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query: {
        /**
         * How many lines of the file, behind its first, are before these. Lines that were received change nothing.
         */
        after: string;
    };
    url: '/v0/restore/lines';
};

export type CreateRestoreLinesErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Nothing is being restored
     */
    404: Problem;
    /**
     * The restore takes no lines now
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type CreateRestoreLinesError = CreateRestoreLinesErrors[keyof CreateRestoreLinesErrors];

export type CreateRestoreLinesResponses = {
    /**
     * How many lines have been received.
     */
    200: Restore;
};

export type CreateRestoreLinesResponse = CreateRestoreLinesResponses[keyof CreateRestoreLinesResponses];

export type AdvanceRestoreData = {
    body?: Nothing;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/restore/advance';
};

export type AdvanceRestoreErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Nothing is being restored
     */
    404: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type AdvanceRestoreError = AdvanceRestoreErrors[keyof AdvanceRestoreErrors];

export type AdvanceRestoreResponses = {
    /**
     * Where the restore is.
     */
    200: Restore;
};

export type AdvanceRestoreResponse = AdvanceRestoreResponses[keyof AdvanceRestoreResponses];

export type GetSystemData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/system';
};

export type GetSystemErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetSystemError = GetSystemErrors[keyof GetSystemErrors];

export type GetSystemResponses = {
    /**
     * The state of the service in this workspace.
     */
    200: System;
};

export type GetSystemResponse = GetSystemResponses[keyof GetSystemResponses];

export type SendGivenUpData = {
    body?: Nothing;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path: {
        given_up_id: string;
    };
    query?: never;
    url: '/v0/system/given_up/{given_up_id}/send';
};

export type SendGivenUpErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Nothing like that was given up
     */
    404: Problem;
    /**
     * The status does not allow this; or: A test runs
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type SendGivenUpError = SendGivenUpErrors[keyof SendGivenUpErrors];

export type SendGivenUpResponses = {
    /**
     * What was sent again.
     */
    200: GivenUp;
};

export type SendGivenUpResponse = SendGivenUpResponses[keyof SendGivenUpResponses];

export type RemoveSampleDataData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/sample_data';
};

export type RemoveSampleDataErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type RemoveSampleDataError = RemoveSampleDataErrors[keyof RemoveSampleDataErrors];

export type RemoveSampleDataResponses = {
    /**
     * It is gone.
     */
    200: SampleData;
};

export type RemoveSampleDataResponse = RemoveSampleDataResponses[keyof RemoveSampleDataResponses];

export type GetSampleDataData = {
    body?: never;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/sample_data';
};

export type GetSampleDataErrors = {
    /**
     * The request breaks a rule
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetSampleDataError = GetSampleDataErrors[keyof GetSampleDataErrors];

export type GetSampleDataResponses = {
    /**
     * Since when there is some.
     */
    200: SampleData;
};

export type GetSampleDataResponse = GetSampleDataResponses[keyof GetSampleDataResponses];

export type LoadSampleDataData = {
    body?: Nothing;
    headers?: {
        /**
         * Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.
         */
        'x-d1-bookmark'?: string;
    };
    path?: never;
    query?: never;
    url: '/v0/sample_data';
};

export type LoadSampleDataErrors = {
    /**
     * The request breaks a rule; or: The body is not JSON
     */
    400: Problem;
    /**
     * No API key; or: The API key is not valid
     */
    401: Problem;
    /**
     * The API key may not do this
     */
    403: Problem;
    /**
     * The workspace is not empty
     */
    409: Problem;
    /**
     * The body is too large
     */
    413: Problem;
    /**
     * The body is not application/json
     */
    415: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The workspace is being restored; or: The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type LoadSampleDataError = LoadSampleDataErrors[keyof LoadSampleDataErrors];

export type LoadSampleDataResponses = {
    /**
     * It is there.
     */
    200: SampleData;
};

export type LoadSampleDataResponse = LoadSampleDataResponses[keyof LoadSampleDataResponses];

export type GetHealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health';
};

export type GetHealthErrors = {
    /**
     * The method is not allowed here
     */
    405: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetHealthError = GetHealthErrors[keyof GetHealthErrors];

export type GetHealthResponses = {
    /**
     * All is well.
     */
    200: Health;
};

export type GetHealthResponse = GetHealthResponses[keyof GetHealthResponses];

export type GetOpenApiDocumentData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/openapi.json';
};

export type GetOpenApiDocumentErrors = {
    /**
     * The method is not allowed here
     */
    405: Problem;
    /**
     * Something went wrong here
     */
    500: Problem;
    /**
     * The database does not answer; or: The database is not migrated
     */
    503: Problem;
};

export type GetOpenApiDocumentError = GetOpenApiDocumentErrors[keyof GetOpenApiDocumentErrors];

export type GetOpenApiDocumentResponses = {
    /**
     * An OpenAPI 3.1 document.
     */
    200: OpenApiDocument;
};

export type GetOpenApiDocumentResponse = GetOpenApiDocumentResponses[keyof GetOpenApiDocumentResponses];
