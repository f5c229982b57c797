import type { Webhook } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type EventType, eventTypes } from '../../../../src/vocabulary/events.ts';
import { Button } from '../../kit/button.tsx';
import { RadioField } from '../../kit/check-field.tsx';
import { FieldError, TextField } from '../../kit/field.tsx';
import { GroupField } from '../history/group-field.tsx';
import { chosenTypes, type Group, groups, textOfTypes, typesIn } from '../history/groups.ts';
import { type Format, formats, formatWords } from './words.ts';

/** The texts of the form that changes a webhook. */
export interface WebhookValues {
  format: Format;
  url: string;
  /** The types that are sent, one a line. */
  types: string;
}

/** What each field is called. */
export const webhookLabels: Record<keyof WebhookValues, string> = {
  format: 'Where it goes',
  url: 'Address',
  types: 'What is sent',
};

/** A webhook as texts. */
export const valuesOf = ({ format, url, types }: Webhook): WebhookValues => ({
  format,
  url,
  types: textOfTypes(eventTypes.filter((type) => types.includes(type))),
});

/** A form as texts. */
export const valuesIn = (form: Record<string, string>): WebhookValues => ({
  format: form.format as Format,
  url: (form.url ?? '').trim(),
  types: textOfTypes(chosenTypes(form)),
});

/** A webhook as the service takes it. */
export const bodyOf = ({ types, ...others }: WebhookValues) => ({ ...others, types: typesIn(types) });

/** What visitors do, which is asked first; the others are of the team and its programs. */
const ofVisitors = groups.filter(({ id }) => ['came', 'forms', 'visits'].includes(id));
/** An alert names its webhook, so nobody is asked whether alerts are sent. A webhook that has their type keeps it. */
const ofAlerts: Group['id'] = 'alerts';
const isOfAlerts = (type: EventType) => type === 'alert.fired';
const ofTeam = groups.filter((group) => !ofVisitors.includes(group) && group.id !== ofAlerts);

/** What a channel gets if nobody chooses. */
const usualTypes: EventType[] = groups
  .filter(({ id }) => id === 'came' || id === 'forms')
  .flatMap(({ types }) => types);

interface TypesFieldProps {
  value: string;
  /** A channel gets no message for each visit. */
  isOfChannel: boolean;
}

/** Which types of events are sent, by groups. */
function TypesField({ value, isOfChannel }: TypesFieldProps) {
  const [start, setStart] = useState({ types: typesIn(value), times: 0 });
  const choose = (types: EventType[]) => setStart(({ times }) => ({ types, times: times + 1 }));
  const field = (group: Group) => (
    <GroupField
      key={`${group.id} ${start.times}`}
      group={group}
      value={textOfTypes(group.types.filter((type) => start.types.includes(type)))}
      withoutPrice
    />
  );
  const hasTeam = ofTeam.some(({ types }) => types.some((type) => start.types.includes(type)));
  return (
    <fieldset class="checks stack-3">
      <legend>What is sent?</legend>
      <div class="row">
        <Button onClick={() => choose(eventTypes)}>All</Button>
        <Button onClick={() => choose(typesIn(value).filter(isOfAlerts))}>None</Button>
      </div>
      {ofVisitors.filter(({ id }) => id !== 'visits' || !isOfChannel).map(field)}
      <details key={start.times} open={hasTeam || undefined}>
        <summary>What your team and programs do</summary>
        <div class="checks stack-3">{ofTeam.map(field)}</div>
      </details>
      <input type="hidden" name={ofAlerts} value={textOfTypes(start.types.filter(isOfAlerts))} />
      <p class="note muted">
        Alerts are always sent, each to its own webhook. Events that are sent are saved, too. An event that
        was not saved before costs 1 to 4 rows: see the prices in Settings, Events.
      </p>
      <FieldError path="types" />
    </fieldset>
  );
}

/** The address that something is sent to. */
export const AddressField = ({ format, value }: { format: Format; value?: string | undefined }) => (
  <TextField
    label={webhookLabels.url}
    name="url"
    value={value}
    placeholder={formatWords[format].placeholder}
    hint={formatWords[format].address}
  />
);

export interface WebhookFieldsProps {
  values?: WebhookValues;
  /** What stands below the address, for a format. */
  more?: (format: Format) => ComponentChildren;
}

/** The fields of a webhook, in a form. */
export function WebhookFields({ values, more }: WebhookFieldsProps) {
  const [format, setFormat] = useState<Format>(values?.format ?? 'slack');
  return (
    <>
      <RadioField
        label="Where should it go?"
        name="format"
        value={format}
        options={formats.map((value) => ({
          value,
          label: formatWords[value].choice,
          hint: formatWords[value].hint,
        }))}
        onChange={(value) => setFormat(value as Format)}
      />
      <AddressField format={format} value={values?.url} />
      <TypesField value={values?.types ?? textOfTypes(usualTypes)} isOfChannel={format !== 'json'} />
      {more?.(format)}
    </>
  );
}
