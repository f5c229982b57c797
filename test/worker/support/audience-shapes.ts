import { versionStatuses } from '../../../src/content/audiences/lifecycle.ts';

type Check = (value: unknown) => boolean;
interface Shape {
  [field: string]: Check | Shape;
}

/** Names of the fields that are missing, unexpected or of the wrong type. */
function wrongFields(value: unknown, shape: Shape, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const names = new Set([...Object.keys(shape), ...Object.keys(value)]);
  return [...names].flatMap((name) => {
    const check = shape[name];
    const field = (value as Record<string, unknown>)[name];
    if (!check || !(name in value)) return [at + name];
    if (typeof check === 'object') return wrongFields(field, check, `${at}${name}.`);
    return check(field) ? [] : [at + name];
  });
}

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isTime: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isWhole: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 1;
const isStatus: Check = (value) => (versionStatuses as readonly unknown[]).includes(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    wrongFields(value, shape).length === 0;
const fields = (names: string, check: Check): Shape =>
  Object.fromEntries(names.split(' ').map((name) => [name, check]));

// A copy of the tables of docs/developers/interface.md. cancelReason, allowedActions, publishAt and requestedBy are additions.
const versionShape: Shape = {
  ...fields('versionId audienceId', isText),
  versionNumber: isWhole,
  status: isStatus,
  isNewPageAgent: isFlag,
  createdAt: isTime,
  ...fields('supplementaryContext cancelReason requestedBy', orNull(isText)),
  ...fields('becameDraftAt queuedAt publishAt publishedAt cancelledAt obsoleteAt archivedAt', orNull(isTime)),
  queueDurationMs: orNull((value) => typeof value === 'number' && value >= 0),
  allowedActions: isTexts,
};
const metadataShape: Shape = {
  ...fields('title description author canonicalUrl ogTitle ogDescription ogType ogImageUrl', isText),
  ...fields('ogImageFileId ogImageAlt ogSiteName ogUrl twitterCard twitterTitle', isText),
  ...fields('twitterDescription twitterImageUrl twitterImageFileId twitterImageAlt', isText),
  ...fields('twitterSite twitterCreator themeColor', isText),
  ...fields('keywords robots', isTexts),
};
const audienceShape: Shape = {
  ...fields('audienceId pageId computedName effectiveName', isText),
  ...fields('personId personRouteKey customName actionFormIdOverride', orNull(isText)),
  ...fields('actionFormInstructionsOverride actionUrlOverride supplementaryContext', orNull(isText)),
  isNewPageAgent: isFlag,
  status: isStatus,
  archivedAt: orNull(isTime),
  createdAt: isTime,
  latestVersion: versionShape,
  publishedVersion: orNull(shaped(versionShape)),
  effectiveMetadata: metadataShape,
  metadataOverride: metadataShape,
};
const listShape: Shape = {
  items: Array.isArray,
  hasMore: isFlag,
  nextCursor: orNull(isText),
  totalCount: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};

/** Names of the fields of an answer that are missing, unexpected or of the wrong type. */
export function wrongIn(body: object): string[] {
  if ('items' in body && Array.isArray(body.items))
    return [...wrongFields(body, listShape), ...body.items.flatMap((item: object) => wrongIn(item))];
  if ('latestVersion' in body) return wrongFields(body, audienceShape);
  return 'versionId' in body ? wrongFields(body, versionShape) : [];
}
