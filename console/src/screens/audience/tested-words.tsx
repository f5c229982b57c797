import type { Experiment, ExperimentArm } from '@footfall/client';
import { Dialog } from '../../kit/form.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { Compare } from './compare.tsx';
import { pathOf, useFinalWords } from './data.ts';
import type { PartProps } from './screen.ts';

interface TestedWordsProps extends PartProps {
  test: Experiment;
  arm: ExperimentArm;
}

/** What visitors of a test get by one of its versions, beside the version that was live when it started. */
export function TestedWords({ screen, test, arm }: TestedWordsProps) {
  const { loaded } = screen;
  const path = pathOf(loaded);
  const { versionId, versionNumber } = arm;
  const [live] = test.arms;
  const isLive = live === undefined || live.versionId === versionId;
  const words = useFinalWords(path, versionId);
  const liveWords = useFinalWords(path, isLive ? undefined : live.versionId);
  const label = `Version ${versionNumber}`;
  const query = words.error === undefined && !isLive ? liveWords : words;
  const isThere = words.data && (isLive || liveWords.data);
  return (
    <Dialog
      title={`${label} of the test`}
      class="dialog-wide"
      done="Close"
      onClose={() => screen.ask(undefined)}
    >
      <Await query={{ ...query, data: isThere && words.data }} skeleton={<Skeleton lines={6} />}>
        {({ shown }) => (
          <Compare
            page={loaded.page}
            live={isLive ? undefined : liveWords.data?.shown}
            next={shown}
            labels={[isLive ? label : `Version ${live.versionNumber}`, label]}
          />
        )}
      </Await>
    </Dialog>
  );
}
