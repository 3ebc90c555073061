import { useQueryClient } from '@tanstack/react-query';
import { Building2, Copy, Pencil } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { ListButton, ListLink } from '../../../../platform/web/records/ListLink.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { useTopOfPage } from '../../../../platform/web/router/scrollPositions.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import type { Choices } from '../../contract/finding.ts';
import type { CustomerRecord } from '../../contract/records.ts';
import { saveContact } from '../../contract/saving.ts';
import { Section } from '../parts/Section.tsx';
import { dateOf } from '../state/labels.ts';
import { setCustomer, useChoices, useCustomer } from '../state/useCustomers.ts';
import { ConsentPanel } from './ConsentPanel.tsx';
import { ContactWays } from './ContactWays.tsx';
import { Garage } from './garage/Garage.tsx';
import { Household } from './Household.tsx';
import { LogForm } from './LogForm.tsx';
import { Plans } from './plans/Plans.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Stores } from './Stores.tsx';
import { Timeline } from './Timeline.tsx';

const CustomerSheet = lazyPart(() => import('../form/CustomerSheet.tsx'), { place: 'dialog' });
const MergedNotice = lazyPart(() => import('../duplicates/MergedNotice.tsx'), { place: 'row' });

/** The documents of a customer, which belong to a module above. */
export type CustomerDocuments = ComponentType<{
  customer: Pick<CustomerRecord, 'id' | 'name' | 'stores'>;
}>;

interface Props {
  user: CurrentUser;
  customerId: number;
  Documents?: CustomerDocuments | undefined;
}

export default function CustomerView({ user, customerId, Documents }: Props) {
  const choices = useChoices();
  const { data: loaded, error, refetch } = useCustomer(customerId, user.id);
  const isGone = isMissing(error);
  const record = isGone ? undefined : loaded;
  const { setQuery } = useAddress();
  useTopOfPage();
  const id = record?.id;
  // A merged number leads to its survivor; update the URL.
  useEffect(() => {
    if (id !== undefined && id !== customerId) setQuery({ customer: id });
  }, [id, customerId, setQuery]);
  return (
    <>
      <PageHeader title={record?.name ?? 'Customer'} subtitle={`Customer ${customerId}`} />
      <div className="@container px-4 pt-4 pb-10 md:px-6">
        <ListLink href="/customers" label="Customers" className="mb-3" />
        {record ? (
          <LoadedCustomer record={record} choices={choices} Documents={Documents} />
        ) : isGone ? (
          <EmptyState
            title="Customer not found"
            description="The number is wrong, or you don’t have access to this customer’s stores."
            action={<ListButton href="/customers" label="All customers" />}
          />
        ) : error ? (
          <NotLoaded what="this customer" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  );
}

interface LoadedCustomerProps {
  record: CustomerRecord;
  choices: Choices;
}

function LoadedCustomer({
  record,
  choices,
  Documents,
}: LoadedCustomerProps & Pick<Props, 'Documents'>) {
  return (
    <>
      <Head record={record} choices={choices} />
      <Suspense>
        {(record.merged.length > 0 || record.duplicateCount > 0) && (
          <MergedNotice record={record} />
        )}
      </Suspense>
      <div className="grid gap-x-10 pt-5 @4xl:grid-cols-[minmax(19rem,24rem)_minmax(0,1fr)] @4xl:grid-rows-[auto_1fr]">
        <div>
          <Section title="Contact">
            <ContactWays record={record} />
          </Section>
        </div>
        {/* On a phone the timeline comes before the details. */}
        <div className="@container flex min-w-0 flex-col @max-4xl:border-t @max-4xl:border-border @max-4xl:pt-4 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
          <Plans record={record} choices={choices} />
          <Section title="Timeline">
            <div className="flex flex-col gap-5">
              {record.may.edit && <LogForm record={record} choices={choices} />}
              <Timeline customerId={record.id} />
            </div>
          </Section>
        </div>
        <div className="border-t border-border pt-4">
          <ConsentPanel record={record} />
          <Garage record={record} />
          {Documents && <Documents customer={record} />}
          <Stores record={record} choices={choices} />
          <Household record={record} />
          <p className="border-t border-border py-4 text-xs text-muted">
            {`Added ${dateOf(record.createdAt)} by ${record.createdBy}`}
            {record.version > 1 && `, changed ${dateOf(record.updatedAt)} by ${record.updatedBy}`}
          </p>
        </div>
      </div>
    </>
  );
}

function Head({ record, choices }: LoadedCustomerProps) {
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-xl font-semibold text-text">
          {record.kind === 'business' && (
            <Building2 aria-hidden="true" className="size-5 text-muted" />
          )}
          <span className="[overflow-wrap:anywhere]">{record.name}</span>
          {record.doNotContact && <Badge tone="warning">Do not contact</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-2 pt-1 text-sm text-muted">
          <span className="tabular-nums">{`Customer ${record.id}`}</span>
          {record.kind === 'person' && record.company && <span>{record.company}</span>}
          {record.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton id={record.id} />
        <SaveButton
          label="Save contact"
          save={() => saveFile(saveContact, { params: { customerId: record.id } })}
        />
        {record.may.edit && (
          <Button onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        )}
      </div>
      <Suspense>
        {editing && (
          <CustomerSheet
            choices={choices}
            record={record}
            onClose={() => setEditing(false)}
            onSaved={(saved) => setCustomer(client, saved)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** In a chat message the copied text becomes a card. */
function CopyButton({ id }: { id: number }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(`customer ${id}`).then(
      () => setCopied(true),
      // Clipboard access denied; the number is next to the name.
      () => setCopied(false),
    );
  return (
    <Button variant="ghost" onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      <span role="status">{copied ? 'Copied' : 'Copy number'}</span>
    </Button>
  );
}
