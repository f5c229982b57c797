import { createTenantDomain, type TenantDomain } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useDomains } from '../../data/domains.ts';
import { useMutation } from '../../data/mutation.ts';
import { useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { ago } from '../../lib/ago.ts';
import { dayAndTime } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useActions } from '../../nav/actions.ts';
import { go, here, link } from '../../nav/router.ts';
import { useNew } from '../../nav/use-new.ts';

const columns: Column<TenantDomain>[] = [
  { id: 'domain', label: 'Domain', cell: ({ domain }) => domain },
  {
    id: 'id',
    label: 'Id',
    notOnPhone: true,
    cell: ({ tenantDomainId }) => (
      <span class="above-row">
        <CopyButton text={tenantDomainId} label={tenantDomainId} what="id" />
      </span>
    ),
  },
  {
    id: 'since',
    label: 'Since',
    isNumber: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={dayAndTime(createdAt)}>
        {ago(createdAt)}
      </time>
    ),
  },
];

function CreateDomain({ onClose }: { onClose: () => void }) {
  const create = useMutation((domain: string) => ask(createTenantDomain, { body: { domain } }), {
    onDone: ({ domain }) => {
      toast(`Links can be on ${domain} now`);
      onClose();
    },
  });
  return (
    <Dialog title="New domain" onClose={onClose}>
      <Form
        submit="Add the domain"
        of={create}
        onSubmit={({ domain = '' }) => create.run(domain.trim())}
        onCancel={onClose}
      >
        <TextField
          label="Domain"
          name="domain"
          placeholder="offers.your-company.example"
          hint="Its website asks Footfall where a path leads. This changes nothing in DNS."
        />
      </Form>
    </Dialog>
  );
}

/** Which domains can links be on? */
export function Domains() {
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const domains = useDomains();
  useActions(mayWrite ? [{ title: 'New domain', keys: 'n', run: () => go(here({ new: 'domain' })) }] : []);
  return (
    <>
      <div class="row filters">
        <p class="muted grow">Links are on one of these domains, or have no domain.</p>
        {mayWrite && (
          <a class="button button-main" href={here({ new: 'domain' })}>
            New domain
          </a>
        )}
      </div>
      <Await query={domains} skeleton={<Skeleton lines={4} />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No domains yet">
              With a domain, a link is a whole address that you can copy and send.{' '}
              {mayWrite && <a href={here({ new: 'domain' })}>Add the first domain</a>}
            </Empty>
          ) : (
            <Table
              label="Domains"
              columns={columns}
              rows={items}
              keyOf={({ tenantDomainId }) => tenantDomainId}
              href={({ tenantDomainId }) => link('links', {}, { domain: tenantDomainId })}
            />
          )
        }
      </Await>
      {wanted === 'domain' && mayWrite && <CreateDomain onClose={close} />}
    </>
  );
}
