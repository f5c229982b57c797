import {
  archiveCampaign,
  type Campaign,
  publishCampaign,
  rollBackCampaign,
  stopCampaign,
} from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, type Match, orReadAgain, useMutation } from '../../data/api.ts';
import { Ago } from '../../kit/ago.tsx';
import { Button } from '../../kit/button.tsx';
import { ChangeDialog, NotDone } from '../../kit/form.tsx';
import { number, plural } from '../../lib/format.ts';
import { open } from '../../nav/router.ts';
import { jobInWords, pathOf } from './data.ts';

interface CampaignProps {
  campaign: Campaign;
  /** Its state as it was read. */
  match: Match;
  mayWrite: boolean;
}

/** A dialog that publishes the words before the last change again. */
function RollBack({ campaign, match, onClose }: Omit<CampaignProps, 'mayWrite'> & { onClose: () => void }) {
  return (
    <ChangeDialog
      title="Roll back the words?"
      submit={`Roll back ${plural(campaign.rowsCount, 'page')}`}
      intro={
        <p>The words before the last change go live for all. Roll back again to have the new ones back.</p>
      }
      send={() => orReadAgain(ask(rollBackCampaign, { path: pathOf(campaign), body: {}, headers: match }))}
      onClose={onClose}
    />
  );
}

/** What is done to all pages of a campaign, or was done last. */
export function JobState({ campaign, match, mayWrite }: CampaignProps) {
  const { job } = campaign;
  const [isAsked, setAsked] = useState(false);
  const path = pathOf(campaign);
  // Between the answer and the next question the job goes on: the state of then is not what is stopped.
  const stop = useMutation(() => ask(stopCampaign, { path, body: {} }));
  const again = job?.kind === 'archive' ? archiveCampaign : publishCampaign;
  const goOn = useMutation(() => orReadAgain(ask(again, { path, body: {}, headers: match })));
  if (!job) return null;
  const { state, kind, done, total, problems, refused, endedAt, lastError } = job;
  return (
    <div class="box stack-2 campaign-job">
      <div class="wrap between">
        <p>
          <span role="status">{jobInWords(job)}</span>{' '}
          {endedAt && (
            <span class="muted">
              <Ago at={endedAt} />
            </span>
          )}
        </p>
        {mayWrite && (
          <span class="row">
            {state === 'running' ? (
              <Button isBusy={stop.isRunning} onClick={() => stop.run(undefined)}>
                Stop
              </Button>
            ) : kind !== 'archive' ? (
              campaign.archivedAt === null && (
                <>
                  {campaign.hasEarlierWords && <Button onClick={() => setAsked(true)}>Roll back …</Button>}
                  {state === 'stopped' && kind === 'publish' && (
                    <Button kind="main" isBusy={goOn.isRunning} onClick={() => goOn.run(undefined)}>
                      Publish for all
                    </Button>
                  )}
                </>
              )
            ) : (
              state === 'stopped' && (
                <Button kind="main" isBusy={goOn.isRunning} onClick={() => goOn.run(undefined)}>
                  Archive the others
                </Button>
              )
            )}
          </span>
        )}
      </div>
      {state === 'running' && <progress class="wide-progress" max={total} value={done} aria-label="Done" />}
      {state === 'running' && lastError !== null && (
        <p class="banner" role="alert">
          The last attempt has failed, and it is tried again: {lastError}
        </p>
      )}
      {problems.length > 0 && (
        <details>
          <summary>
            {plural(refused, 'page')} could not be {kind === 'write' ? 'made' : 'changed'}
          </summary>
          <ul class="reasons stack-1">
            {problems.map(({ personId, row, detail }) => (
              <li key={personId ?? row}>
                {personId ? <a href={open(personId)}>Person</a> : `Row ${number(row ?? 0)}:`} {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
      <NotDone error={stop.error ?? goOn.error} />
      {isAsked && <RollBack campaign={campaign} match={match} onClose={() => setAsked(false)} />}
    </div>
  );
}
