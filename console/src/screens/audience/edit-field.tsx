import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../kit/field.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { number } from '../../lib/format.ts';
import { type FieldGroup, isOwn, type OwnField, ownField, type WordField } from './fields.ts';
import type { PartProps } from './screen.ts';
import {
  imageIn,
  imageText,
  inheritedOf,
  longestIn,
  readable,
  type Shown,
  textIn,
  type Values,
} from './words.ts';

export interface ControlProps extends PartProps {
  field: WordField;
}

interface OwnControlProps {
  field: OwnField;
  value: string;
  /** The text of the page. */
  inherited: string;
  error?: string | undefined;
  onInput?: (text: string) => void;
}

/** How much of its longest length a text has. */
export function LengthNote({ field: { kind, most }, value }: Pick<OwnControlProps, 'field' | 'value'>) {
  const length = longestIn(kind, value);
  const what = kind === 'list' ? 'The longest line has ' : '';
  if (length > most) {
    return (
      <span class="bad">
        {what}
        {number(length - most)} too many: at most {number(most)} characters{kind === 'list' && ' a line'}.
      </span>
    );
  }
  if (kind === 'list' || kind === 'link') return null;
  return (
    <span class="tabular">
      {number(length)} of {number(most)} characters.
    </span>
  );
}

/** An address of an image is refused as no value of any kind. */
const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text.trim());

/** The control of a field that the page declares. */
export function OwnControl({ field, value, inherited, error, onInput }: OwnControlProps) {
  const { id, label, kind, lines, hint } = field;
  const placeholder = (text: string) => (text && !value ? { placeholder: text.slice(0, 300) } : {});
  const note = <LengthNote field={field} value={value} />;
  const hasNote = kind !== 'link' && kind !== 'list';
  if (kind === 'image') {
    const [image, usual] = [imageIn(value), imageIn(inherited)];
    const isWrong = error && image.url && !isAddress(image.url);
    return (
      <fieldset class="stack-2">
        <TextField
          label={`${label}: address`}
          hint={hint}
          type="url"
          name={id}
          value={image.url}
          error={
            image.alt && !image.url
              ? 'Without an address, the image of the page stays.'
              : isWrong
                ? 'must be an address that begins with http:// or https://'
                : error
          }
          onInput={(url) => onInput?.(imageText({ ...image, url }))}
          {...placeholder(usual.url)}
        />
        <TextField
          label={`${label}: description`}
          hint={<>For visitors who do not see it. {note}</>}
          name={`${id}.alt`}
          value={image.alt}
          onInput={(alt) => onInput?.(imageText({ ...image, alt }))}
          {...placeholder(usual.alt)}
        />
      </fieldset>
    );
  }
  return (
    <TextField
      label={label}
      hint={
        (hint || hasNote || longestIn(kind, value) > field.most) && (
          <>
            {hint && `${hint} `}
            {note}
          </>
        )
      }
      type={kind === 'link' ? 'url' : 'text'}
      name={id}
      value={value}
      error={error}
      onInput={(text) => onInput?.(text)}
      {...(lines && { lines })}
      {...placeholder(inherited)}
    />
  );
}

/** The control of a field, with what it is without words of its own. */
export function Control({ screen: { loaded, draft }, field }: ControlProps) {
  const { id, label, hint, lines, options, path } = field;
  const set = (text: string) => draft.set({ ...draft.values, [id]: text });
  const inherited =
    id === 'customName'
      ? loaded.audience.computedName
      : readable(id, inheritedOf(id, draft.values, loaded.page));
  const error = draft.fieldError(path);
  const value = textIn(draft.values, id);
  if (isOwn(id)) {
    const own = ownField(draft.base.page, id);
    // That it was too long is not said of a text that was shortened since.
    const isPast = error?.startsWith('must have at most') && longestIn(own.kind, value) <= own.most;
    return (
      <OwnControl field={own} value={value} inherited={inherited} onInput={set} {...(!isPast && { error })} />
    );
  }
  if (options) {
    const isKnown = value === '' || options.some((option) => option.value === value);
    return (
      <SelectField
        label={label}
        hint={hint}
        name={id}
        value={value}
        error={error}
        onChange={set}
        options={[
          { value: '', label: `As on the page${inherited ? ` (${inherited})` : ''}` },
          ...options,
          ...(isKnown ? [] : [{ value, label: readable(id, value) }]),
        ]}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      name={id}
      value={value}
      error={error}
      onInput={set}
      {...(lines === undefined ? {} : { lines })}
      {...(inherited && !value ? { placeholder: inherited.slice(0, 300) } : {})}
    />
  );
}

/** The control of a field beside what visitors get of it now. */
export function Row(props: ControlProps & { live: Shown; liveLabel: string; next: Shown }) {
  const { screen, field, live, liveLabel, next } = props;
  return (
    <div class="words-row words-edit line">
      <div class="words-before">
        <p class="diff-label muted">
          {field.label}, {liveLabel}
        </p>
        <WordDiff
          only="before"
          before={readable(field.id, textIn(live, field.id))}
          after={readable(field.id, textIn(next, field.id))}
        />
      </div>
      <Control screen={screen} field={field} />
    </div>
  );
}

interface GroupProps {
  group: FieldGroup;
  values: Values;
  /** One of its fields was asked for. */
  isWanted: boolean;
  children: ComponentChildren;
}

/** Fields that few audiences set: they unfold, and say how many are set. */
export function Group({ group: { title, fields }, values, isWanted, children }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const set = fields.filter(({ id }) => values[id] !== '').length;
  return (
    <details
      class="words-more line"
      open={isOpen || isWanted}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="muted">
        {title} {set > 0 && <span class="muted">{number(set)} set</span>}
      </summary>
      {children}
    </details>
  );
}
