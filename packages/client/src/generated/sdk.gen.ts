// Made by npm run build of public/openapi.json. Do not change it.
// @ts-nocheck


import type { Client, Options as Options2, TDataShape } from './client/index.ts';
import type { AccountAnalyticsData, AccountAnalyticsErrors, AccountAnalyticsResponses, AdvanceRestoreData, AdvanceRestoreErrors, AdvanceRestoreResponses, AnalyticsBreakdownData, AnalyticsBreakdownErrors, AnalyticsBreakdownResponses, AnalyticsBreakdownsData, AnalyticsBreakdownsErrors, AnalyticsBreakdownsResponses, AnalyticsTimeseriesData, AnalyticsTimeseriesErrors, AnalyticsTimeseriesResponses, ArchiveAudienceData, ArchiveAudienceErrors, ArchiveAudienceResponses, ArchiveCampaignData, ArchiveCampaignErrors, ArchiveCampaignResponses, AudienceAnalyticsData, AudienceAnalyticsErrors, AudienceAnalyticsResponses, CancelAudienceVersionData, CancelAudienceVersionErrors, CancelAudienceVersionResponses, CollectVisitData, CollectVisitErrors, CollectVisitResponses, CreateAccountLogData, CreateAccountLogErrors, CreateAccountLogResponses, CreateAlertData, CreateAlertErrors, CreateAlertResponses, CreateAnnotationData, CreateAnnotationErrors, CreateAnnotationResponses, CreateApiKeyData, CreateApiKeyErrors, CreateApiKeyResponses, CreateAudienceData, CreateAudienceErrors, CreateAudienceResponses, CreateCampaignData, CreateCampaignErrors, CreateCampaignResponses, CreateExperimentData, CreateExperimentErrors, CreateExperimentResponses, CreatePageData, CreatePageErrors, CreatePageLinkData, CreatePageLinkErrors, CreatePageLinkResponses, CreatePageResponses, CreatePersonData, CreatePersonErrors, CreatePersonLogData, CreatePersonLogErrors, CreatePersonLogResponses, CreatePersonLogsData, CreatePersonLogsErrors, CreatePersonLogsResponses, CreatePersonResponses, CreatePreviewData, CreatePreviewErrors, CreatePreviewResponses, CreateRestoreData, CreateRestoreErrors, CreateRestoreLinesData, CreateRestoreLinesErrors, CreateRestoreLinesResponses, CreateRestoreResponses, CreateShareLinkData, CreateShareLinkErrors, CreateShareLinkResponses, CreateSourceData, CreateSourceErrors, CreateSourceResponses, CreateTenantDomainData, CreateTenantDomainErrors, CreateTenantDomainResponses, CreateTopicData, CreateTopicEntryData, CreateTopicEntryErrors, CreateTopicEntryResponses, CreateTopicErrors, CreateTopicResponses, CreateViewData, CreateViewErrors, CreateViewResponses, CreateWebhookData, CreateWebhookErrors, CreateWebhookResponses, CreateWebsiteData, CreateWebsiteErrors, CreateWebsiteResponses, DeleteAccountLogData, DeleteAccountLogErrors, DeleteAccountLogResponses, DeleteAlertData, DeleteAlertErrors, DeleteAlertResponses, DeleteAnnotationData, DeleteAnnotationErrors, DeleteAnnotationResponses, DeleteExperimentData, DeleteExperimentErrors, DeleteExperimentResponses, DeleteKeptDeliveryData, DeleteKeptDeliveryErrors, DeleteKeptDeliveryResponses, DeletePageLinkData, DeletePageLinkErrors, DeletePageLinkResponses, DeletePersonLogData, DeletePersonLogErrors, DeletePersonLogResponses, DeleteRestoreData, DeleteRestoreErrors, DeleteRestoreResponses, DeleteSourceData, DeleteSourceErrors, DeleteSourceResponses, DeleteTopicData, DeleteTopicEntryData, DeleteTopicEntryErrors, DeleteTopicEntryResponses, DeleteTopicErrors, DeleteTopicResponses, DeleteViewData, DeleteViewErrors, DeleteViewResponses, DeleteWebhookData, DeleteWebhookErrors, DeleteWebhookResponses, DeleteWebsiteData, DeleteWebsiteErrors, DeleteWebsiteResponses, EndExportData, EndExportErrors, EndExportResponses, ErasePersonData, ErasePersonErrors, ErasePersonResponses, EstimateExperimentData, EstimateExperimentErrors, EstimateExperimentResponses, ExportPersonData, ExportPersonErrors, ExportPersonResponses, FindPersonData, FindPersonErrors, FindPersonResponses, GetAccountData, GetAccountErrors, GetAccountLogData, GetAccountLogErrors, GetAccountLogResponses, GetAccountResponses, GetAccountTimelineData, GetAccountTimelineErrors, GetAccountTimelineResponses, GetAlertData, GetAlertErrors, GetAlertResponses, GetAnnotationData, GetAnnotationErrors, GetAnnotationResponses, GetAudienceByIdData, GetAudienceByIdErrors, GetAudienceByIdResponses, GetAudienceData, GetAudienceErrors, GetAudienceResponses, GetAudienceSessionData, GetAudienceSessionErrors, GetAudienceSessionResponses, GetAudienceVersionContentData, GetAudienceVersionContentErrors, GetAudienceVersionContentResponses, GetAudienceVersionData, GetAudienceVersionErrors, GetAudienceVersionResponses, GetCampaignData, GetCampaignErrors, GetCampaignResponses, GetCampaignResultsData, GetCampaignResultsErrors, GetCampaignResultsResponses, GetCurrentApiKeyData, GetCurrentApiKeyErrors, GetCurrentApiKeyResponses, GetEventSettingsData, GetEventSettingsErrors, GetEventSettingsResponses, GetExperimentData, GetExperimentErrors, GetExperimentResponses, GetExportData, GetExportErrors, GetExportResponses, GetHealthData, GetHealthErrors, GetHealthResponses, GetKeptDeliveryData, GetKeptDeliveryErrors, GetKeptDeliveryResponses, GetOpenApiDocumentData, GetOpenApiDocumentErrors, GetOpenApiDocumentResponses, GetPageData, GetPageErrors, GetPageLinkData, GetPageLinkErrors, GetPageLinkResponses, GetPageResponses, GetPersonData, GetPersonErrors, GetPersonLogData, GetPersonLogErrors, GetPersonLogResponses, GetPersonResponses, GetPersonTimelineData, GetPersonTimelineErrors, GetPersonTimelineResponses, GetRestoreData, GetRestoreErrors, GetRestoreResponses, GetSampleDataData, GetSampleDataErrors, GetSampleDataResponses, GetSourceData, GetSourceErrors, GetSourceResponses, GetSystemData, GetSystemErrors, GetSystemResponses, GetTopicData, GetTopicEntryData, GetTopicEntryErrors, GetTopicEntryResponses, GetTopicErrors, GetTopicResponses, GetTrackerData, GetTrackerErrors, GetTrackerResponses, GetViewData, GetViewErrors, GetViewResponses, GetWebhookData, GetWebhookErrors, GetWebhookResponses, ImportAudienceSessionsData, ImportAudienceSessionsErrors, ImportAudienceSessionsResponses, ListAccountAudienceSessionsData, ListAccountAudienceSessionsErrors, ListAccountAudienceSessionsResponses, ListAccountLogsData, ListAccountLogsErrors, ListAccountLogsResponses, ListAccountsData, ListAccountsErrors, ListAccountsResponses, ListAlertFiringsData, ListAlertFiringsErrors, ListAlertFiringsResponses, ListAlertsData, ListAlertsErrors, ListAlertsResponses, ListAnnotationsData, ListAnnotationsErrors, ListAnnotationsResponses, ListApiKeysData, ListApiKeysErrors, ListApiKeysResponses, ListAudiencePageLinksData, ListAudiencePageLinksErrors, ListAudiencePageLinksResponses, ListAudiencesData, ListAudiencesErrors, ListAudienceSessionsData, ListAudienceSessionsErrors, ListAudienceSessionsResponses, ListAudiencesResponses, ListAudienceVersionsData, ListAudienceVersionsErrors, ListAudienceVersionsResponses, ListCampaignRowsData, ListCampaignRowsErrors, ListCampaignRowsResponses, ListCampaignsData, ListCampaignsErrors, ListCampaignsResponses, ListEventsData, ListEventsErrors, ListEventsResponses, ListExperimentsData, ListExperimentsErrors, ListExperimentsResponses, ListKeptDeliveriesData, ListKeptDeliveriesErrors, ListKeptDeliveriesResponses, ListLeftOutVisitsData, ListLeftOutVisitsErrors, ListLeftOutVisitsResponses, ListPagesData, ListPagesErrors, ListPagesResponses, ListPersonAudiencesData, ListPersonAudiencesErrors, ListPersonAudienceSessionsData, ListPersonAudienceSessionsErrors, ListPersonAudienceSessionsResponses, ListPersonAudiencesResponses, ListPersonLogsData, ListPersonLogsErrors, ListPersonLogsResponses, ListPersonPageLinksData, ListPersonPageLinksErrors, ListPersonPageLinksResponses, ListPublishesData, ListPublishesErrors, ListPublishesResponses, ListRefusedOriginsData, ListRefusedOriginsErrors, ListRefusedOriginsResponses, ListShareLinksData, ListShareLinksErrors, ListShareLinksResponses, ListSourcesData, ListSourcesErrors, ListSourcesResponses, ListTenantDomainsData, ListTenantDomainsErrors, ListTenantDomainsResponses, ListTopicEntriesData, ListTopicEntriesErrors, ListTopicEntriesResponses, ListTopicsData, ListTopicsErrors, ListTopicsResponses, ListViewsData, ListViewsErrors, ListViewsResponses, ListWebhookDeliveriesData, ListWebhookDeliveriesErrors, ListWebhookDeliveriesResponses, ListWebhooksData, ListWebhooksErrors, ListWebhooksResponses, ListWebsitesData, ListWebsitesErrors, ListWebsitesResponses, ListWorkspaceSessionsData, ListWorkspaceSessionsErrors, ListWorkspaceSessionsResponses, LoadSampleDataData, LoadSampleDataErrors, LoadSampleDataResponses, MapKeptDeliveriesData, MapKeptDeliveriesErrors, MapKeptDeliveriesResponses, OpenAudienceVersionData, OpenAudienceVersionErrors, OpenAudienceVersionResponses, PageAnalyticsData, PageAnalyticsErrors, PageAnalyticsResponses, PersonAnalyticsData, PersonAnalyticsErrors, PersonAnalyticsResponses, PreviewAlertData, PreviewAlertErrors, PreviewAlertResponses, PublishAudienceVersionData, PublishAudienceVersionErrors, PublishAudienceVersionResponses, PublishCampaignData, PublishCampaignErrors, PublishCampaignResponses, PublishExperimentWinnerData, PublishExperimentWinnerErrors, PublishExperimentWinnerResponses, QueueCampaignRowsData, QueueCampaignRowsErrors, QueueCampaignRowsResponses, ReadyAudienceVersionData, ReadyAudienceVersionErrors, ReadyAudienceVersionResponses, ReceiveWebhookData, ReceiveWebhookErrors, ReceiveWebhookResponses, RecoverWebhookData, RecoverWebhookErrors, RecoverWebhookResponses, RemoveSampleDataData, RemoveSampleDataErrors, RemoveSampleDataResponses, ResendWebhookDeliveryData, ResendWebhookDeliveryErrors, ResendWebhookDeliveryResponses, ResolvePageLinkData, ResolvePageLinkErrors, ResolvePageLinkResponses, ResolvePageLinksData, ResolvePageLinksErrors, ResolvePageLinksResponses, RestoreAudienceData, RestoreAudienceErrors, RestoreAudienceResponses, RevokeApiKeyData, RevokeApiKeyErrors, RevokeApiKeyResponses, RevokeCurrentApiKeyData, RevokeCurrentApiKeyErrors, RevokeCurrentApiKeyResponses, RevokeShareLinkData, RevokeShareLinkErrors, RevokeShareLinkResponses, RollBackCampaignData, RollBackCampaignErrors, RollBackCampaignResponses, RotateApiKeyData, RotateApiKeyErrors, RotateApiKeyResponses, RotateWebhookSecretData, RotateWebhookSecretErrors, RotateWebhookSecretResponses, SearchAudiencesData, SearchAudiencesErrors, SearchAudiencesResponses, SearchPageLinksData, SearchPageLinksErrors, SearchPageLinksResponses, SearchPersonsData, SearchPersonsErrors, SearchPersonsResponses, SendGivenUpData, SendGivenUpErrors, SendGivenUpResponses, SetSourceSecretData, SetSourceSecretErrors, SetSourceSecretResponses, SignInData, SignInErrors, SignInResponses, StartExperimentData, StartExperimentErrors, StartExperimentResponses, StopCampaignData, StopCampaignErrors, StopCampaignResponses, StopExperimentData, StopExperimentErrors, StopExperimentResponses, TestWebhookData, TestWebhookErrors, TestWebhookResponses, UpdateAccountData, UpdateAccountErrors, UpdateAccountResponses, UpdateAlertData, UpdateAlertErrors, UpdateAlertResponses, UpdateAnnotationData, UpdateAnnotationErrors, UpdateAnnotationResponses, UpdateAudienceData, UpdateAudienceErrors, UpdateAudienceResponses, UpdateCampaignData, UpdateCampaignErrors, UpdateCampaignResponses, UpdateEventSettingsData, UpdateEventSettingsErrors, UpdateEventSettingsResponses, UpdateExperimentData, UpdateExperimentErrors, UpdateExperimentResponses, UpdatePageData, UpdatePageErrors, UpdatePageLinkData, UpdatePageLinkErrors, UpdatePageLinkResponses, UpdatePageResponses, UpdatePersonData, UpdatePersonErrors, UpdatePersonResponses, UpdateSourceData, UpdateSourceErrors, UpdateSourceResponses, UpdateTopicData, UpdateTopicEntryData, UpdateTopicEntryErrors, UpdateTopicEntryResponses, UpdateTopicErrors, UpdateTopicResponses, UpdateViewData, UpdateViewErrors, UpdateViewResponses, UpdateWebhookData, UpdateWebhookErrors, UpdateWebhookResponses, WorkspaceAudiencesData, WorkspaceAudiencesErrors, WorkspaceAudiencesResponses, WorkspaceBreakdownData, WorkspaceBreakdownErrors, WorkspaceBreakdownResponses, WorkspaceBreakdownsData, WorkspaceBreakdownsErrors, WorkspaceBreakdownsResponses, WorkspaceTimeseriesData, WorkspaceTimeseriesErrors, WorkspaceTimeseriesResponses, WriteAccountsData, WriteAccountsErrors, WriteAccountsResponses, WriteCampaignRowsData, WriteCampaignRowsErrors, WriteCampaignRowsResponses, WritePersonsData, WritePersonsErrors, WritePersonsResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: Record<string, unknown>;
};

/**
 * Write a log of a person
 *
 * The person is the one with `personId`, else the first that `email`, `phoneNumber` or `linkedinProfileUrl` matches, else a new one. With an `idempotencyKey` a retry gets the first answer again, byte for byte, with `Idempotent-Replayed: true`, and writes nothing.
 *
 * Needs a key with one of the scopes `log`, `write`.
 */
export const createPersonLog = <ThrowOnError extends boolean = true>(options: Options<CreatePersonLogData, ThrowOnError>) => options.client.post<CreatePersonLogResponses, CreatePersonLogErrors, ThrowOnError>({
    url: '/v0/person_logs',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Write 1 to 100 logs
 *
 * In order and in one transaction. A write that breaks a rule (400), whose person does not exist (404) or whose key belongs to another request (422) has its problem in `results` and stops no other. A 400 of the whole request means that its body is no batch. All problems together name 100 violations at most; `omittedErrors` counts the others of a write.
 *
 * Needs a key with one of the scopes `log`, `write`.
 *
 * An addition to the interface specification.
 */
export const createPersonLogs = <ThrowOnError extends boolean = true>(options: Options<CreatePersonLogsData, ThrowOnError>) => options.client.post<CreatePersonLogsResponses, CreatePersonLogsErrors, ThrowOnError>({
    url: '/v0/person_logs/batch',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a person's logs, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listPersonLogs = <ThrowOnError extends boolean = true>(options: Options<ListPersonLogsData, ThrowOnError>) => options.client.get<ListPersonLogsResponses, ListPersonLogsErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/logs', ...options });

/**
 * Delete a log of a person
 *
 * The totals, the lists and the timelines no longer have it. A later request with its `idempotencyKey` answers as the first one did, and writes nothing.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deletePersonLog = <ThrowOnError extends boolean = true>(options: Options<DeletePersonLogData, ThrowOnError>) => options.client.delete<DeletePersonLogResponses, DeletePersonLogErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/logs/{person_log_id}', ...options });

/**
 * Read a log of a person
 *
 * Needs a key with the scope `read`.
 */
export const getPersonLog = <ThrowOnError extends boolean = true>(options: Options<GetPersonLogData, ThrowOnError>) => options.client.get<GetPersonLogResponses, GetPersonLogErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/logs/{person_log_id}', ...options });

/**
 * Find a person by an identifier
 *
 * By exactly one of them, in any spelling that requests take.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const findPerson = <ThrowOnError extends boolean = true>(options: Options<FindPersonData, ThrowOnError>) => options.client.get<FindPersonResponses, FindPersonErrors, ThrowOnError>({ url: '/v0/persons', ...options });

/**
 * Create a person
 *
 * A person of a company domain links to its account, which is created if it is new.
 *
 * Needs a key with the scope `write`.
 */
export const createPerson = <ThrowOnError extends boolean = true>(options: Options<CreatePersonData, ThrowOnError>) => options.client.post<CreatePersonResponses, CreatePersonErrors, ThrowOnError>({
    url: '/v0/persons',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Find or create 1 to 100 persons
 *
 * In order and in one transaction. A person is found by the first of `email`, `phoneNumber` and `linkedinProfileUrl` that is known, as logs are; otherwise they are created. A write that breaks a rule (400), would give a person what another one has (409, with `update`) or whose key belongs to another write (422) has its problem in `results` and stops no other.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const writePersons = <ThrowOnError extends boolean = true>(options: Options<WritePersonsData, ThrowOnError>) => options.client.post<WritePersonsResponses, WritePersonsErrors, ThrowOnError>({
    url: '/v0/persons/batch',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List or search persons
 *
 * Newest first, unless `sort` says otherwise. Case and accents do not matter. A word of one or two characters is looked for at the start of words, and anywhere in Han, Hangul, Kana and Thai.
 *
 * Needs a key with the scope `read`.
 */
export const searchPersons = <ThrowOnError extends boolean = true>(options: Options<SearchPersonsData, ThrowOnError>) => options.client.get<SearchPersonsResponses, SearchPersonsErrors, ThrowOnError>({ url: '/v0/persons/search', ...options });

/**
 * Erase a person
 *
 * Removes the person, its logs, its search index entries and its counts together, and what sessions say of it. A form that was received before and is still on its way is not written any more.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const erasePerson = <ThrowOnError extends boolean = true>(options: Options<ErasePersonData, ThrowOnError>) => options.client.delete<ErasePersonResponses, ErasePersonErrors, ThrowOnError>({ url: '/v0/persons/{person_id}', ...options });

/**
 * Read a person
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getPerson = <ThrowOnError extends boolean = true>(options: Options<GetPersonData, ThrowOnError>) => options.client.get<GetPersonResponses, GetPersonErrors, ThrowOnError>({ url: '/v0/persons/{person_id}', ...options });

/**
 * Change a person
 *
 * Null clears a field. The slug stays when the name changes.
 *
 * Needs a key with the scope `write`.
 */
export const updatePerson = <ThrowOnError extends boolean = true>(options: Options<UpdatePersonData, ThrowOnError>) => options.client.patch<UpdatePersonResponses, UpdatePersonErrors, ThrowOnError>({
    url: '/v0/persons/{person_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read all that is stored of a person
 *
 * Everything that an erasure of the person would clear, and nothing of others: what they are told who ask for their data. Each line is an object with its `kind`; logs, visits and the person are as their operations answer them. Follow `nextCursor` until `hasMore` is false.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const exportPerson = <ThrowOnError extends boolean = true>(options: Options<ExportPersonData, ThrowOnError>) => options.client.get<ExportPersonResponses, ExportPersonErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/export', ...options });

/**
 * List or search accounts
 *
 * Newest first, unless `sort` says otherwise. In a `query`, case and accents do not matter. A word of one or two characters is looked for at the start of the words of a name, and of the domain.
 *
 * Needs a key with the scope `read`.
 */
export const listAccounts = <ThrowOnError extends boolean = true>(options: Options<ListAccountsData, ThrowOnError>) => options.client.get<ListAccountsResponses, ListAccountsErrors, ThrowOnError>({ url: '/v0/accounts', ...options });

/**
 * Find or create 1 to 100 accounts
 *
 * By their domains, in one transaction. A write that breaks a rule (400) has its problem in `results` and stops no other. The same list sent again changes nothing.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const writeAccounts = <ThrowOnError extends boolean = true>(options: Options<WriteAccountsData, ThrowOnError>) => options.client.post<WriteAccountsResponses, WriteAccountsErrors, ThrowOnError>({
    url: '/v0/accounts/batch',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read an account
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getAccount = <ThrowOnError extends boolean = true>(options: Options<GetAccountData, ThrowOnError>) => options.client.get<GetAccountResponses, GetAccountErrors, ThrowOnError>({ url: '/v0/accounts/{account_id}', ...options });

/**
 * Rename an account
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateAccount = <ThrowOnError extends boolean = true>(options: Options<UpdateAccountData, ThrowOnError>) => options.client.patch<UpdateAccountResponses, UpdateAccountErrors, ThrowOnError>({
    url: '/v0/accounts/{account_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Write a log of an account
 *
 * Names the account by `accountId` or by `domain`; an account of a new domain is created.
 *
 * Needs a key with one of the scopes `log`, `write`.
 *
 * An addition to the interface specification.
 */
export const createAccountLog = <ThrowOnError extends boolean = true>(options: Options<CreateAccountLogData, ThrowOnError>) => options.client.post<CreateAccountLogResponses, CreateAccountLogErrors, ThrowOnError>({
    url: '/v0/account_logs',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List an account's logs, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listAccountLogs = <ThrowOnError extends boolean = true>(options: Options<ListAccountLogsData, ThrowOnError>) => options.client.get<ListAccountLogsResponses, ListAccountLogsErrors, ThrowOnError>({ url: '/v0/accounts/{account_id}/logs', ...options });

/**
 * Delete a log of an account
 *
 * The totals, the lists and the timelines no longer have it. A later request with its `idempotencyKey` answers as the first one did, and writes nothing.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteAccountLog = <ThrowOnError extends boolean = true>(options: Options<DeleteAccountLogData, ThrowOnError>) => options.client.delete<DeleteAccountLogResponses, DeleteAccountLogErrors, ThrowOnError>({ url: '/v0/accounts/{account_id}/logs/{account_log_id}', ...options });

/**
 * Read a log of an account
 *
 * Needs a key with the scope `read`.
 */
export const getAccountLog = <ThrowOnError extends boolean = true>(options: Options<GetAccountLogData, ThrowOnError>) => options.client.get<GetAccountLogResponses, GetAccountLogErrors, ThrowOnError>({ url: '/v0/accounts/{account_id}/logs/{account_log_id}', ...options });

/**
 * List sources, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listSources = <ThrowOnError extends boolean = true>(options: Options<ListSourcesData, ThrowOnError>) => options.client.get<ListSourcesResponses, ListSourcesErrors, ThrowOnError>({ url: '/v0/sources', ...options });

/**
 * Get an address that takes the webhooks of a service
 *
 * It takes nothing until it has a secret. A workspace has at most 50 sources.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const createSource = <ThrowOnError extends boolean = true>(options: Options<CreateSourceData, ThrowOnError>) => options.client.post<CreateSourceResponses, CreateSourceErrors, ThrowOnError>({
    url: '/v0/sources',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a source, with its secret and what it kept
 *
 * Its logs stay. Its address takes nothing after a minute at most. A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const deleteSource = <ThrowOnError extends boolean = true>(options: Options<DeleteSourceData, ThrowOnError>) => options.client.delete<DeleteSourceResponses, DeleteSourceErrors, ThrowOnError>({ url: '/v0/sources/{source_id}', ...options });

/**
 * Read a source, with the last ten deliveries
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getSource = <ThrowOnError extends boolean = true>(options: Options<GetSourceData, ThrowOnError>) => options.client.get<GetSourceResponses, GetSourceErrors, ThrowOnError>({ url: '/v0/sources/{source_id}', ...options });

/**
 * Rename a source, or change its mapping
 *
 * Of `mapping`, the given fields alone; null takes one back to the ready mapping. Deliveries follow it within a minute. What is received meanwhile is no reason to refuse `If-Match`.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const updateSource = <ThrowOnError extends boolean = true>(options: Options<UpdateSourceData, ThrowOnError>) => options.client.patch<UpdateSourceResponses, UpdateSourceErrors, ThrowOnError>({
    url: '/v0/sources/{source_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Give a source the secret that its provider signs with
 *
 * The secret before stays valid for `overlapSeconds`, 24 hours by default: with 0 it ends within a minute. No answer shows a secret.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const setSourceSecret = <ThrowOnError extends boolean = true>(options: Options<SetSourceSecretData, ThrowOnError>) => options.client.post<SetSourceSecretResponses, SetSourceSecretErrors, ThrowOnError>({
    url: '/v0/sources/{source_id}/secret',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List what a source keeps because it fits nobody, newest first
 *
 * Without bodies, which may be 256 KiB each.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listKeptDeliveries = <ThrowOnError extends boolean = true>(options: Options<ListKeptDeliveriesData, ThrowOnError>) => options.client.get<ListKeptDeliveriesResponses, ListKeptDeliveriesErrors, ThrowOnError>({ url: '/v0/sources/{source_id}/kept', ...options });

/**
 * Map what a source keeps by its mapping of now
 *
 * The oldest 50, or fewer if their bodies have more than a megabyte; what fits nobody still stays. Go on with `after` while `next` is not null. A repetition, and the sender’s own, make no second log.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const mapKeptDeliveries = <ThrowOnError extends boolean = true>(options: Options<MapKeptDeliveriesData, ThrowOnError>) => options.client.post<MapKeptDeliveriesResponses, MapKeptDeliveriesErrors, ThrowOnError>({
    url: '/v0/sources/{source_id}/kept/map',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a kept delivery
 *
 * A second call finds nothing: a 404. When the sender sends it again, it is taken as new.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const deleteKeptDelivery = <ThrowOnError extends boolean = true>(options: Options<DeleteKeptDeliveryData, ThrowOnError>) => options.client.delete<DeleteKeptDeliveryResponses, DeleteKeptDeliveryErrors, ThrowOnError>({ url: '/v0/sources/{source_id}/kept/{kept_id}', ...options });

/**
 * Read a kept delivery, with its body
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getKeptDelivery = <ThrowOnError extends boolean = true>(options: Options<GetKeptDeliveryData, ThrowOnError>) => options.client.get<GetKeptDeliveryResponses, GetKeptDeliveryErrors, ThrowOnError>({ url: '/v0/sources/{source_id}/kept/{kept_id}', ...options });

/**
 * Take a webhook as its sender sends and signs it
 *
 * Needs no key: the signature is verified over the body as it came. The body is that of the provider, at most 256 KiB of JSON. What names a person becomes a log of the person; an event that comes again is a replay and writes nothing. What fits nobody is kept, to be mapped later.
 *
 * An addition to the interface specification.
 */
export const receiveWebhook = <ThrowOnError extends boolean = true>(options: Options<ReceiveWebhookData, ThrowOnError>) => options.client.post<ReceiveWebhookResponses, ReceiveWebhookErrors, ThrowOnError>({ url: '/v0/intake/{source}', ...options });

/**
 * List pages, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listPages = <ThrowOnError extends boolean = true>(options: Options<ListPagesData, ThrowOnError>) => options.client.get<ListPagesResponses, ListPagesErrors, ThrowOnError>({ url: '/v0/pages', ...options });

/**
 * Create a page
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createPage = <ThrowOnError extends boolean = true>(options: Options<CreatePageData, ThrowOnError>) => options.client.post<CreatePageResponses, CreatePageErrors, ThrowOnError>({
    url: '/v0/pages',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a page
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getPage = <ThrowOnError extends boolean = true>(options: Options<GetPageData, ThrowOnError>) => options.client.get<GetPageResponses, GetPageErrors, ThrowOnError>({ url: '/v0/pages/{page_id}', ...options });

/**
 * Change a page
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updatePage = <ThrowOnError extends boolean = true>(options: Options<UpdatePageData, ThrowOnError>) => options.client.patch<UpdatePageResponses, UpdatePageErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the audiences of a page, newest first
 *
 * Archived ones are in it.
 *
 * Needs a key with the scope `read`.
 */
export const listAudiences = <ThrowOnError extends boolean = true>(options: Options<ListAudiencesData, ThrowOnError>) => options.client.get<ListAudiencesResponses, ListAudiencesErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audiences', ...options });

/**
 * Create an audience, for a person or not
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createAudience = <ThrowOnError extends boolean = true>(options: Options<CreateAudienceData, ThrowOnError>) => options.client.post<CreateAudienceResponses, CreateAudienceErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Find audiences of all pages by a part of their name
 *
 * Their own name, or the name of their person. Audiences with neither are not found. The one whose name was given last is first; archived ones are in it.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const searchAudiences = <ThrowOnError extends boolean = true>(options: Options<SearchAudiencesData, ThrowOnError>) => options.client.get<SearchAudiencesResponses, SearchAudiencesErrors, ThrowOnError>({ url: '/v0/audiences', ...options });

/**
 * List the audiences that were made for a person, by page, the newest first
 *
 * Of all pages, each of which has one at most. Archived ones are in it.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listPersonAudiences = <ThrowOnError extends boolean = true>(options: Options<ListPersonAudiencesData, ThrowOnError>) => options.client.get<ListPersonAudiencesResponses, ListPersonAudiencesErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/audiences', ...options });

/**
 * Read an audience
 *
 * Needs a key with the scope `read`.
 */
export const getAudience = <ThrowOnError extends boolean = true>(options: Options<GetAudienceData, ThrowOnError>) => options.client.get<GetAudienceResponses, GetAudienceErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audiences/{audience_id}', ...options });

/**
 * Change an audience
 *
 * Words (context, metadata, action) change the draft. If the latest version is not a draft, other words open the next one, which is the `latestVersion` of the answer. Nothing is live before that version is published.
 *
 * Needs a key with the scope `write`.
 */
export const updateAudience = <ThrowOnError extends boolean = true>(options: Options<UpdateAudienceData, ThrowOnError>) => options.client.patch<UpdateAudienceResponses, UpdateAudienceErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read an audience whose page is not known
 *
 * The answer is the same as below its page. All other operations take the path with the page.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getAudienceById = <ThrowOnError extends boolean = true>(options: Options<GetAudienceByIdData, ThrowOnError>) => options.client.get<GetAudienceByIdResponses, GetAudienceByIdErrors, ThrowOnError>({ url: '/v0/audiences/{audience_id}', ...options });

/**
 * Archive an audience
 *
 * Cancels its versions in flight; visitors get the page from now on.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const archiveAudience = <ThrowOnError extends boolean = true>(options: Options<ArchiveAudienceData, ThrowOnError>) => options.client.post<ArchiveAudienceResponses, ArchiveAudienceErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/archive',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Take an audience out of the archive
 *
 * Needs a key with the scope `write`.
 */
export const restoreAudience = <ThrowOnError extends boolean = true>(options: Options<RestoreAudienceData, ThrowOnError>) => options.client.post<RestoreAudienceResponses, RestoreAudienceErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/restore',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Make a token with which a website shows the next words
 *
 * For an hour. Your website passes the token on as `preview` of `GET /v0/page_links/resolve`. It writes nothing.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createPreview = <ThrowOnError extends boolean = true>(options: Options<CreatePreviewData, ThrowOnError>) => options.client.post<CreatePreviewResponses, CreatePreviewErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/preview',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List what was published of a page, latest first
 *
 * Versions of all its audiences, also those that are archived.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listPublishes = <ThrowOnError extends boolean = true>(options: Options<ListPublishesData, ThrowOnError>) => options.client.get<ListPublishesResponses, ListPublishesErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/publishes', ...options });

/**
 * List the versions of an audience, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listAudienceVersions = <ThrowOnError extends boolean = true>(options: Options<ListAudienceVersionsData, ThrowOnError>) => options.client.get<ListAudienceVersionsResponses, ListAudienceVersionsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audiences/{audience_id}/versions', ...options });

/**
 * Open the next draft
 *
 * A copy of the latest version; answers with the draft when one is open already.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const openAudienceVersion = <ThrowOnError extends boolean = true>(options: Options<OpenAudienceVersionData, ThrowOnError>) => options.client.post<OpenAudienceVersionResponses, OpenAudienceVersionErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a version
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getAudienceVersion = <ThrowOnError extends boolean = true>(options: Options<GetAudienceVersionData, ThrowOnError>) => options.client.get<GetAudienceVersionResponses, GetAudienceVersionErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}', ...options });

/**
 * Read what visitors see of a version
 *
 * The snapshot of a version that was published, also once it is archived. Of one that waits in the queue, what its snapshot will be. Of any other, what publishing it would give now.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getAudienceVersionContent = <ThrowOnError extends boolean = true>(options: Options<GetAudienceVersionContentData, ThrowOnError>) => options.client.get<GetAudienceVersionContentResponses, GetAudienceVersionContentErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/content', ...options });

/**
 * Make a draft of a pending version
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const readyAudienceVersion = <ThrowOnError extends boolean = true>(options: Options<ReadyAudienceVersionData, ThrowOnError>) => options.client.post<ReadyAudienceVersionResponses, ReadyAudienceVersionErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/ready',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Publish a version
 *
 * Freezes the content and queues it; a worker makes it live and archives the version before. A known `operationKey` answers its version again.
 *
 * Needs a key with the scope `write`.
 */
export const publishAudienceVersion = <ThrowOnError extends boolean = true>(options: Options<PublishAudienceVersionData, ThrowOnError>) => options.client.post<PublishAudienceVersionResponses, PublishAudienceVersionErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Cancel a version that is not live
 *
 * Needs a key with the scope `write`.
 */
export const cancelAudienceVersion = <ThrowOnError extends boolean = true>(options: Options<CancelAudienceVersionData, ThrowOnError>) => options.client.post<CancelAudienceVersionResponses, CancelAudienceVersionErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the campaigns of a page, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listCampaigns = <ThrowOnError extends boolean = true>(options: Options<ListCampaignsData, ThrowOnError>) => options.client.get<ListCampaignsResponses, ListCampaignsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/campaigns', ...options });

/**
 * Create a campaign: pages for a list of people, in the words of a template
 *
 * Each text of the words, and the path of the links, may have columns: `{{firstName}}`, or `{{firstName|there}}` with a default. A value is plain text, and never read as a template or as code; in a URL it is percent-encoded. A page has at most 100 campaigns.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createCampaign = <ThrowOnError extends boolean = true>(options: Options<CreateCampaignData, ThrowOnError>) => options.client.post<CreateCampaignResponses, CreateCampaignErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a campaign
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getCampaign = <ThrowOnError extends boolean = true>(options: Options<GetCampaignData, ThrowOnError>) => options.client.get<GetCampaignResponses, GetCampaignErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/campaigns/{campaign_id}', ...options });

/**
 * Change a campaign
 *
 * Rows that are written later get the new words. Those that are there keep their words and their links.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateCampaign = <ThrowOnError extends boolean = true>(options: Options<UpdateCampaignData, ThrowOnError>) => options.client.patch<UpdateCampaignResponses, UpdateCampaignErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Publish the words of now for all rows
 *
 * A job that goes on after the answer, and over outages: `job` says how far it is. Each row gets its version or keeps the one it has. Rows that say the same as before are left alone, and links stay.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const publishCampaign = <ThrowOnError extends boolean = true>(options: Options<PublishCampaignData, ThrowOnError>) => options.client.post<PublishCampaignResponses, PublishCampaignErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/publish',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Publish the words before the last change for all rows
 *
 * A job, as for new words. Rolled back again, the new words are there again. A page that lacks a field of these words refuses it.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const rollBackCampaign = <ThrowOnError extends boolean = true>(options: Options<RollBackCampaignData, ThrowOnError>) => options.client.post<RollBackCampaignResponses, RollBackCampaignErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/roll_back',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Archive a campaign and the audiences of its rows
 *
 * A job, as for new words. Their links then show the page itself. An audience that is in another campaign of the page, which is not archived, stays as it is. The campaign takes no more rows. If the job is stopped, archive the campaign again: it goes over all rows.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const archiveCampaign = <ThrowOnError extends boolean = true>(options: Options<ArchiveCampaignData, ThrowOnError>) => options.client.post<ArchiveCampaignResponses, ArchiveCampaignErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/archive',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Stop the job that runs
 *
 * Rows that are done keep their new words, or stay archived; queued rows that wait are removed. A campaign whose archiving is stopped stays archived itself. Without a job that runs, nothing changes.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const stopCampaign = <ThrowOnError extends boolean = true>(options: Options<StopCampaignData, ThrowOnError>) => options.client.post<StopCampaignResponses, StopCampaignErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/stop',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read what came of a campaign: who opened their link, was engaged, converted
 *
 * Visits of the page through the links of the rows, from the day on which the campaign was created. A link can be forwarded, so a visit is through the link of a person, and not by them. With `by`, also by the values of a column.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getCampaignResults = <ThrowOnError extends boolean = true>(options: Options<GetCampaignResultsData, ThrowOnError>) => options.client.get<GetCampaignResultsResponses, GetCampaignResultsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/campaigns/{campaign_id}/results', ...options });

/**
 * List the rows of a campaign, with their links
 *
 * In the order of the ids of their persons. An erasure deletes the rows of the person. With a date, `visits` of each link.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listCampaignRows = <ThrowOnError extends boolean = true>(options: Options<ListCampaignRowsData, ThrowOnError>) => options.client.get<ListCampaignRowsResponses, ListCampaignRowsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/campaigns/{campaign_id}/rows', ...options });

/**
 * Write up to 100 rows: each becomes a person, an audience, a published version and a link
 *
 * A person has one row in a campaign, so a row can be sent again: one that says the same writes nothing, and one with other values or after the template has changed publishes its words again and keeps its link. A person who has an audience of the page keeps it. A row that breaks a rule has a problem, and stops no other. One with 503 was left alone: the database did not answer at first, and somebody else may have written the row meanwhile. A campaign has at most 10,000 rows.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const writeCampaignRows = <ThrowOnError extends boolean = true>(options: Options<WriteCampaignRowsData, ThrowOnError>) => options.client.post<WriteCampaignRowsResponses, WriteCampaignRowsErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/rows',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Queue up to 1,000 rows, which a job writes
 *
 * For long lists: rows wait in the service, and a job writes them in order, 100 at a time, over outages and the daily limit of the plan. `job` of the campaign says how far it is. Further requests are written by the same job. Rows are checked by their schema at once, and by the template when they are written. `stop` removes the rows that wait. At most 10,000 rows of a campaign wait.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const queueCampaignRows = <ThrowOnError extends boolean = true>(options: Options<QueueCampaignRowsData, ThrowOnError>) => options.client.post<QueueCampaignRowsResponses, QueueCampaignRowsErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/campaigns/{campaign_id}/waiting_rows',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List tests, newest first
 *
 * With one of the filters, or with none.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listExperiments = <ThrowOnError extends boolean = true>(options: Options<ListExperimentsData, ThrowOnError>) => options.client.get<ListExperimentsResponses, ListExperimentsErrors, ThrowOnError>({ url: '/v0/experiments', ...options });

/**
 * Prepare a test of versions of an audience, or start it
 *
 * Freezes the words of its versions. To test several new ones, create the test with the first, change the words of the audience, which opens the next version, and add that by PATCH.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createExperiment = <ThrowOnError extends boolean = true>(options: Options<CreateExperimentData, ThrowOnError>) => options.client.post<CreateExperimentResponses, CreateExperimentErrors, ThrowOnError>({
    url: '/v0/experiments',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Say how long a test of two versions would take
 *
 * Before it is made. A test that has just started says the same, until it knows its own visitors.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const estimateExperiment = <ThrowOnError extends boolean = true>(options: Options<EstimateExperimentData, ThrowOnError>) => options.client.get<EstimateExperimentResponses, EstimateExperimentErrors, ThrowOnError>({ url: '/v0/experiments/estimate', ...options });

/**
 * Delete a test that does not run
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteExperiment = <ThrowOnError extends boolean = true>(options: Options<DeleteExperimentData, ThrowOnError>) => options.client.delete<DeleteExperimentResponses, DeleteExperimentErrors, ThrowOnError>({ url: '/v0/experiments/{experiment_id}', ...options });

/**
 * Read a test and what it has found
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getExperiment = <ThrowOnError extends boolean = true>(options: Options<GetExperimentData, ThrowOnError>) => options.client.get<GetExperimentResponses, GetExperimentErrors, ThrowOnError>({ url: '/v0/experiments/{experiment_id}', ...options });

/**
 * Change a test that has not started, or the name of any
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateExperiment = <ThrowOnError extends boolean = true>(options: Options<UpdateExperimentData, ThrowOnError>) => options.client.patch<UpdateExperimentResponses, UpdateExperimentErrors, ThrowOnError>({
    url: '/v0/experiments/{experiment_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Start a test
 *
 * An audience has one running test at most. While it runs, nothing else of the audience can be published.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const startExperiment = <ThrowOnError extends boolean = true>(options: Options<StartExperimentData, ThrowOnError>) => options.client.post<StartExperimentResponses, StartExperimentErrors, ThrowOnError>({
    url: '/v0/experiments/{experiment_id}/start',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * End a test without publishing anything
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const stopExperiment = <ThrowOnError extends boolean = true>(options: Options<StopExperimentData, ThrowOnError>) => options.client.post<StopExperimentResponses, StopExperimentErrors, ThrowOnError>({
    url: '/v0/experiments/{experiment_id}/stop',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * End a test and publish one of its versions
 *
 * The version goes live as any other, with the words that visitors of the test have seen. If it is live already, the test just ends.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const publishExperimentWinner = <ThrowOnError extends boolean = true>(options: Options<PublishExperimentWinnerData, ThrowOnError>) => options.client.post<PublishExperimentWinnerResponses, PublishExperimentWinnerErrors, ThrowOnError>({
    url: '/v0/experiments/{experiment_id}/publish_winner',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List visits of a page, the last first
 *
 * `startDate` is in the range, `endDate` is not; both together span at most 400 days. All filters together must hold; of several values of one, any. `status=active` finds what is pending and had activity in the last five minutes. `totalCount` is exact under any filters. A page of a filtered list looks at 2,000 sessions. So it may have fewer items than `limit`, or none, although `hasMore` is true.
 *
 * Needs a key with the scope `read`.
 */
export const listAudienceSessions = <ThrowOnError extends boolean = true>(options: Options<ListAudienceSessionsData, ThrowOnError>) => options.client.get<ListAudienceSessionsResponses, ListAudienceSessionsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audience_sessions', ...options });

/**
 * List visits of all pages, the last first
 *
 * As a page's `audience_sessions`, for all pages together.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listWorkspaceSessions = <ThrowOnError extends boolean = true>(options: Options<ListWorkspaceSessionsData, ThrowOnError>) => options.client.get<ListWorkspaceSessionsResponses, ListWorkspaceSessionsErrors, ThrowOnError>({ url: '/v0/audience_sessions', ...options });

/**
 * Read a visit
 *
 * By its `audienceSessionId` or its `analyticsSessionId`.
 *
 * Needs a key with the scope `read`.
 */
export const getAudienceSession = <ThrowOnError extends boolean = true>(options: Options<GetAudienceSessionData, ThrowOnError>) => options.client.get<GetAudienceSessionResponses, GetAudienceSessionErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audience_sessions/{audience_session_id}', ...options });

/**
 * Import visits from elsewhere
 *
 * All of them or none. One whose `analyticsSessionId` is there already stays as it is, so that a call may be sent again.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const importAudienceSessions = <ThrowOnError extends boolean = true>(options: Options<ImportAudienceSessionsData, ThrowOnError>) => options.client.post<ImportAudienceSessionsResponses, ImportAudienceSessionsErrors, ThrowOnError>({
    url: '/v0/pages/{page_id}/audience_sessions/import',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List visits of a person, the last first
 *
 * Visits whose form the person sent, unless `by` says otherwise: `recipient` finds visits of audiences that were made for the person, and `any` finds both. These two know visits from migration 0034 on, and have an exact total.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listPersonAudienceSessions = <ThrowOnError extends boolean = true>(options: Options<ListPersonAudienceSessionsData, ThrowOnError>) => options.client.get<ListPersonAudienceSessionsResponses, ListPersonAudienceSessionsErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/audience_sessions', ...options });

/**
 * List visits of a company, the last first
 *
 * Visits of all pages, of audiences that were made for a person of the account, or whose form one sent. The person was linked to the account at the visit. Visits are known from migration 0034 on.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listAccountAudienceSessions = <ThrowOnError extends boolean = true>(options: Options<ListAccountAudienceSessionsData, ThrowOnError>) => options.client.get<ListAccountAudienceSessionsResponses, ListAccountAudienceSessionsErrors, ThrowOnError>({ url: '/v0/accounts/{account_id}/audience_sessions', ...options });

/**
 * Read the timeline of a person, the last first
 *
 * Logs, visits, and publishes of audiences that were made for the person. Logs go by `occurredAt`, or else `createdAt`. `startDate` is in the range, `endDate` is not; both together span at most 400 days. With `source` or `type` it has logs only. A page may have fewer items than `limit`, although `hasMore` is true. Costs one round trip, and one or two more if there are visits.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getPersonTimeline = <ThrowOnError extends boolean = true>(options: Options<GetPersonTimelineData, ThrowOnError>) => options.client.get<GetPersonTimelineResponses, GetPersonTimelineErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/timeline', ...options });

/**
 * Read the timeline of a company, the last first
 *
 * Logs of the account, logs of the persons who are linked to it now and publishes of audiences for them, and visits of the account. Logs go by `occurredAt`, or else `createdAt`. `startDate` is in the range, `endDate` is not; both together span at most 400 days. With `source` or `type` it has logs only. A page may have fewer items than `limit`, although `hasMore` is true. Costs one round trip, and one or two more if there are visits.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getAccountTimeline = <ThrowOnError extends boolean = true>(options: Options<GetAccountTimelineData, ThrowOnError>) => options.client.get<GetAccountTimelineResponses, GetAccountTimelineErrors, ThrowOnError>({ url: '/v0/accounts/{account_id}/timeline', ...options });

/**
 * Read what visits did, by audience
 *
 * An item for each audience that is not archived, and one without `audienceId` for all other visits if there are any: the parts add up to the whole. Rates are fractions from 0 to 1. With `sort` or `limit`, the visits that are in no item are in `other`. With `limit`, only audiences that had visits have an item. With either, `comparison` says which audience converts best, if one does by more than chance. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 */
export const audienceAnalytics = <ThrowOnError extends boolean = true>(options: Options<AudienceAnalyticsData, ThrowOnError>) => options.client.get<AudienceAnalyticsResponses, AudienceAnalyticsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/analytics/audiences', ...options });

/**
 * Read what visits did, over time
 *
 * An item for every hour, day, week (from Monday) or month of the time zone that touches the range, at most 1,000. The first and the last count only visits of the range. `total` has the numbers of the whole range: rates and means cannot be added up. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const analyticsTimeseries = <ThrowOnError extends boolean = true>(options: Options<AnalyticsTimeseriesData, ThrowOnError>) => options.client.get<AnalyticsTimeseriesResponses, AnalyticsTimeseriesErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/analytics/timeseries', ...options });

/**
 * Read what visits did, by campaign, referrer, country, device or path
 *
 * An item for each value that visits had, most visits first unless `sort` says otherwise. `value` is null for visits whose value is unknown. Items and `other` of an answer add up to all visits of the range, also with `query` and on later pages. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const analyticsBreakdown = <ThrowOnError extends boolean = true>(options: Options<AnalyticsBreakdownData, ThrowOnError>) => options.client.get<AnalyticsBreakdownResponses, AnalyticsBreakdownErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/analytics/breakdown', ...options });

/**
 * Read what visits did, by several dimensions
 *
 * The first values of each dimension, as `analytics/breakdown` has them. `nextCursor` goes on there, with the same filters and `sort`. Costs the rows of as many breakdowns, in one round trip, or one for each if they have no room together.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const analyticsBreakdowns = <ThrowOnError extends boolean = true>(options: Options<AnalyticsBreakdownsData, ThrowOnError>) => options.client.get<AnalyticsBreakdownsResponses, AnalyticsBreakdownsErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/analytics/breakdowns', ...options });

/**
 * Read what visits did, by page
 *
 * An item for each page that had visits, most visits first unless `sort` says otherwise. Items and `other` add up to `total`. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const pageAnalytics = <ThrowOnError extends boolean = true>(options: Options<PageAnalyticsData, ThrowOnError>) => options.client.get<PageAnalyticsResponses, PageAnalyticsErrors, ThrowOnError>({ url: '/v0/analytics/pages', ...options });

/**
 * Read what visits did, by audience, of all pages
 *
 * An item for each audience that had visits, also archived ones, most visits first unless `sort` says otherwise. Items and `other` of an answer, which has the visits of no audience too, add up to `total`, also on later pages. An audience has `pageId`, `name`, `pageName` and `archivedAt` as long as it exists. Two round trips. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const workspaceAudiences = <ThrowOnError extends boolean = true>(options: Options<WorkspaceAudiencesData, ThrowOnError>) => options.client.get<WorkspaceAudiencesResponses, WorkspaceAudiencesErrors, ThrowOnError>({ url: '/v0/analytics/audiences', ...options });

/**
 * Read what visits did, by campaign, referrer, country, device or path, of all pages
 *
 * As a page's `analytics/breakdown`, for all pages together.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const workspaceBreakdown = <ThrowOnError extends boolean = true>(options: Options<WorkspaceBreakdownData, ThrowOnError>) => options.client.get<WorkspaceBreakdownResponses, WorkspaceBreakdownErrors, ThrowOnError>({ url: '/v0/analytics/breakdown', ...options });

/**
 * Read what visits did, by several dimensions, of all pages
 *
 * As a page's `analytics/breakdowns`, for all pages together.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const workspaceBreakdowns = <ThrowOnError extends boolean = true>(options: Options<WorkspaceBreakdownsData, ThrowOnError>) => options.client.get<WorkspaceBreakdownsResponses, WorkspaceBreakdownsErrors, ThrowOnError>({ url: '/v0/analytics/breakdowns', ...options });

/**
 * Read what visits did over time, of all pages
 *
 * An item for every hour, day, week (from Monday) or month of the time zone that touches the range, at most 1,000. The first and the last count only visits of the range. `pages` has the visits of the most visited pages in each step. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const workspaceTimeseries = <ThrowOnError extends boolean = true>(options: Options<WorkspaceTimeseriesData, ThrowOnError>) => options.client.get<WorkspaceTimeseriesResponses, WorkspaceTimeseriesErrors, ThrowOnError>({ url: '/v0/analytics/timeseries', ...options });

/**
 * Read which companies came, and what they did
 *
 * An item for each account with visits in the range. A visit belongs to the account of its recipient, whom its audience was made for, and to the account of the person who sent its form: to both if they differ, and to the account that the person was linked to at the visit. `unknown` has the visits of no account. Visits from before migration 0034, and visits that retention has removed, are unknown. With `interval`, each item has `series`: its sessions in every step of the time zone that touches the range, at most 1,000, of which the first and the last count only sessions of the range. With `details`, each has its `pages` and its `latestVisit`, with `records` its `account`. All filters together must hold.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const accountAnalytics = <ThrowOnError extends boolean = true>(options: Options<AccountAnalyticsData, ThrowOnError>) => options.client.get<AccountAnalyticsResponses, AccountAnalyticsErrors, ThrowOnError>({ url: '/v0/analytics/accounts', ...options });

/**
 * Read who came, and what they did
 *
 * As `analytics/accounts`, for each recipient and sender of a form.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const personAnalytics = <ThrowOnError extends boolean = true>(options: Options<PersonAnalyticsData, ThrowOnError>) => options.client.get<PersonAnalyticsResponses, PersonAnalyticsErrors, ThrowOnError>({ url: '/v0/analytics/persons', ...options });

/**
 * Tell what a visit has come to
 *
 * Sent by the tracker, again and again with totals so far; they are merged, so that beacons may be lost, doubled or late. From a browser only for the origins of websites of the workspace, and those in `VISIT_ORIGINS`. The answer names a page that does not exist.
 *
 * Needs a key with the scope `collect`.
 *
 * An addition to the interface specification.
 */
export const collectVisit = <ThrowOnError extends boolean = true>(options: Options<CollectVisitData, ThrowOnError>) => options.client.post<CollectVisitResponses, CollectVisitErrors, ThrowOnError>({
    url: '/v0/visits',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * The tracker, for a script tag
 *
 * An addition to the interface specification.
 */
export const getTracker = <ThrowOnError extends boolean = true>(options: Options<GetTrackerData, ThrowOnError>) => options.client.get<GetTrackerResponses, GetTrackerErrors, ThrowOnError>({ url: '/visit.js', ...options });

/**
 * List how many visits were excluded, and why
 *
 * By UTC day, page and reason, latest first. Visits with `DNT: 1` or `Sec-GPC: 1` are nowhere. `startDate` and `endDate` together span at most 400 days; each day that the range touches is in the list.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listLeftOutVisits = <ThrowOnError extends boolean = true>(options: Options<ListLeftOutVisitsData, ThrowOnError>) => options.client.get<ListLeftOutVisitsResponses, ListLeftOutVisitsErrors, ThrowOnError>({ url: '/v0/analytics/left_out', ...options });

/**
 * List websites, newest first
 *
 * The origins in `VISIT_ORIGINS` may send visits too, and are not in the list.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listWebsites = <ThrowOnError extends boolean = true>(options: Options<ListWebsitesData, ThrowOnError>) => options.client.get<ListWebsitesResponses, ListWebsitesErrors, ThrowOnError>({ url: '/v0/websites', ...options });

/**
 * Allow the browsers of a website to send visits
 *
 * With the keys of this workspace, from about ten seconds later. A workspace has at most 100 websites.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createWebsite = <ThrowOnError extends boolean = true>(options: Options<CreateWebsiteData, ThrowOnError>) => options.client.post<CreateWebsiteResponses, CreateWebsiteErrors, ThrowOnError>({
    url: '/v0/websites',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List origins whose visits were refused, and pages that do not exist, latest first
 *
 * Of the last 7 UTC days, with a valid key of this workspace; without origins that are allowed by now, and pages that exist by now. A day keeps the first 20 origins, and the first 20 pages. Anyone can send any with the key of a page.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listRefusedOrigins = <ThrowOnError extends boolean = true>(options: Options<ListRefusedOriginsData, ThrowOnError>) => options.client.get<ListRefusedOriginsResponses, ListRefusedOriginsErrors, ThrowOnError>({ url: '/v0/websites/refused', ...options });

/**
 * Refuse the visits of a website
 *
 * Within a minute. Visits that were counted stay. A second call changes nothing.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteWebsite = <ThrowOnError extends boolean = true>(options: Options<DeleteWebsiteData, ThrowOnError>) => options.client.delete<DeleteWebsiteResponses, DeleteWebsiteErrors, ThrowOnError>({ url: '/v0/websites/{website_id}', ...options });

/**
 * Create a page link
 *
 * One path has one live link on a domain, in whatever spelling. A page can be named by one of its audiences.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createPageLink = <ThrowOnError extends boolean = true>(options: Options<CreatePageLinkData, ThrowOnError>) => options.client.post<CreatePageLinkResponses, CreatePageLinkErrors, ThrowOnError>({
    url: '/v0/page_links',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Search page links, newest first
 *
 * Of one domain, or of the fallback subdomain. Deleted links are not listed.
 *
 * Needs a key with the scope `read`.
 */
export const searchPageLinks = <ThrowOnError extends boolean = true>(options: Options<SearchPageLinksData, ThrowOnError>) => options.client.get<SearchPageLinksResponses, SearchPageLinksErrors, ThrowOnError>({ url: '/v0/page_links/search', ...options });

/**
 * List the page links that lead to an audience, newest first
 *
 * Of all domains. Deleted links are not listed.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listAudiencePageLinks = <ThrowOnError extends boolean = true>(options: Options<ListAudiencePageLinksData, ThrowOnError>) => options.client.get<ListAudiencePageLinksResponses, ListAudiencePageLinksErrors, ThrowOnError>({ url: '/v0/pages/{page_id}/audiences/{audience_id}/page_links', ...options });

/**
 * List the page links that lead to audiences of a person, newest first
 *
 * Of all domains. Deleted links are not listed.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listPersonPageLinks = <ThrowOnError extends boolean = true>(options: Options<ListPersonPageLinksData, ThrowOnError>) => options.client.get<ListPersonPageLinksResponses, ListPersonPageLinksErrors, ThrowOnError>({ url: '/v0/persons/{person_id}/page_links', ...options });

/**
 * Answer a visit: what a path leads to, and its content
 *
 * The snapshot of the published version, or the page where nothing is published. May be kept for a minute, and for ten more while it is asked for again with If-None-Match (`Cache-Control: private, max-age=60, stale-while-revalidate=600`). With `preview`, the next words of the audience, never to be kept. With `url` in place of `path`: a link of the tenant domain of that host, else a link without a domain to a page of that host, else the page with that URL. A key with `resolve` and without `read` may be in a page; its answers lack what is internal. A 404 may be kept for a minute (`private, max-age=60`). While the database does not answer, a copy may: what was true within the last hour (`footfall-copy: 1`, with its `Age`).
 *
 * Needs a key with one of the scopes `read`, `resolve`.
 *
 * An addition to the interface specification.
 */
export const resolvePageLink = <ThrowOnError extends boolean = true>(options: Options<ResolvePageLinkData, ThrowOnError>) => options.client.get<ResolvePageLinkResponses, ResolvePageLinkErrors, ThrowOnError>({ url: '/v0/page_links/resolve', ...options });

/**
 * Answer up to 50 visits at once, as for a static build
 *
 * Of paths, or of addresses. Each item is as the answer to a visit, in order; one that nobody has or that breaks a rule has a problem, and stops no other. Only reads, so it can be sent again.
 *
 * Needs a key with one of the scopes `read`, `resolve`.
 *
 * An addition to the interface specification.
 */
export const resolvePageLinks = <ThrowOnError extends boolean = true>(options: Options<ResolvePageLinksData, ThrowOnError>) => options.client.post<ResolvePageLinksResponses, ResolvePageLinksErrors, ThrowOnError>({
    url: '/v0/page_links/resolve',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a page link, so that its path is free
 *
 * One that is deleted already stays as it is.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deletePageLink = <ThrowOnError extends boolean = true>(options: Options<DeletePageLinkData, ThrowOnError>) => options.client.delete<DeletePageLinkResponses, DeletePageLinkErrors, ThrowOnError>({ url: '/v0/page_links/{page_link_id}', ...options });

/**
 * Read a page link, deleted or not
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getPageLink = <ThrowOnError extends boolean = true>(options: Options<GetPageLinkData, ThrowOnError>) => options.client.get<GetPageLinkResponses, GetPageLinkErrors, ThrowOnError>({ url: '/v0/page_links/{page_link_id}', ...options });

/**
 * Change a page link
 *
 * Needs a key with the scope `write`.
 */
export const updatePageLink = <ThrowOnError extends boolean = true>(options: Options<UpdatePageLinkData, ThrowOnError>) => options.client.patch<UpdatePageLinkResponses, UpdatePageLinkErrors, ThrowOnError>({
    url: '/v0/page_links/{page_link_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List tenant domains, newest first
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listTenantDomains = <ThrowOnError extends boolean = true>(options: Options<ListTenantDomainsData, ThrowOnError>) => options.client.get<ListTenantDomainsResponses, ListTenantDomainsErrors, ThrowOnError>({ url: '/v0/tenant_domains', ...options });

/**
 * Create a tenant domain
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createTenantDomain = <ThrowOnError extends boolean = true>(options: Options<CreateTenantDomainData, ThrowOnError>) => options.client.post<CreateTenantDomainResponses, CreateTenantDomainErrors, ThrowOnError>({
    url: '/v0/tenant_domains',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List topics with their entries, by sort order, then id
 *
 * Needs a key with the scope `read`.
 */
export const listTopics = <ThrowOnError extends boolean = true>(options: Options<ListTopicsData, ThrowOnError>) => options.client.get<ListTopicsResponses, ListTopicsErrors, ThrowOnError>({ url: '/v0/topics', ...options });

/**
 * Create a topic
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createTopic = <ThrowOnError extends boolean = true>(options: Options<CreateTopicData, ThrowOnError>) => options.client.post<CreateTopicResponses, CreateTopicErrors, ThrowOnError>({
    url: '/v0/topics',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a topic with its entries
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteTopic = <ThrowOnError extends boolean = true>(options: Options<DeleteTopicData, ThrowOnError>) => options.client.delete<DeleteTopicResponses, DeleteTopicErrors, ThrowOnError>({ url: '/v0/topics/{topic_id}', ...options });

/**
 * Read a topic with its entries
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getTopic = <ThrowOnError extends boolean = true>(options: Options<GetTopicData, ThrowOnError>) => options.client.get<GetTopicResponses, GetTopicErrors, ThrowOnError>({ url: '/v0/topics/{topic_id}', ...options });

/**
 * Change a topic
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateTopic = <ThrowOnError extends boolean = true>(options: Options<UpdateTopicData, ThrowOnError>) => options.client.patch<UpdateTopicResponses, UpdateTopicErrors, ThrowOnError>({
    url: '/v0/topics/{topic_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the entries of a topic, by sort order, then id
 *
 * Needs a key with the scope `read`.
 */
export const listTopicEntries = <ThrowOnError extends boolean = true>(options: Options<ListTopicEntriesData, ThrowOnError>) => options.client.get<ListTopicEntriesResponses, ListTopicEntriesErrors, ThrowOnError>({ url: '/v0/topics/{topic_id}/entries', ...options });

/**
 * Add an entry to a topic, which takes at most 50
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createTopicEntry = <ThrowOnError extends boolean = true>(options: Options<CreateTopicEntryData, ThrowOnError>) => options.client.post<CreateTopicEntryResponses, CreateTopicEntryErrors, ThrowOnError>({
    url: '/v0/topics/{topic_id}/entries',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an entry of a topic
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteTopicEntry = <ThrowOnError extends boolean = true>(options: Options<DeleteTopicEntryData, ThrowOnError>) => options.client.delete<DeleteTopicEntryResponses, DeleteTopicEntryErrors, ThrowOnError>({ url: '/v0/topics/{topic_id}/entries/{topic_entry_id}', ...options });

/**
 * Read an entry of a topic
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getTopicEntry = <ThrowOnError extends boolean = true>(options: Options<GetTopicEntryData, ThrowOnError>) => options.client.get<GetTopicEntryResponses, GetTopicEntryErrors, ThrowOnError>({ url: '/v0/topics/{topic_id}/entries/{topic_entry_id}', ...options });

/**
 * Change an entry of a topic
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateTopicEntry = <ThrowOnError extends boolean = true>(options: Options<UpdateTopicEntryData, ThrowOnError>) => options.client.patch<UpdateTopicEntryResponses, UpdateTopicEntryErrors, ThrowOnError>({
    url: '/v0/topics/{topic_id}/entries/{topic_entry_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List annotations, by when they happened, latest first
 *
 * With `pageId`: annotations of the page and of the whole workspace.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listAnnotations = <ThrowOnError extends boolean = true>(options: Options<ListAnnotationsData, ThrowOnError>) => options.client.get<ListAnnotationsResponses, ListAnnotationsErrors, ThrowOnError>({ url: '/v0/annotations', ...options });

/**
 * Note something on the charts, of a page or of the whole workspace
 *
 * The author follows from the key of the request.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createAnnotation = <ThrowOnError extends boolean = true>(options: Options<CreateAnnotationData, ThrowOnError>) => options.client.post<CreateAnnotationResponses, CreateAnnotationErrors, ThrowOnError>({
    url: '/v0/annotations',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an annotation with its text
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteAnnotation = <ThrowOnError extends boolean = true>(options: Options<DeleteAnnotationData, ThrowOnError>) => options.client.delete<DeleteAnnotationResponses, DeleteAnnotationErrors, ThrowOnError>({ url: '/v0/annotations/{annotation_id}', ...options });

/**
 * Read an annotation
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getAnnotation = <ThrowOnError extends boolean = true>(options: Options<GetAnnotationData, ThrowOnError>) => options.client.get<GetAnnotationResponses, GetAnnotationErrors, ThrowOnError>({ url: '/v0/annotations/{annotation_id}', ...options });

/**
 * Change an annotation, which keeps its author
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateAnnotation = <ThrowOnError extends boolean = true>(options: Options<UpdateAnnotationData, ThrowOnError>) => options.client.patch<UpdateAnnotationResponses, UpdateAnnotationErrors, ThrowOnError>({
    url: '/v0/annotations/{annotation_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List views, by name
 *
 * Case and accents do not matter for the order.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listViews = <ThrowOnError extends boolean = true>(options: Options<ListViewsData, ThrowOnError>) => options.client.get<ListViewsResponses, ListViewsErrors, ThrowOnError>({ url: '/v0/views', ...options });

/**
 * Save a view of the console, of which a workspace has at most 1,000
 *
 * Everybody in the workspace sees it. The author follows from the key of the request.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const createView = <ThrowOnError extends boolean = true>(options: Options<CreateViewData, ThrowOnError>) => options.client.post<CreateViewResponses, CreateViewErrors, ThrowOnError>({
    url: '/v0/views',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a view, so that its name is free
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const deleteView = <ThrowOnError extends boolean = true>(options: Options<DeleteViewData, ThrowOnError>) => options.client.delete<DeleteViewResponses, DeleteViewErrors, ThrowOnError>({ url: '/v0/views/{view_id}', ...options });

/**
 * Read a view
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getView = <ThrowOnError extends boolean = true>(options: Options<GetViewData, ThrowOnError>) => options.client.get<GetViewResponses, GetViewErrors, ThrowOnError>({ url: '/v0/views/{view_id}', ...options });

/**
 * Rename a view, or give it another address
 *
 * It keeps its author.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const updateView = <ThrowOnError extends boolean = true>(options: Options<UpdateViewData, ThrowOnError>) => options.client.patch<UpdateViewResponses, UpdateViewErrors, ThrowOnError>({
    url: '/v0/views/{view_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read what happened, in the order of commits
 *
 * A program that polls sends `next` of its last answer as `after`, and so gets each event once. An event has ids and no text: read the record for more. With `subject` and `order=newest` it is the history of a record. The feed keeps only the types of its settings, and each for `retentionDays`. Events of keys need a key with `admin`: other answers leave them out.
 *
 * - `person.created`: A person is new.
 * - `person.updated`: Fields of a person have changed, by a request or by a log that filled them.
 * - `person.erased`: A person is erased.
 * - `person_log.created`: A person has a new log.
 * - `account.created`: An account is new.
 * - `account.updated`: The name of an account has changed.
 * - `account.erased`: An account went with its last person, who was erased.
 * - `account_log.created`: An account has a new log.
 * - `page.created`: A page is new.
 * - `page.updated`: Fields of a page have changed.
 * - `audience.created`: An audience is new.
 * - `audience.updated`: Fields of an audience, or the words of its draft, have changed.
 * - `audience.archived`: An audience is archived.
 * - `audience.restored`: An audience is not archived any more.
 * - `audience_version.created`: An audience has a new version.
 * - `audience_version.queued`: Somebody asked for a version to be published, at once or at a time.
 * - `audience_version.published`: A version is live.
 * - `audience_version.cancelled`: A version will not be published, by a request or because publishing failed.
 * - `experiment.decided`: A test of an audience has decided that a version converts better or worse than the live one. It is never taken back.
 * - `experiment.split_broken`: The visitors of a test do not follow its weights, so nothing can be called a winner.
 * - `page_link.created`: A page link is new.
 * - `page_link.updated`: The path, the domain or the target of a page link has changed.
 * - `page_link.deleted`: A page link is deleted.
 * - `session.started`: A visit counts: its first beacon is merged, or it is imported.
 * - `session.engaged`: A visit no longer counts as a bounce: 10 seconds of engaged time, a click, a question, a form or a conversion.
 * - `form.submitted`: A visitor has submitted a form. If it names its sender, `related` has the person and the log.
 * - `account.visited`: A person of an account, for whom an audience was made, was engaged with it: once a day (UTC) for each account. Only visits in which a pointer, a key, a touch or the wheel moved.
 * - `person.visited`: A person was engaged with the audience that was made for them: once a day (UTC) for each person. Only visits in which a pointer, a key, a touch or the wheel moved.
 * - `alert.fired`: The condition of an alert is met. It is sent to the webhook of the alert, and to no other, whatever their types are.
 * - `api_key.created`: An API key is new: by a request, by a command, by a sign-in, or for a share link.
 * - `api_key.updated`: An API key ends at another time, as the old one of a rotation does.
 * - `api_key.revoked`: An API key is revoked.
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const listEvents = <ThrowOnError extends boolean = true>(options: Options<ListEventsData, ThrowOnError>) => options.client.get<ListEventsResponses, ListEventsErrors, ThrowOnError>({ url: '/v0/events', ...options });

/**
 * Read which types of events the feed keeps, and for how long
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getEventSettings = <ThrowOnError extends boolean = true>(options: Options<GetEventSettingsData, ThrowOnError>) => options.client.get<GetEventSettingsResponses, GetEventSettingsErrors, ThrowOnError>({ url: '/v0/event_settings', ...options });

/**
 * Choose which types of events the feed keeps, and for how long
 *
 * A new workspace keeps none. A type that is not named is no longer saved; what was saved stays until its time is over. docs/operators/cost.md has the price of each type.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const updateEventSettings = <ThrowOnError extends boolean = true>(options: Options<UpdateEventSettingsData, ThrowOnError>) => options.client.patch<UpdateEventSettingsResponses, UpdateEventSettingsErrors, ThrowOnError>({
    url: '/v0/event_settings',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List webhooks, newest first
 *
 * Without their secrets. An address may be a secret itself: so every operation of webhooks needs `admin`.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const listWebhooks = <ThrowOnError extends boolean = true>(options: Options<ListWebhooksData, ThrowOnError>) => options.client.get<ListWebhooksResponses, ListWebhooksErrors, ThrowOnError>({ url: '/v0/webhooks', ...options });

/**
 * Send events to an address, from now on
 *
 * As Standard Webhooks describes it. The secret is in this answer only. A workspace has at most 20 webhooks.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const createWebhook = <ThrowOnError extends boolean = true>(options: Options<CreateWebhookData, ThrowOnError>) => options.client.post<CreateWebhookResponses, CreateWebhookErrors, ThrowOnError>({
    url: '/v0/webhooks',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a webhook, with its secrets and its deliveries
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const deleteWebhook = <ThrowOnError extends boolean = true>(options: Options<DeleteWebhookData, ThrowOnError>) => options.client.delete<DeleteWebhookResponses, DeleteWebhookErrors, ThrowOnError>({ url: '/v0/webhooks/{webhook_id}', ...options });

/**
 * Read a webhook
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const getWebhook = <ThrowOnError extends boolean = true>(options: Options<GetWebhookData, ThrowOnError>) => options.client.get<GetWebhookResponses, GetWebhookErrors, ThrowOnError>({ url: '/v0/webhooks/{webhook_id}', ...options });

/**
 * Change where a webhook leads or what it sends, or switch it off or on
 *
 * A run that sends already may use the previous address for another minute.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const updateWebhook = <ThrowOnError extends boolean = true>(options: Options<UpdateWebhookData, ThrowOnError>) => options.client.patch<UpdateWebhookResponses, UpdateWebhookErrors, ThrowOnError>({
    url: '/v0/webhooks/{webhook_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Give a webhook a new secret, while the previous one stays valid
 *
 * For `overlapSeconds`, 24 hours by default, each event has a signature of both. A second rotation meanwhile ends the oldest of the three at once.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const rotateWebhookSecret = <ThrowOnError extends boolean = true>(options: Options<RotateWebhookSecretData, ThrowOnError>) => options.client.post<RotateWebhookSecretResponses, RotateWebhookSecretErrors, ThrowOnError>({
    url: '/v0/webhooks/{webhook_id}/rotate',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Send an event that never happened, and see the answer
 *
 * Of the type `webhook.test`, with `sequence` 0, once, also if the webhook is switched off. A channel gets “Footfall can reach this channel.” It changes nothing.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const testWebhook = <ThrowOnError extends boolean = true>(options: Options<TestWebhookData, ThrowOnError>) => options.client.post<TestWebhookResponses, TestWebhookErrors, ThrowOnError>({ url: '/v0/webhooks/{webhook_id}/test', ...options });

/**
 * Send the events since a time again
 *
 * Those of its types that are still kept, also if they were delivered: with the same `webhook-id` as before.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const recoverWebhook = <ThrowOnError extends boolean = true>(options: Options<RecoverWebhookData, ThrowOnError>) => options.client.post<RecoverWebhookResponses, RecoverWebhookErrors, ThrowOnError>({
    url: '/v0/webhooks/{webhook_id}/recover',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List what became of the events that a webhook has sent, newest first
 *
 * For as long as the events are kept. With `status=waiting`, the next attempt comes first.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const listWebhookDeliveries = <ThrowOnError extends boolean = true>(options: Options<ListWebhookDeliveriesData, ThrowOnError>) => options.client.get<ListWebhookDeliveriesResponses, ListWebhookDeliveriesErrors, ThrowOnError>({ url: '/v0/webhooks/{webhook_id}/deliveries', ...options });

/**
 * Send an event again, with the whole schedule before it
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const resendWebhookDelivery = <ThrowOnError extends boolean = true>(options: Options<ResendWebhookDeliveryData, ThrowOnError>) => options.client.post<ResendWebhookDeliveryResponses, ResendWebhookDeliveryErrors, ThrowOnError>({ url: '/v0/webhooks/{webhook_id}/deliveries/{delivery}/resend', ...options });

/**
 * List alerts, newest first
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const listAlerts = <ThrowOnError extends boolean = true>(options: Options<ListAlertsData, ThrowOnError>) => options.client.get<ListAlertsResponses, ListAlertsErrors, ThrowOnError>({ url: '/v0/alerts', ...options });

/**
 * Have a webhook notified when a condition is met, from now on
 *
 * At most once a day of the time zone for the same account, person, page or job of the service. A workspace has at most 50 alerts.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const createAlert = <ThrowOnError extends boolean = true>(options: Options<CreateAlertData, ThrowOnError>) => options.client.post<CreateAlertResponses, CreateAlertErrors, ThrowOnError>({
    url: '/v0/alerts',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * See what an alert would have fired in the last 7 days
 *
 * Newest first, at most 100. Of `service_stalled` it has the jobs that are stalled now. It writes and sends nothing.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const previewAlert = <ThrowOnError extends boolean = true>(options: Options<PreviewAlertData, ThrowOnError>) => options.client.post<PreviewAlertResponses, PreviewAlertErrors, ThrowOnError>({
    url: '/v0/alerts/preview',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an alert
 *
 * A second call changes nothing and answers the same.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const deleteAlert = <ThrowOnError extends boolean = true>(options: Options<DeleteAlertData, ThrowOnError>) => options.client.delete<DeleteAlertResponses, DeleteAlertErrors, ThrowOnError>({ url: '/v0/alerts/{alert_id}', ...options });

/**
 * Read an alert
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const getAlert = <ThrowOnError extends boolean = true>(options: Options<GetAlertData, ThrowOnError>) => options.client.get<GetAlertResponses, GetAlertErrors, ThrowOnError>({ url: '/v0/alerts/{alert_id}', ...options });

/**
 * Change an alert, or switch it off or on
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const updateAlert = <ThrowOnError extends boolean = true>(options: Options<UpdateAlertData, ThrowOnError>) => options.client.patch<UpdateAlertResponses, UpdateAlertErrors, ThrowOnError>({
    url: '/v0/alerts/{alert_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List what an alert has fired, newest first
 *
 * For as long as events are kept, and three days at least. The names of what it is about are in their records.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const listAlertFirings = <ThrowOnError extends boolean = true>(options: Options<ListAlertFiringsData, ThrowOnError>) => options.client.get<ListAlertFiringsResponses, ListAlertFiringsErrors, ThrowOnError>({ url: '/v0/alerts/{alert_id}/firings', ...options });

/**
 * List API keys, newest first
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const listApiKeys = <ThrowOnError extends boolean = true>(options: Options<ListApiKeysData, ThrowOnError>) => options.client.get<ListApiKeysResponses, ListApiKeysErrors, ThrowOnError>({ url: '/v0/api_keys', ...options });

/**
 * Mint an API key
 *
 * If the key of the request ends, then the new key ends no later. Without `expiresAt` it ends at the same time.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const createApiKey = <ThrowOnError extends boolean = true>(options: Options<CreateApiKeyData, ThrowOnError>) => options.client.post<CreateApiKeyResponses, CreateApiKeyErrors, ThrowOnError>({
    url: '/v0/api_keys',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke the key of this request
 *
 * A key that was found where it does not belong can be ended by whoever has found it. It may pass for 60 s more elsewhere, where it was used in the last minute.
 *
 * Needs a key with one of the scopes `read`, `write`, `admin`, `log`.
 *
 * An addition to the interface specification.
 */
export const revokeCurrentApiKey = <ThrowOnError extends boolean = true>(options: Options<RevokeCurrentApiKeyData, ThrowOnError>) => options.client.delete<RevokeCurrentApiKeyResponses, RevokeCurrentApiKeyErrors, ThrowOnError>({ url: '/v0/api_keys/current', ...options });

/**
 * Say what the key of this request is and may do
 *
 * Needs a key with one of the scopes `read`, `write`, `admin`.
 *
 * An addition to the interface specification.
 */
export const getCurrentApiKey = <ThrowOnError extends boolean = true>(options: Options<GetCurrentApiKeyData, ThrowOnError>) => options.client.get<GetCurrentApiKeyResponses, GetCurrentApiKeyErrors, ThrowOnError>({ url: '/v0/api_keys/current', ...options });

/**
 * Revoke an API key
 *
 * It may pass for 60 s more where it was used in the last minute.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const revokeApiKey = <ThrowOnError extends boolean = true>(options: Options<RevokeApiKeyData, ThrowOnError>) => options.client.delete<RevokeApiKeyResponses, RevokeApiKeyErrors, ThrowOnError>({ url: '/v0/api_keys/{api_key_id}', ...options });

/**
 * Replace an API key
 *
 * Mints a key of the same name, scopes and expiry; the old one lives for `overlapSeconds` more. If the key of the request ends, then it rotates only keys that end no later.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const rotateApiKey = <ThrowOnError extends boolean = true>(options: Options<RotateApiKeyData, ThrowOnError>) => options.client.post<RotateApiKeyResponses, RotateApiKeyErrors, ThrowOnError>({
    url: '/v0/api_keys/{api_key_id}/rotate',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the share links that work, newest first
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const listShareLinks = <ThrowOnError extends boolean = true>(options: Options<ListShareLinksData, ThrowOnError>) => options.client.get<ListShareLinksResponses, ListShareLinksErrors, ThrowOnError>({ url: '/v0/share_links', ...options });

/**
 * Make a link that opens a view of the console
 *
 * Whoever has the link can read everything of this workspace until it ends or is revoked, with a key that has only the scope `read`. A link of 30 days outlives a key of 12 hours that makes it. A workspace has at most 100 links that work.
 *
 * Needs a key with the scope `write`.
 *
 * The key needs the scope `read`, too.
 *
 * An addition to the interface specification.
 */
export const createShareLink = <ThrowOnError extends boolean = true>(options: Options<CreateShareLinkData, ThrowOnError>) => options.client.post<CreateShareLinkResponses, CreateShareLinkErrors, ThrowOnError>({
    url: '/v0/share_links',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke a share link
 *
 * Nobody can open it any more. Its key may pass for 60 s more where it was used in the last minute. A second call changes nothing.
 *
 * Needs a key with the scope `write`.
 *
 * An addition to the interface specification.
 */
export const revokeShareLink = <ThrowOnError extends boolean = true>(options: Options<RevokeShareLinkData, ThrowOnError>) => options.client.delete<RevokeShareLinkResponses, RevokeShareLinkErrors, ThrowOnError>({ url: '/v0/share_links/{share_link_id}', ...options });

/**
 * Get a key for the console
 *
 * Needs no key. It exchanges the code of a sign-in link, which is valid once, for a key of 12 hours. When the answer is lost, make a new link. The code of a share link gives the key of the link, each time, until the link ends or is revoked. Without a code, it gives a key to a user of Cloudflare Access.
 *
 * An addition to the interface specification.
 */
export const signIn = <ThrowOnError extends boolean = true>(options: Options<SignInData, ThrowOnError>) => options.client.post<SignInResponses, SignInErrors, ThrowOnError>({
    url: '/v0/sign_in',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * End an export that was read
 *
 * Until then, each row that is written is noted for it. An export that nobody goes on with ends after an hour.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const endExport = <ThrowOnError extends boolean = true>(options: Options<EndExportData, ThrowOnError>) => options.client.delete<EndExportResponses, EndExportErrors, ThrowOnError>({ url: '/v0/export', ...options });

/**
 * Read all data of the workspace, part by part
 *
 * Lines of JSON, one for each row. Each part ends with a line that has the cursor of the next one; the last part ends with the number of rows of each table. The file has the state of one moment, `consistentAt`: what changes while the parts are read is told again at the end. Secrets are not in it. `npm run export` does this.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const getExport = <ThrowOnError extends boolean = true>(options: Options<GetExportData, ThrowOnError>) => options.client.get<GetExportResponses, GetExportErrors, ThrowOnError>({ url: '/v0/export', ...options });

/**
 * Give up a restore
 *
 * Then send `POST /v0/restore/advance` until `phase` is `given_up`: the workspace is empty again. One that is done stays.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const deleteRestore = <ThrowOnError extends boolean = true>(options: Options<DeleteRestoreData, ThrowOnError>) => options.client.delete<DeleteRestoreResponses, DeleteRestoreErrors, ThrowOnError>({ url: '/v0/restore', ...options });

/**
 * Read how far a restore is
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const getRestore = <ThrowOnError extends boolean = true>(options: Options<GetRestoreData, ThrowOnError>) => options.client.get<GetRestoreResponses, GetRestoreErrors, ThrowOnError>({ url: '/v0/restore', ...options });

/**
 * Begin to fill an empty workspace from an export
 *
 * The workspace must be empty, and the export of the same schema. Until the restore is done or given up, nothing else can be written. `npm run restore` does all of it.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const createRestore = <ThrowOnError extends boolean = true>(options: Options<CreateRestoreData, ThrowOnError>) => options.client.post<CreateRestoreResponses, CreateRestoreErrors, ThrowOnError>({
    url: '/v0/restore',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Send lines of the file
 *
 * Some lines, at most 2 MiB, in the order of the file. `receivedLines` of the answer says where to go on: it may take fewer than were sent, and lines that were received change nothing.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const createRestoreLines = <ThrowOnError extends boolean = true>(options: Options<CreateRestoreLinesData, ThrowOnError>) => options.client.post<CreateRestoreLinesResponses, CreateRestoreLinesErrors, ThrowOnError>({
    url: '/v0/restore/lines',
    ...options,
    headers: {
        'Content-Type': 'application/x-ndjson',
        ...options.headers
    }
});

/**
 * Do the next step of a restore
 *
 * Send it until `phase` is `receiving`, and again behind the last line until it is `done`. Triggers and search indexes are made, tables are compared with the file, and webhooks and alerts are switched off.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const advanceRestore = <ThrowOnError extends boolean = true>(options: Options<AdvanceRestoreData, ThrowOnError>) => options.client.post<AdvanceRestoreResponses, AdvanceRestoreErrors, ThrowOnError>({
    url: '/v0/restore/advance',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read what the service does, and what it has failed to do
 *
 * For operators: size, rows, queues, deliveries, the cron, what queues gave up, the last errors. It names no person, and has no SQL and no message of an error.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const getSystem = <ThrowOnError extends boolean = true>(options: Options<GetSystemData, ThrowOnError>) => options.client.get<GetSystemResponses, GetSystemErrors, ThrowOnError>({ url: '/v0/system', ...options });

/**
 * Send again what a queue gave up
 *
 * A visit is merged at once: if that fails, the answer is its error. A publish is requested again, of the words as they are now. To send it twice doubles nothing.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const sendGivenUp = <ThrowOnError extends boolean = true>(options: Options<SendGivenUpData, ThrowOnError>) => options.client.post<SendGivenUpResponses, SendGivenUpErrors, ThrowOnError>({
    url: '/v0/system/given_up/{given_up_id}/send',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Remove all sample data
 *
 * With what was made of it, such as links to its pages and logs of its persons. What is yours alone stays. It notifies nobody and notes no event. To remove it again changes nothing.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const removeSampleData = <ThrowOnError extends boolean = true>(options: Options<RemoveSampleDataData, ThrowOnError>) => options.client.delete<RemoveSampleDataResponses, RemoveSampleDataErrors, ThrowOnError>({ url: '/v0/sample_data', ...options });

/**
 * Say whether there is sample data
 *
 * Needs a key with the scope `read`.
 *
 * An addition to the interface specification.
 */
export const getSampleData = <ThrowOnError extends boolean = true>(options: Options<GetSampleDataData, ThrowOnError>) => options.client.get<GetSampleDataResponses, GetSampleDataErrors, ThrowOnError>({ url: '/v0/sample_data', ...options });

/**
 * Load sample data into an empty workspace
 *
 * Pages, companies, persons with logs, audiences with live content and links, and visits of four weeks. It notifies no webhook, channel or alert, and notes no event. To load it again changes nothing.
 *
 * Needs a key with the scope `admin`.
 *
 * An addition to the interface specification.
 */
export const loadSampleData = <ThrowOnError extends boolean = true>(options: Options<LoadSampleDataData, ThrowOnError>) => options.client.post<LoadSampleDataResponses, LoadSampleDataErrors, ThrowOnError>({
    url: '/v0/sample_data',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Say whether the worker runs, and D1 answers and is migrated
 *
 * An addition to the interface specification.
 */
export const getHealth = <ThrowOnError extends boolean = true>(options: Options<GetHealthData, ThrowOnError>) => options.client.get<GetHealthResponses, GetHealthErrors, ThrowOnError>({ url: '/health', ...options });

/**
 * Read this document
 *
 * An addition to the interface specification.
 */
export const getOpenApiDocument = <ThrowOnError extends boolean = true>(options: Options<GetOpenApiDocumentData, ThrowOnError>) => options.client.get<GetOpenApiDocumentResponses, GetOpenApiDocumentErrors, ThrowOnError>({ url: '/openapi.json', ...options });
