import type { AccountLog, PersonLog, TimelinePublish } from '@footfall/client';
import { CopyId } from '../../kit/copy.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Json } from '../../kit/json.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { dayAndTime, number } from '../../lib/format.ts';
import { open } from '../../nav/records.ts';
import { link } from '../../nav/router.ts';
import type { Whose } from './data.ts';
import { excerptOf } from './excerpt.ts';
import { sentenceOf } from './sentence.ts';

/** A log in a timeline: a sentence if its payload is known, or else its type and an excerpt. The payload unfolds. */
export function logItem(at: string, log: PersonLog | AccountLog, { nameOf }: Whose): TimelineItem {
  const { createdAt, occurredAt, source, type, payload } = log;
  const id = 'personLogId' in log ? log.personLogId : log.accountLogId;
  const personId = 'personLogId' in log ? log.personId : undefined;
  const name = personId && nameOf?.(personId);
  const sentence = sentenceOf(payload);
  const excerpt = sentence ? undefined : excerptOf(payload);
  return {
    id,
    at,
    title: sentence ? <span class="sentence">{sentence}</span> : <b>{type}</b>,
    note: (
      <>
        {name ? `${name} · ${source}` : source}
        {excerpt && <span class="excerpt cut small">{excerpt}</span>}
      </>
    ),
    details: (
      <>
        <Facts
          facts={[
            ['Person', personId && nameOf && <a href={open(personId)}>{name ?? personId}</a>],
            ['Type', type],
            ['Happened', occurredAt && dayAndTime(occurredAt)],
            ['Received', dayAndTime(createdAt)],
            ['Id', <CopyId key="id" id={id} />],
          ]}
        />
        <Json value={payload} />
      </>
    ),
  };
}

/** A version of an audience that was made for a person, in a timeline. */
export function publishItem(at: string, publish: TimelinePublish, { nameOf }: Whose): TimelineItem {
  const { audienceId, audienceName, pageId, personId, versionId, versionNumber } = publish;
  const name = nameOf?.(personId);
  return {
    id: versionId,
    at,
    title: (
      <span class="sentence">
        Version {number(versionNumber)} of <b>{audienceName}</b> published{name && ','}
      </span>
    ),
    note: name && `made for ${name}`,
    details: (
      <Facts
        facts={[
          [
            'Audience',
            <a key="audience" href={link('audience', { pageId, audienceId })}>
              {audienceName}
            </a>,
          ],
          ['For', nameOf && <a href={open(personId)}>{name ?? personId}</a>],
        ]}
      />
    ),
  };
}
