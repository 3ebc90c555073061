import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { customerHref } from '../../../customers/contract.ts';
import type { LeadPage } from '../../contract/lead.ts';
import { getRaw } from '../../contract.ts';
import { useChoices } from '../state/useLeads.ts';

const LeadForm = lazyPart(() => import('../form/LeadForm.tsx'), { place: 'dialog' });
const linkClasses = buttonClasses({ size: 'sm' });

/** Links and actions: customer, new deal, edit, original message. */
export function LeadLinks({ lead }: { lead: LeadPage }) {
  const choices = useChoices();
  const [isEditing, setEditing] = useState(false);
  const [isRaw, setRaw] = useState(false);
  return (
    <section aria-label="More" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        <Link href={customerHref(lead.customer.id)} className={linkClasses}>
          Open customer
        </Link>
        {choices.may.createDeal && (
          <Link href={`/customers/deals?new&customer=${lead.customer.id}`} className={linkClasses}>
            Create deal
          </Link>
        )}
        {lead.may.edit && (
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
        {lead.may.seeRaw && (
          <Button size="sm" aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
            Original message
          </Button>
        )}
      </div>
      {isRaw && <RawMessage leadId={lead.id} />}
      <Suspense>
        {isEditing && <LeadForm choices={choices} lead={lead} onClose={() => setEditing(false)} />}
      </Suspense>
    </section>
  );
}

function RawMessage({ leadId }: { leadId: number }) {
  const { data, error } = useQuery(queryOptionsFor(getRaw, { params: { leadId } }));
  if (error) return <p className="text-sm text-danger">{sentenceOf(error)}</p>;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Original message"
      className="max-h-80 overflow-auto rounded-md bg-sunken p-3"
    >
      <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere text-text">
        {data.text}
      </pre>
    </section>
  );
}
