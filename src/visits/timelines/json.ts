import { logJson } from '../../people/logs/json.ts';
import type { TimelineItem } from './store/read.ts';

/** JSON of an item, the payload of a log as it was sent. */
const itemJson = (item: TimelineItem): string =>
  item.kind === 'log' ? `{"kind":"log","at":"${item.at}","log":${logJson(item.log)}}` : JSON.stringify(item);

/** JSON of a page of a timeline. */
export const timelineJson = ({ items, ...rest }: { items: TimelineItem[] }): string =>
  `{"items":[${items.map(itemJson).join()}],${JSON.stringify(rest).slice(1)}`;
