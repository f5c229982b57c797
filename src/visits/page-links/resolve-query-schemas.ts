import * as z from 'zod/mini';
import { described } from '../../http/described.ts';
import { text } from '../../http/schemas.ts';
import { addressOf } from './address.ts';
import { longestVisitor } from './limits.ts';
import { domainFilter, isGiven, path, required, tenantDomainId } from './schemas.ts';

/** No longer URL reaches a Worker, in characters. */
const longestUrl = 16_384;

const url = text(1, longestUrl).check(
  z.refine((value) => addressOf(value) !== undefined, {
    error: 'must be an absolute http or https URL, without user name',
    params: { code: 'invalid_format' },
  }),
  z.describe('The address of a page, as a browser shows it, in place of `path` and `tenantDomainId`.'),
);

const isText = (value: unknown) => typeof value === 'string';
const isSent = (value: unknown, name: string) => isGiven((value as Record<string, unknown>)[name]);
const isRecord = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A violation of a field that stands beside another one that excludes it. Of a list, where one value may be, there is another. */
const beside = (field: string, other: string, isOne = (_: unknown) => true) =>
  z.refine(
    (value: unknown) =>
      !isSent(value, field) || !isSent(value, other) || !isOne((value as Record<string, unknown>)[field]),
    {
      path: [field],
      error: `must not stand beside ${other}`,
      params: { code: 'not_allowed' },
      when: isRecord,
    },
  );

const visitor = described(
  z.optional(text(1, longestVisitor)),
  'Anything that is the same whenever this visitor comes, such as an id of your own. It says which version of a running test they get, and is not stored.',
);

export const ResolveQuery = z
  .object({
    path: z.optional(path),
    url: z.optional(url),
    tenantDomainId: domainFilter,
    preview: described(
      z.optional(z.string().check(z.meta({ maxLength: longestUrl }))),
      'The token of a preview. Whatever it is, the answer has words: see its `preview`.',
    ),
    visitor,
  })
  .check(
    z.refine((value) => isSent(value, 'path') || isSent(value, 'url'), required('path')),
    beside('url', 'path', isText),
    beside('tenantDomainId', 'url', isText),
  );
export type ResolveQuery = z.infer<typeof ResolveQuery>;

/** The most paths or URLs of a request. */
export const mostResolved = 50;

const upTo50 = <Item extends z.ZodMiniType>(item: Item) =>
  z.optional(
    z
      .array(item)
      .check(
        z.minLength(1, 'must have at least 1 item'),
        z.maxLength(mostResolved, `must have at most ${mostResolved} items`),
      ),
  );
const batchOf = <Path extends z.ZodMiniType, Url extends z.ZodMiniType>(onePath: Path, oneUrl: Url) =>
  z.strictObject({ paths: upTo50(onePath), urls: upTo50(oneUrl), tenantDomainId, visitor }).check(
    z.refine((value) => isSent(value, 'paths') || isSent(value, 'urls'), required('paths')),
    beside('urls', 'paths'),
    beside('tenantDomainId', 'urls'),
  );

/** Many paths of one domain, or many addresses. */
export const ResolveBatch = batchOf(path, url).check(z.meta({ id: 'ResolveBatch' }));
/** A list whose items may be anything: each has an outcome of its own. */
export const LooseResolveBatch = batchOf(z.unknown(), z.unknown());
/** An item of each list. */
export const resolvePath = path;
export const resolveUrl = url;
