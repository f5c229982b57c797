import { createTenantDomain, type TenantDomain } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useDomains } from '../../data/domains.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { NewButton } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { More } from '../../kit/more.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { here, link, useNew } from '../../nav/router.ts';

const columns: Column<TenantDomain>[] = [
  column('domain', 'Domain', {}, ({ domain }) => domain),
  column('since', 'Since', { isNumber: true }, ({ createdAt }) => <Ago at={createdAt} />),
  column('more', 'More', { isNumber: true, notOnPhone: true }, ({ tenantDomainId }) => (
    <span class="above-row">
      <More what="domain" id={tenantDomainId} />
    </span>
  )),
];

const CreateDomain = ({ onClose }: { onClose: () => void }) => (
  <ChangeDialog
    title="New domain"
    submit="Add the domain"
    send={({ domain = '' }) => ask(createTenantDomain, { body: { domain: domain.trim() } })}
    done={({ domain }) => `Links can use ${domain} now`}
    onClose={onClose}
  >
    <TextField
      label="Domain"
      name="domain"
      placeholder="offers.your-company.example"
      hint="Its website asks Footfall where a path leads. This changes nothing in DNS."
    />
  </ChangeDialog>
);

/** Which domains can links be on? */
export function Domains() {
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  return (
    <>
      <div class="row filters">
        <p class="muted grow">Links are on one of these domains, or have no domain.</p>
        <NewButton what="domain" label="New domain" />
      </div>
      <TableOf
        of={useDomains()}
        empty={
          <Empty title="No domains yet">
            With a domain, a link is a whole address that you can copy and send.{' '}
            {mayWrite && <a href={here({ new: 'domain' })}>Add the first domain</a>}
          </Empty>
        }
        label="Domains"
        columns={columns}
        keyOf={({ tenantDomainId }) => tenantDomainId}
        href={({ tenantDomainId }) => link('links', {}, { domain: tenantDomainId })}
      />
      {wanted === 'domain' && mayWrite && <CreateDomain onClose={close} />}
    </>
  );
}
