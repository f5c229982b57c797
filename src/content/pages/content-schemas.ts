import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { clearable, text, textUpTo, webUrl } from '../../http/schemas.ts';
import { FieldValues } from './field-schemas.ts';
import { ofKinds, ogTypes, robotsRules, twitterCards } from './metadata.ts';

const robots = z.array(z.enum(robotsRules)).check(z.maxLength(robotsRules.length));
const ogType = z.enum(ogTypes);
const twitterCard = z.enum(twitterCards);

const answered = {
  line: textUpTo(1000),
  paragraph: textUpTo(1000),
  address: textUpTo(2048),
  file: described(textUpTo(2048), 'Empty: the service has no images yet.'),
  keywords: z.array(textUpTo(50)).check(z.maxLength(50)),
  robots,
  ogType,
  twitterCard,
};
const changed = {
  line: clearable(text(0, 300)),
  paragraph: clearable(text(0, 1000)),
  address: clearable(webUrl(0)),
  keywords: clearable(z.array(text(1, 50)).check(z.maxLength(50))),
  robots: clearable(robots),
  ogType: clearable(ogType),
  twitterCard: clearable(twitterCard),
};

/** All 23 fields, as in answers. */
export const Metadata = object('Metadata', ofKinds(answered));

/** The fields to change; `""`, `[]` and null clear one. */
export const MetadataUpdate = strictObject('MetadataUpdate', ofKinds(changed));
export type MetadataUpdate = z.infer<typeof MetadataUpdate>;

const override = (max: number) => z.nullable(textUpTo(max));

/** The content that a website shows to a visitor. It names no person, so an erasure need not change it. */
export const Content = object('Content', {
  title: textUpTo(255),
  url: textUpTo(2048),
  metadata: Metadata,
  actionFormId: override(255),
  actionFormInstructions: override(10_000),
  actionUrl: override(2048),
  supplementaryContext: override(10_000),
  fields: described(
    FieldValues,
    'The fields of the page, in the words of the audience or its own. An addition.',
  ),
});
export type Content = z.infer<typeof Content>;
