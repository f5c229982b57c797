import { getPage, type Page, type PageField, type PageRead } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Read, useMutation, useRecord } from '../../data/api.ts';
import { useScope } from '../../data/session.ts';
import { Button, CopyBlock, MoveButtons, NewButton } from '../../kit/button.tsx';
import { ChangeDialog, NotDone } from '../../kit/form.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { number, plural, shortDate } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useNew } from '../../nav/router.ts';
import { defaultText } from '../audience/words.ts';
import {
  addFields,
  discardField,
  example,
  foundOn,
  kinds,
  markupOf,
  moveField,
  removedFrom,
  removeField,
  restoreField,
  undeclaredOn,
  usedIn,
} from './data.ts';
import { EditField, NewField } from './form.tsx';

/** What is asked about a field. */
type Asked = { what: 'edit' | 'remove' | 'discard'; field: PageField };

interface PartProps {
  read: Read<PageRead>;
  ask: (asked: Asked) => void;
}

/** How long a text may be. An address is as long as it is. */
function lengthWords({ kind, maxLength }: PageField): string | undefined {
  if (kind === 'link') return undefined;
  const where = kind === 'list' ? ' a line' : kind === 'image' ? ' in its description' : '';
  return `At most ${plural(maxLength, 'character')}${where}.`;
}

interface FieldProps extends PartProps {
  field: PageField;
}

/** Whether visits find a field on the page. Without any report, nobody knows. */
function Found({ page, name }: { page: PageRead; name: string }) {
  const date = foundOn(page, name);
  if (date) return <span class="badge badge-good">Found on your page, {shortDate(date, 'UTC')}</span>;
  return page.foundFields.length > 0 ? <span class="badge">Not found yet</span> : null;
}

/** A field of the page: what it is, what can be done with it, and more below. */
function Entry({
  read,
  field: { name, label, kind },
  actions,
  children,
}: Omit<FieldProps, 'ask'> & { actions: ComponentChildren; children: ComponentChildren }) {
  const mayWrite = useScope('write');
  return (
    <li class="page-field line">
      <div class="row">
        <h3>{label}</h3>
        <span class="badge">{kinds[kind]}</span>
        <code class="muted">{name}</code>
        <Found page={read.data} name={name} />
        <span class="grow" />
        {mayWrite && <span class="row page-field-actions">{actions}</span>}
      </div>
      {children}
    </li>
  );
}

function Row({ read, ask, field, index, count }: FieldProps & { index: number; count: number }) {
  const { label, help } = field;
  const text = defaultText(field);
  const of = <span class="visually-hidden"> {label}</span>;
  return (
    <Entry
      read={read}
      field={field}
      actions={
        <>
          <MoveButtons what={label} index={index} count={count} onMove={(to) => moveField(read, index, to)} />
          <Button kind="quiet" onClick={() => ask({ what: 'edit', field })}>
            Edit{of}
          </Button>
          <Button kind="delete" onClick={() => ask({ what: 'remove', field })}>
            Remove{of}
          </Button>
        </>
      }
    >
      <p class="diff-text">{text || <span class="muted">No default</span>}</p>
      <p class="muted small">
        {help} <span class="tabular">{lengthWords(field)}</span>
      </p>
    </Entry>
  );
}

function Removed({ read, ask, field }: FieldProps) {
  const { label } = field;
  const restore = useMutation(() => restoreField(read, field), {
    onDone: () => toast(`“${label}” is back, with what audiences have written`),
  });
  const of = <span class="visually-hidden"> {label}</span>;
  return (
    <Entry
      read={read}
      field={field}
      actions={
        <>
          <Button kind="quiet" isBusy={restore.isRunning} onClick={() => restore.run(undefined)}>
            Restore{of}
          </Button>
          <Button kind="delete" onClick={() => ask({ what: 'discard', field })}>
            Discard …{of}
          </Button>
        </>
      }
    >
      <NotDone error={restore.error} />
    </Entry>
  );
}

/** What visits have found on the page, and the page has no field for. */
function Undeclared({ read, add }: { read: Read<PageRead>; add: (name: string) => void }) {
  const mayWrite = useScope('write');
  const found = undeclaredOn(read.data);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="undeclared-fields">
      <h2 id="undeclared-fields">Found on your page, not a field yet, {number(found.length)}</h2>
      <p class="muted">
        Visits have found these names in <code>data-footfall</code>. Anyone can send a visit: add what you
        know.
      </p>
      <ul>
        {found.map(({ name, lastSeenOn }) => (
          <li key={name} class="page-field line">
            <div class="row">
              <code>{name}</code>
              <span class="muted small">{shortDate(lastSeenOn, 'UTC')}</span>
              <span class="grow" />
              {mayWrite && (
                <Button kind="quiet" onClick={() => add(name)}>
                  Add this field<span class="visually-hidden"> {name}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The code that a developer puts in the page. */
const Code = ({ fields }: { fields: Pick<PageField, 'name' | 'kind'>[] }) => (
  <>
    <p>
      In the page, mark where each text goes. Or read it as <code>content.fields.{fields[0]?.name}</code> of
      the answer that your website fetches.
    </p>
    <CopyBlock text={fields.map(markupOf).join('\n')} what="markup" label="Copy the markup" />
  </>
);

function NoFields({ read }: { read: Read<Page> }) {
  const mayWrite = useScope('write');
  const add = useMutation(() => addFields(read, ...example), {
    onDone: () => toast('Headline, Button and Reasons were added'),
  });
  return (
    <Empty title="No fields yet">
      <p>
        Fields are the texts of this page that each audience can have in its own words. For example, a page
        has a headline, a button and reasons:
      </p>
      <Code fields={example} />
      {mayWrite && (
        <p class="row after page-fields-start">
          <Button kind="main" isBusy={add.isRunning} onClick={() => add.run(undefined)}>
            Add Headline, Button and Reasons
          </Button>
          <NewButton what="field" label="New field" isMain={false} />
        </p>
      )}
      <NotDone error={add.error} />
    </Empty>
  );
}

function AskedDialog({
  read,
  asked: { what, field },
  onClose,
}: {
  read: Read<Page>;
  asked: Asked;
  onClose: () => void;
}) {
  const { label } = field;
  const { audiencesCount } = read.data;
  if (what === 'edit') return <EditField read={read} field={field} onClose={onClose} />;
  if (what === 'remove') {
    return (
      <ChangeDialog
        title={`Remove ${label} from the page?`}
        submit="Remove the field"
        isDanger
        send={() => removeField(read, field)}
        done={() => `“${label}” was removed. It stands below the other fields`}
        onClose={onClose}
      >
        <p>
          Visitors no longer get it: at once on the page itself, and for an audience when it is published
          again.
        </p>
        <p>What audiences wrote is kept until you discard it. Until then, you can restore the field.</p>
      </ChangeDialog>
    );
  }
  return (
    <ChangeDialog
      title={`Discard ${label}?`}
      submit="Discard it for good"
      isDanger
      send={() => discardField(read, field)}
      done={() => `“${label}” was discarded`}
      onClose={onClose}
    >
      <p>
        {audiencesCount === 0
          ? 'No audience has a text in it.'
          : `What audiences wrote in it is deleted for good, in at most ${plural(audiencesCount, 'audience')}.`}{' '}
        Published versions keep their text.
      </p>
    </ChangeDialog>
  );
}

function View({ read }: { read: Read<PageRead> }) {
  const mayWrite = useScope('write');
  const [added, add] = useState<string>();
  const [asked, ask] = useState<Asked>();
  const [dialog, close] = useNew();
  const fields = usedIn(read.data);
  const removed = removedFrom(read.data);
  return (
    <>
      {mayWrite && fields.length > 0 && (
        <div class="row">
          <p class="grow muted">
            An audience can have each of them in its own words. Visitors get the default otherwise.
          </p>
          <NewButton what="field" label="New field" />
        </div>
      )}
      {fields.length === 0 ? (
        <NoFields read={read} />
      ) : (
        <ol>
          {fields.map((field, index) => (
            <Row key={field.name} read={read} ask={ask} field={field} index={index} count={fields.length} />
          ))}
        </ol>
      )}
      <Undeclared read={read} add={add} />
      {removed.length > 0 && (
        <section aria-labelledby="removed-fields">
          <h2 id="removed-fields">Removed, {number(removed.length)}</h2>
          <p class="muted">What audiences wrote in them is kept until you discard it.</p>
          <ul>
            {removed.map((field) => (
              <Removed key={field.name} read={read} ask={ask} field={field} />
            ))}
          </ul>
        </section>
      )}
      {fields.length > 0 && (
        <details class="after" open={read.data.foundFields.length === 0}>
          <summary class="muted">For developers: the code of the page</summary>
          {read.data.foundFields.length === 0 && (
            <p>
              No visit has found a field on your page yet. Mark each with an attribute, such as{' '}
              <code>data-footfall="{fields[0]?.name}"</code>, and the list says which are there.
            </p>
          )}
          <Code fields={fields} />
        </details>
      )}
      {asked && <AskedDialog read={read} asked={asked} onClose={() => ask(undefined)} />}
      {mayWrite && dialog === 'field' && <NewField read={read} onClose={close} />}
      {added !== undefined && <NewField read={read} found={added} onClose={() => add(undefined)} />}
    </>
  );
}

/** What can an audience say in its own words on this page? */
export function PageFields({ pageId }: { pageId: string }) {
  const page = useRecord('page-fields', getPage, { path: { page_id: pageId } });
  return (
    <section aria-labelledby="page-fields">
      <h2 id="page-fields" class="visually-hidden">
        Fields
      </h2>
      <Await query={page} what="the fields" skeleton={<Skeleton lines={10} />}>
        {(read) => <View read={read} />}
      </Await>
    </section>
  );
}
