import { createPageLink } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { addressOfLink, useDomains } from '../../data/domains.ts';
import { domainOf } from '../../data/links.ts';
import { useMutation } from '../../data/mutation.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TakenBy } from '../../kit/taken-by.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord, useRoute } from '../../nav/router.ts';
import { bodyOf, LinkFields, type LinkValues, valuesIn } from './link-fields.tsx';

/** A dialog that creates a link. */
export function CreateLink({ onClose }: { onClose: () => void }) {
  const { query } = useRoute();
  const domains = useDomains();
  const create = useMutation((values: LinkValues) => ask(createPageLink, { body: bodyOf(values) }), {
    onDone: (link) => {
      toast(`${addressOfLink(link.path, domainOf(link, domains.data))} leads there now`);
      go(here({ ...noRecord, new: undefined, open: link.pageLinkId }), { replace: true });
    },
  });
  // The list shows the links of a domain: a new one is there, too.
  const domain = query.domain === 'none' ? '' : query.domain;
  return (
    <FormDialog
      title="New link"
      submit="Create the link"
      of={create}
      onSubmit={(form) => create.run(valuesIn(form))}
      onClose={onClose}
    >
      <LinkFields values={domain === undefined ? {} : { tenantDomainId: domain }} />
      <TakenBy error={create.error} code="path_taken" label="Open the link that has this path" />
    </FormDialog>
  );
}
