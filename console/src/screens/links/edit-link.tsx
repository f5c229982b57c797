import { getPageLink, ifMatch, type PageLink, updatePageLink } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse } from '../../data/api.ts';
import { useDomains } from '../../data/domains.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { refetch } from '../../data/query.ts';
import { type Match, useConditionalEdit } from '../../data/use-conditional-edit.ts';
import { Conflict } from '../../kit/conflict.tsx';
import { Form } from '../../kit/form.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { toast } from '../../lib/toasts.ts';
import { LinkFields, type LinkValues, targetOf, valuesIn, valuesOf } from './link-fields.tsx';
import { TakenByLink } from './taken-by-link.tsx';

export interface EditLinkProps {
  link: PageLink;
  match: Match;
  onClose: () => void;
}

const labels: Record<keyof LinkValues, string> = {
  path: 'Path',
  tenantDomainId: 'Domain',
  pageId: 'Page',
  audienceId: 'Audience',
};
const names = Object.keys(labels) as (keyof LinkValues)[];

/** Only what was changed. */
const bodyOf = (values: LinkValues, before: LinkValues) => ({
  ...(values.path !== before.path && { path: values.path }),
  ...(values.tenantDomainId !== before.tenantDomainId && { tenantDomainId: values.tenantDomainId || null }),
  ...((values.pageId !== before.pageId || values.audienceId !== before.audienceId) && {
    target: targetOf(values),
  }),
});

/** A form that changes a link. */
export function EditLink({ link, match, onClose }: EditLinkProps) {
  const path = { page_link_id: link.pageLinkId };
  const [isDirty, setDirty] = useState(false);
  const domains = useDomains();
  const { save, submit, shown, conflict } = useConditionalEdit<LinkValues>({
    start: { values: valuesOf(link), match },
    read: async () => {
      const { data, response } = await askResponse(getPageLink, { path });
      return { values: valuesOf(data), match: ifMatch(response) };
    },
    send: async (values, before, headers) => {
      await ask(updatePageLink, { path, body: bodyOf(values, before), headers });
      toast('The link was saved');
    },
    refetch: ['link', 'links', 'palette'],
    onDone: onClose,
  });
  const pages = usePagesById(conflict && [conflict.theirs.pageId, conflict.merged.pageId]);
  const said = (name: keyof LinkValues, value: string): string => {
    if (name === 'tenantDomainId')
      return domains.data?.find(({ tenantDomainId }) => tenantDomainId === value)?.domain ?? value;
    return name === 'pageId' ? pageNameIn(pages, value) : value;
  };
  if (conflict) {
    const { theirs, merged, keepMine } = conflict;
    return (
      <Conflict
        what="link"
        differences={names
          .filter((name) => theirs[name] !== merged[name])
          .map((name) => ({
            label: labels[name],
            theirs: said(name, theirs[name]),
            mine: said(name, merged[name]),
          }))}
        onKeepMine={keepMine}
        onTakeTheirs={() => {
          refetch('link', 'links');
          onClose();
        }}
      />
    );
  }
  return (
    <div onInput={() => setDirty(true)}>
      <Form
        submit="Save"
        focusFirst
        isRunning={save.isRunning}
        error={save.error}
        onSubmit={(form) => submit(valuesIn(form))}
        onCancel={onClose}
      >
        <LinkFields values={shown} errorOf={save.fieldError} />
        <TakenByLink error={save.error} />
      </Form>
      <Unsaved isDirty={isDirty && !save.isRunning} isOfRecord />
    </div>
  );
}
