import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { fragmentPattern } from '../../http/patterns.ts';
import { author, id, nameUpTo, text, textUpTo, timestamp } from '../../http/schemas.ts';

const longestName = 100;
const longestAddress = 2000;

export const View = object('View', {
  viewId: id('view'),
  name: textUpTo(longestName),
  address: textUpTo(longestAddress),
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type View = z.infer<typeof View>;

const name = described(
  nameUpTo(longestName),
  'Another view must not have it, in whatever case and with whatever accents.',
);

const address = text(1, longestAddress).check(
  z.refine(
    (value) => /^\/(?![\/\\])/v.test(value),
    'must begin with one slash, and no other slash or backslash behind it',
  ),
  z.meta({
    maxLength: longestAddress,
    pattern: fragmentPattern,
    description:
      'What stands behind the # in the address of the console. The service does not interpret it, and the console only uses it as a fragment.',
    example: '/pages?range=30d',
  }),
);

export const ViewCreate = strictObject('ViewCreate', { name, address });
export type ViewCreate = z.infer<typeof ViewCreate>;

export const ViewUpdate = strictObject('ViewUpdate', {
  name: z.optional(name),
  address: z.optional(address),
});
export type ViewUpdate = z.infer<typeof ViewUpdate>;

export const ViewList = listOf(View, 'ViewList');

export const ViewDeleted = object('ViewDeleted', { viewId: id('view'), deletedAt: timestamp });
