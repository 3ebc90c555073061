import { useState } from 'react';
import { calendarDay } from '../../../../platform/web/time/calendar.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Batch } from '../../contract/disposition.ts';
import { count } from '../labels.ts';
import { Decide } from './Decide.tsx';
import { DryRun } from './DryRun.tsx';

const states: Record<Batch['state'], { label: string; tone: Tone }> = {
  prepared: { label: 'Waiting for approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'info' },
  destroying: { label: 'Being destroyed', tone: 'info' },
  done: { label: 'Done', tone: 'success' },
  declined: { label: 'Declined', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** One batch: who prepared it, who decided, and the outcome of each document. */
export function BatchItem({ batch }: { batch: Batch }) {
  const [shown, setShown] = useState(false);
  const { label, tone } = states[batch.state];
  return (
    <li aria-label={`Batch ${batch.id}`} className="flex flex-col gap-2 py-3 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-56 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium text-text">
            Batch {batch.id}, {count(batch.items, 'document')}
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-muted text-pretty">
            Kept until {calendarDay(batch.through)} or before. Prepared by {batch.preparedBy},{' '}
            {exactTime(new Date(batch.preparedAt))}.
          </p>
          {batch.decidedAt && batch.state !== 'withdrawn' && (
            <p className="text-muted text-pretty wrap-anywhere">
              {batch.state === 'declined' ? 'Declined' : 'Approved'} by {batch.decidedBy},{' '}
              {exactTime(new Date(batch.decidedAt))}
              {batch.reason && `: ${batch.reason}`}
            </p>
          )}
        </div>
        <Button size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {batch.state === 'prepared' ? 'Dry run' : 'Documents'}
        </Button>
        <Decide batch={batch} />
      </div>
      {shown && <DryRun batchId={batch.id} />}
    </li>
  );
}
