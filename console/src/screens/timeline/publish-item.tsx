import type { TimelinePublish } from '@footfall/client';
import { Facts } from '../../kit/facts.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { number } from '../../lib/format.ts';
import { open } from '../../nav/records.ts';
import { link } from '../../nav/router.ts';
import type { Whose } from './data.ts';

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
          ['Made for', nameOf && <a href={open(personId)}>{name ?? personId}</a>],
        ]}
      />
    ),
  };
}
