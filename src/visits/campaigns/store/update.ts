import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { Campaign, CampaignUpdate } from '../schemas.ts';
import type { Words } from '../words.ts';
import { haveAllFields, refuseFields } from './create.ts';
import {
  type CampaignPath,
  isOpen,
  refuseArchived,
  reviseCampaign,
  wordsColumns,
  writeCampaign,
} from './internal.ts';
import { isIdle, refuseWhileRunning } from './jobs.ts';

interface UpdateParams {
  at: ParamsOf<CampaignPath>;
  name: Param<string> | undefined;
  path: Param<string> | undefined;
  onPathTaken: Param<'suffix' | 'refuse'> | undefined;
  words: Param<string> | undefined;
  write: WriteParams;
}

const update = statement(({ at, write, words, ...changes }: UpdateParams) =>
  reviseCampaign(
    at,
    write,
    { ...changes, ...(words && wordsColumns(words)) },
    and(isOpen, words && (sql`${isIdle} and ${haveAllFields(at.pageId, words as SQL)}` as SQL)),
  ),
);

/**
 * Changes the given fields. Rows that come later get the words of now; the others, with a job. Throws `campaign_archived`,
 * `fields_mismatch`, `job_running`, and as `writeCampaign` does.
 */
export const updateCampaign = (
  db: Database,
  at: CampaignPath,
  { words, name, path, onPathTaken }: CampaignUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Campaign>> =>
  writeCampaign(
    db,
    at,
    { words, name, path, onPathTaken },
    ifMatch,
    (write) => update({ at, name, path, onPathTaken, words: words && JSON.stringify(words), write }),
    {
      refuse: (row, page) => {
        refuseArchived(row);
        if (!words) return;
        refuseWhileRunning(row);
        refuseFields(page, words as Words);
      },
    },
  );
