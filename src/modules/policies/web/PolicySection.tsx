import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { RecordSection } from '../../../platform/web/records/RecordSection.tsx';
import { shortTime } from '../../../platform/web/time/moments.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { chatNavigate } from '../../chat/web/public.ts';
import { type Acknowledgment, listAcknowledgments } from '../contract.ts';
import type { PolicyProps } from './AskDialog.tsx';

const AskDialog = lazyPart(() => import('./AskDialog.tsx'), { place: 'dialog' });

/** On a policy's page: who was asked to acknowledge which version, and how many did. */
export function PolicySection({ document }: PolicyProps) {
  const [isAsking, setAsking] = useState(false);
  const query = useQuery(
    queryOptionsFor(listAcknowledgments, { params: { documentId: document.id } }),
  );
  const { acknowledgments = [], may } = query.data ?? {};
  if (query.data && acknowledgments.length === 0 && !may?.ask) return null;
  return (
    <RecordSection label="Acknowledgments">
      {query.isError && (
        <NotLoaded
          isInline
          what="the acknowledgments"
          error={query.error}
          onRetry={query.refetch}
        />
      )}
      {acknowledgments.length > 0 && (
        <ul className="divide-y divide-border">
          {acknowledgments.map((one) => (
            <AcknowledgmentLine key={one.noticeId} {...one} />
          ))}
        </ul>
      )}
      {query.data && acknowledgments.length === 0 && (
        <p className="text-sm text-muted">No one was asked to acknowledge this policy yet.</p>
      )}
      {may?.ask && (
        <Button className="mt-3" onClick={() => setAsking(true)}>
          Ask for acknowledgment
        </Button>
      )}
      <Suspense>
        {isAsking && <AskDialog document={document} onClose={() => setAsking(false)} />}
      </Suspense>
    </RecordSection>
  );
}

function AcknowledgmentLine(one: Acknowledgment) {
  const { versionNumber, confirmed, total, askedBy, askedAt, dueAt, closedAt } = one;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0">
        <p className="font-medium text-text tabular-nums">
          Version {versionNumber}: {confirmed} of {total} confirmed
        </p>
        <p className="text-muted">
          {askedBy}, {shortTime(askedAt)} · {closedAt ? 'closed' : `due ${shortTime(dueAt)}`}
        </p>
      </div>
      <Button
        size="sm"
        onClick={() => chatNavigate({ channelId: one.channelId, messageId: one.messageId })}
      >
        Open notice
      </Button>
    </li>
  );
}
