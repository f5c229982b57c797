import { getSource, type Source } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import { askResponse, type Read, useRecord } from '../../data/api.ts';
import { versionOf } from '../../data/edit.ts';
import { useScope } from '../../data/session.ts';
import { AgoOrNever } from '../../kit/ago.tsx';
import { Button, CopyButton } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { Facts } from '../../kit/facts.tsx';
import { TextField } from '../../kit/field.tsx';
import { Tabs, useTab } from '../../kit/pills.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { dayAndTime, number } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { KeptPart } from './kept.tsx';
import { MappingPart } from './mapping.tsx';
import { Recent, Waiting } from './recent.tsx';
import { Address, ReplaceSecret, Secret } from './setup.tsx';
import { changeSource, countsInWords, removeSource, sourceName, stateOf } from './words.ts';

const labels = { name: 'Name' };
const valuesOf = ({ name }: Source) => ({ name });

/** A form that renames a source. */
const Rename = ({ data: source, match, onClose }: Editing<Source>) => (
  <EditRecord
    what="source"
    labels={labels}
    start={{ values: valuesOf(source), match }}
    read={() => versionOf(askResponse(getSource, { path: { source_id: source.sourceId } }), valuesOf)}
    bodyOf={({ name }) => ({ name })}
    send={(body, state) => changeSource(source.sourceId, body, state)}
    onClose={onClose}
  >
    {({ name }) => (
      <TextField
        label={labels.name}
        name="name"
        value={name}
        hint="Logs have it as their source: small letters, digits and hyphens, such as stripe-eu. Logs of before keep theirs."
      />
    )}
  </EditRecord>
);

interface SourceFactsProps {
  source: Source;
  /** Opens the dialog that replaces the secret. */
  onReplace: (() => void) | undefined;
}

function SourceFacts({ source, onReplace }: SourceFactsProps) {
  const { url, hasSecret, secretSetAt, previousSecretUntil, receivedCount, droppedCount } = source;
  const { tone, badge } = stateOf(source);
  const facts = [
    [
      'State',
      <span key="state" class={`badge badge-${tone}`}>
        {badge}
      </span>,
    ],
    ['Address', receivedCount > 0 && <CopyButton key="url" text={url} label={url} what="address" />],
    [
      'Secret',
      hasSecret && (
        <span key="secret" class="row wrap">
          Set{secretSetAt && `, ${dayAndTime(secretSetAt)}`}
          {onReplace && (
            <Button kind="link" onClick={onReplace}>
              Replace …
            </Button>
          )}
        </span>
      ),
    ],
    ['Old secret', previousSecretUntil && `works until ${dayAndTime(previousSecretUntil)}`],
    ['Received', receivedCount > 0 && countsInWords(source)],
    [
      'Kept now',
      source.keptCount > 0 && (
        <a key="kept" href={here({ tab: 'kept' })}>
          {number(source.keptCount)}
        </a>
      ),
    ],
    ['Dropped', droppedCount > 0 && `${number(droppedCount)} kept deliveries had to go for newer ones`],
    ['Last received', receivedCount > 0 && <AgoOrNever key="last" at={source.lastReceivedAt} />],
    ['Created', `${dayAndTime(source.createdAt)}${source.author ? ` by ${source.author}` : ''}`],
  ] as const;
  return <Facts facts={facts} />;
}

type Mode = 'rename' | 'replace';

const tabs = [
  { id: 'deliveries', label: 'The last ten' },
  { id: 'kept', label: 'Kept' },
  { id: 'mapping', label: 'Mapping' },
] as const;

function Shown(read: Read<Source>) {
  const { data: source } = read;
  const mayManage = useScope('admin');
  const [mode, setMode] = useState<Mode>();
  const tab = useTab(tabs);
  const close = () => setMode(undefined);
  const remove = () => {
    go(here(noRecord), { replace: true });
    removeSource(read);
  };
  useActions(
    mayManage
      ? [
          { title: 'Rename the source', keys: 'e', run: () => setMode('rename') },
          { title: 'Delete the source', keys: 'Delete', run: remove },
        ]
      : [],
  );
  if (mode === 'rename') return <Rename {...read} onClose={close} />;
  const isNew = source.receivedCount === 0;
  return (
    <div class="stack">
      <p class="record-name clamp" title={sourceName(source)}>
        {sourceName(source)}
      </p>
      {mayManage && (
        <div class="row">
          <Button onClick={() => setMode('rename')}>Rename</Button>
          <span class="grow" />
          <Button kind="delete" onClick={remove}>
            Delete
          </Button>
        </div>
      )}
      {isNew && mayManage && <Address source={source} />}
      {mayManage && <Secret source={source} />}
      <Waiting source={source} />
      <SourceFacts source={source} onReplace={mayManage ? () => setMode('replace') : undefined} />
      <Tabs label="Parts of the source" tabs={tabs} />
      {tab === 'deliveries' && <Recent source={source} />}
      {tab === 'kept' && <KeptPart {...read} mayManage={mayManage} />}
      {tab === 'mapping' && <MappingPart {...read} mayManage={mayManage} />}
      {mode === 'replace' && <ReplaceSecret source={source} onClose={close} />}
    </div>
  );
}

/** How often a source is asked for, in milliseconds: while somebody waits for its first delivery, and then. */
const soon = 1500;
const later = 10_000;

/** A source at the side: how its service is connected, what came of it, and how it is changed. */
export const SourceRecord = withScope('read', 'see the sources', ({ id }: { id: string }) => {
  const [every, setEvery] = useState(soon);
  const source = useRecord('source', getSource, { path: { source_id: id } }, { every });
  const hasCome = (source.data?.data.receivedCount ?? 0) > 0;
  useEffect(() => setEvery(hasCome ? later : soon), [hasCome]);
  return (
    <Await query={source} what="the source" skeleton={<Skeleton lines={10} />}>
      {(read) => <Shown key={id} {...read} />}
    </Await>
  );
});
