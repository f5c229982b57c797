import { useEffect, useRef, useState } from 'preact/hooks';
import type { Kind } from '../../../../src/lib/import/fields.ts';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { number } from '../../lib/format.ts';
import { announce } from '../../lib/toasts.ts';
import { usualZone } from '../../lib/usual-zone.ts';
import { link } from '../../nav/router.ts';
import { Choices } from './choices.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Columns } from './columns.tsx';
import type { Source } from './file.ts';
import { Outcome } from './outcome.tsx';
import {
  type Chosen,
  changed,
  fileInWords,
  firstChoice,
  namesSomebody,
  planOf,
  seenOrder,
  sentenceOf,
} from './plan.ts';
import { type ListRun, useRun } from './use-run.ts';

/** Up to so many rows, what would become of them is asked without being asked for. */
const fewRows = 2000;

/** Where those are that were imported last: they can be chosen there. */
const newest = (kind: Kind) =>
  kind === 'accounts'
    ? link('accounts', {}, { list: 'all', sort: '-since' })
    : link('persons', {}, { list: 'all', sort: '-since' });

interface PreparedProps {
  source: Source;
  chosen: Chosen;
  onChange: (change: Partial<Chosen>) => void;
  tried: ListRun;
  onTry: () => void;
}

/** What the list is, what would become of its rows, and how they are read. */
function Prepared({ source, chosen, onChange, tried, onTry }: PreparedProps) {
  const { file, look } = source;
  const { kind } = chosen;
  const isTried = tried.state.isRunning || tried.state.progress.done > 0 || tried.state.error !== undefined;
  return (
    <>
      <p>{fileInWords(file.name, look)}</p>
      {namesSomebody(chosen) ? (
        <section class="stack-3" aria-label="What it would do">
          {isTried ? (
            <Outcome state={tried.state} kind={kind} total={look.count} did="Looked at" />
          ) : (
            <p>
              <Button onClick={onTry}>See what would become of the {number(look.count)} rows</Button>
            </p>
          )}
          {kind === 'logs' && <p class="muted">This counts the persons of the rows, not the rows.</p>}
        </section>
      ) : (
        <p class="banner" role="status">
          {kind === 'accounts'
            ? 'Say which column is the domain or the website: a row without one is no company.'
            : 'Say which column is an email, a phone number or a LinkedIn profile: a row without one is nobody.'}
        </p>
      )}
      <Choices chosen={chosen} seenOrder={seenOrder(chosen, look)} onChange={onChange} />
      <Columns
        look={look}
        kind={kind}
        mapping={chosen.mapping}
        onMapping={(mapping) => onChange({ mapping })}
      />
    </>
  );
}

/** A dialog that imports a list of persons, of companies, or of what happened, from a CSV file. */
export function ImportList({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<Source>();
  const [chosen, setChosen] = useState<Chosen>();
  const [isBegun, setBegun] = useState(false);
  const tried = useRun(true);
  const imported = useRun(false);
  const { state } = imported;
  const total = source?.look.count ?? 0;
  const kind = chosen?.kind ?? 'persons';
  const isDone = isBegun && state.progress.done === total && !state.isRunning && state.error === undefined;
  const wanted = source &&
    chosen && { source, plan: planOf(chosen, source.look), onConflict: chosen.onConflict };
  const attempt = () => wanted && tried.start(wanted);
  useEffect(() => {
    tried.reset();
    if (chosen && namesSomebody(chosen) && total <= fewRows) attempt();
  }, [source, chosen]);
  const isTried = tried.state.progress.done === total && total > 0;
  useEffect(() => {
    if (isTried && chosen && !isBegun) announce(sentenceOf(tried.state.progress.counts, chosen.kind));
  }, [isTried]);
  useEffect(() => {
    if (!isDone || !chosen) return;
    announce(`The list was imported: ${sentenceOf(state.progress.counts, chosen.kind)}`);
    refetch();
  }, [isDone]);
  // What had the focus is gone with each step.
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (source && document.activeElement?.closest('dialog') === null) step.current?.focus();
  }, [source, isBegun, state.isRunning]);
  const begin = () => {
    if (!wanted) return;
    tried.stop();
    setBegun(true);
    imported.start(wanted);
  };
  const take = (next: Source) => {
    setSource(next);
    setChosen(firstChoice(next.look, usualZone()));
  };

  const footer = isDone ? (
    <>
      {state.progress.counts.created > 0 && (
        <a class="button" href={newest(kind)}>
          {kind === 'accounts' ? 'Show the newest companies' : 'Show the newest persons'}
        </a>
      )}
      <Button kind="main" onClick={onClose}>
        Done
      </Button>
    </>
  ) : state.isRunning ? (
    <Button onClick={imported.stop}>Stop</Button>
  ) : (
    <>
      <Button onClick={onClose}>{isBegun ? 'Close' : 'Cancel'}</Button>
      {chosen && namesSomebody(chosen) && total > 0 && (
        <Button kind="main" onClick={begin}>
          {isBegun ? 'Go on' : `Import ${number(total)} ${total === 1 ? 'row' : 'rows'}`}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title="Import a list"
      class="dialog-wide"
      onClose={onClose}
      isSticky={state.isRunning}
      footer={footer}
    >
      <div class="stack" ref={step} tabIndex={-1}>
        {source && chosen && isBegun ? (
          <>
            <Outcome state={state} kind={chosen.kind} total={total} did="Imported" />
            {!isDone && !state.isRunning && (
              <p class="muted">
                What was imported stays. Go on, or import the same file another time: nothing is doubled.
              </p>
            )}
          </>
        ) : source && chosen ? (
          <Prepared
            source={source}
            chosen={chosen}
            onChange={(change) => setChosen(changed(chosen, change, source.look))}
            tried={tried}
            onTry={attempt}
          />
        ) : (
          <ChooseFile onSource={take} />
        )}
      </div>
      <Unsaved isDirty={state.isRunning} />
    </Dialog>
  );
}
