export type { Answer, Content, Field, Fields, Image, Metadata } from './answer.ts';
export type { Fetch } from './ask.ts';
export { safeAddress, scriptTag, text } from './html.ts';
export type { Environment, Opened } from './settings.ts';
export { type FieldsLike, type Options, type OwnWords, type Words, wordsOf } from './words.ts';
