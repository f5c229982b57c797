import { typeidUnboxed } from 'typeid-js';

export type IdPrefix =
  | 'person'
  | 'person_log'
  | 'account'
  | 'account_log'
  | 'api_key'
  | 'erasure'
  | 'page'
  | 'audience'
  | 'version'
  | 'page_link'
  | 'tenant_domain'
  | 'topic'
  | 'topic_entry'
  | 'website'
  | 'share_link'
  | 'annotation'
  | 'view'
  | 'webhook'
  | 'alert'
  | 'firing'
  | 'write';

/** A new TypeID: the prefix and 26 characters of a UUIDv7, so that ids sort by time of creation. */
export const newId = (prefix: IdPrefix): string => typeidUnboxed(prefix);
