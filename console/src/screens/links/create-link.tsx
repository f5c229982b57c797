import { createPageLink } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { addressOfLink, useDomains } from '../../data/domains.ts';
import { domainOf } from '../../data/links.ts';
import { useMutation } from '../../data/mutation.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord, useRoute } from '../../nav/router.ts';
import { LinkFields, type LinkValues, targetOf, valuesIn } from './link-fields.tsx';
import { TakenByLink } from './taken-by-link.tsx';

/** A dialog that creates a link. */
export function CreateLink({ onClose }: { onClose: () => void }) {
  const { query } = useRoute();
  const domains = useDomains();
  const create = useMutation(
    (values: LinkValues) =>
      ask(createPageLink, {
        body: {
          path: values.path,
          tenantDomainId: values.tenantDomainId || null,
          target: targetOf(values),
        },
      }),
    {
      onDone: (link) => {
        toast(`${addressOfLink(link.path, domainOf(link, domains.data))} leads there now`);
        go(here({ ...noRecord, new: undefined, open: link.pageLinkId }), { replace: true });
      },
    },
  );
  // The list shows the links of a domain: a new one is there, too.
  const domain = query.domain === 'none' ? '' : query.domain;
  return (
    <Dialog title="New link" onClose={onClose}>
      <Form
        submit="Create the link"
        of={create}
        onSubmit={(form) => create.run(valuesIn(form))}
        onCancel={onClose}
      >
        <LinkFields values={domain === undefined ? {} : { tenantDomainId: domain }} />
        <TakenByLink error={create.error} />
      </Form>
    </Dialog>
  );
}
