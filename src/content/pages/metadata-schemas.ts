import * as z from 'zod/mini';
import { clearable, text, textUpTo, webUrl } from '../../http/schemas.ts';
import { ogTypes, robotsRules, twitterCards } from './metadata.ts';

const fileNote = 'Empty: the service has no images yet.';
const answered = {
  text: textUpTo(1000),
  url: textUpTo(2048),
  file: textUpTo(2048).check(z.describe(fileNote)),
};

/** All 23 fields, as in answers. */
export const Metadata = z
  .object({
    title: answered.text,
    description: answered.text,
    keywords: z.array(textUpTo(50)).check(z.maxLength(50)),
    author: answered.text,
    robots: z.array(z.enum(robotsRules)).check(z.maxLength(robotsRules.length)),
    canonicalUrl: answered.url,
    ogTitle: answered.text,
    ogDescription: answered.text,
    ogType: z.enum(ogTypes),
    ogImageUrl: answered.file,
    ogImageFileId: answered.file,
    ogImageAlt: answered.text,
    ogSiteName: answered.text,
    ogUrl: answered.url,
    twitterCard: z.enum(twitterCards),
    twitterTitle: answered.text,
    twitterDescription: answered.text,
    twitterImageUrl: answered.file,
    twitterImageFileId: answered.file,
    twitterImageAlt: answered.text,
    twitterSite: answered.text,
    twitterCreator: answered.text,
    themeColor: answered.text,
  })
  .check(z.meta({ id: 'Metadata' }));

const line = clearable(text(0, 300));
const paragraph = clearable(text(0, 1000));

/** The fields to change; `""`, `[]` and null clear one. */
export const MetadataUpdate = z
  .strictObject({
    title: line,
    description: paragraph,
    keywords: clearable(z.array(text(1, 50)).check(z.maxLength(50))),
    author: line,
    robots: clearable(z.array(z.enum(robotsRules)).check(z.maxLength(robotsRules.length))),
    canonicalUrl: clearable(webUrl(0)),
    ogTitle: line,
    ogDescription: paragraph,
    ogType: clearable(z.enum(ogTypes)),
    ogImageAlt: line,
    ogSiteName: line,
    ogUrl: clearable(webUrl(0)),
    twitterCard: clearable(z.enum(twitterCards)),
    twitterTitle: line,
    twitterDescription: paragraph,
    twitterImageAlt: line,
    twitterSite: line,
    twitterCreator: line,
    themeColor: line,
  })
  .check(z.meta({ id: 'MetadataUpdate' }));
export type MetadataUpdate = z.infer<typeof MetadataUpdate>;
