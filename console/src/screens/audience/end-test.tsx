import {
  type Experiment,
  type ExperimentArm,
  publishExperimentWinner,
  stopExperiment,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { ChangeDialog, Dialog, FormDialog } from '../../kit/form.tsx';
import { armsInWords } from '../experiments/words.ts';
import type { PartProps } from './screen.ts';

interface EndTestProps extends PartProps {
  test: Experiment;
  /** The version that visitors get from then on. Undefined: it stops without one. */
  version: ExperimentArm | undefined;
}

/** Ends a test: publishes one of its versions, or stops it. It says first what visitors get then. */
export function EndTest({ screen, test, version }: EndTestProps) {
  const [live] = test.arms;
  const isLive = version === undefined || version.versionId === live?.versionId;
  const path = { experiment_id: test.experimentId };
  const name = `version ${version?.versionNumber ?? live?.versionNumber}`;
  return (
    <ChangeDialog
      title={version ? (isLive ? `Keep ${name}?` : `Publish ${name}?`) : 'Stop the test?'}
      submit={version ? (isLive ? `Keep ${name}` : `Publish ${name}`) : 'Stop the test'}
      onClose={() => screen.ask(undefined)}
      send={() =>
        version
          ? ask(publishExperimentWinner, { path, body: { versionId: version.versionId } })
          : ask(stopExperiment, { path, body: {} })
      }
      done={() => 'The test has ended'}
      then={screen.end}
      intro={
        <>
          <p>{test.sentence}</p>
          {version && version.versionId !== test.winnerVersionId && (
            <p class="banner">The test has not found that {name} is best.</p>
          )}
          <p class="muted">
            {isLive
              ? `All visitors get ${name} again, and the other content stays saved.`
              : `All visitors get ${name}, with the content that visitors of the test have seen.`}{' '}
            The test ends, and cannot go on later. Its result stays here.
          </p>
        </>
      }
    />
  );
}

/** Says why something is not possible while a test runs. */
export function WhileTest({ screen, test, what }: PartProps & { test: Experiment; what: string }) {
  const close = () => screen.ask(undefined);
  const stop = () => screen.ask({ what: 'end test', test, version: undefined });
  return (
    <Dialog
      title={`${what} is not possible while a test runs`}
      onClose={close}
      footer={
        <>
          <Button onClick={stop}>Stop the test …</Button>
          <Button kind="main" onClick={close}>
            Let it run
          </Button>
        </>
      }
    >
      <p>
        {`The test of ${armsInWords(test.arms)} would not be fair any more. Stop it first, or publish one of its versions. What you have written is saved.`}
      </p>
    </Dialog>
  );
}

/** Archives an audience on which a test runs. It says first that the test ends. */
export function ArchiveWithTest({ screen, test }: PartProps & { test: Experiment }) {
  const { archive } = screen.actions;
  return (
    <FormDialog
      title="Archive the audience, and end its test?"
      submit="Archive"
      of={archive}
      onClose={() => screen.ask(undefined)}
      onSubmit={async () => {
        if ((await archive.run(true)) !== undefined) screen.end();
      }}
      intro={
        <p>
          {`Visitors get the page. The test of ${armsInWords(test.arms)} ends without a winner, and does not go on when the audience is restored.`}
        </p>
      }
    />
  );
}
