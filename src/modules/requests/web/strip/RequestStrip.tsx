import { clsx } from 'clsx';
import { AlarmClock, Clock } from 'lucide-react';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { isActive, rightsOn } from '../../contract/rights.ts';
import { kindNames, type RequestPart } from '../../contract.ts';
import { kindIcons } from '../parts/kindIcons.ts';
import type { StripProps } from '../state/stripProps.ts';
import { dueText, urgencyOf } from '../state/times.ts';
import { StripActions } from './StripActions.tsx';

/** Type, assignee and due time of a request, with the available actions. */
export function RequestStrip(props: StripProps) {
  const { request, me, canModerate, open, className, ...actionProps } = props;
  const Icon = kindIcons[request.kind];
  const name = kindNames[request.kind];
  const active = isActive(request);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={`${name}: ${stateOf(request, me)}`}
      className={clsx(
        'flex min-h-10 items-center gap-2 rounded-md border border-border py-1.5 pr-1.5 pl-3 text-sm',
        className,
      )}
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted">
        <span className={clsx('inline-flex items-center gap-2 font-medium', active && 'text-text')}>
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          {name}
        </span>
        <span className={clsx('truncate', request.status === 'open' && 'text-text')}>
          {stateOf(request, me)}
        </span>
        {active && request.dueAt !== null && <Due at={request.dueAt} />}
        {request.closedAt !== null && <span>{weekdayTime(request.closedAt)}</span>}
      </span>
      {open && (
        <StripActions
          request={request}
          can={rightsOn(request, me, canModerate)}
          me={me}
          {...actionProps}
        />
      )}
    </div>
  );
}

function stateOf(request: RequestPart, me: number): string {
  const by = request.closedBy === me ? 'you' : request.closedByName;
  switch (request.status) {
    case 'open':
      return 'Unassigned';
    case 'claimed':
      return request.ownerId === me ? 'Assigned to you' : `Assigned to ${request.ownerName}`;
    case 'done':
      return `Done by ${by}`;
    case 'cancelled':
      return `Canceled by ${by}`;
  }
}

const looks = {
  overdue: 'font-medium text-danger',
  soon: 'text-warning',
  later: 'text-muted',
};

/** The time left until a request is due, live. */
function Due({ at }: { at: string }) {
  const now = useNow(10_000).getTime();
  const urgency = urgencyOf(at, now);
  const Icon = urgency === 'later' ? Clock : AlarmClock;
  return (
    <time
      dateTime={at}
      title={weekdayTime(at)}
      className={`inline-flex items-center gap-1 whitespace-nowrap tabular-nums ${looks[urgency]}`}
    >
      <Icon aria-hidden className="size-3.5" />
      {dueText(at, now)}
    </time>
  );
}
