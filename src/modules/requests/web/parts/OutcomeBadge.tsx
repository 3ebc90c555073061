import { AlarmClock, Check, CircleX } from 'lucide-react';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { RequestPart } from '../../contract.ts';

type ClosedState = Pick<RequestPart, 'status' | 'closedAt' | 'dueAt'>;

/** How a request ended; nothing while it is open. */
export function OutcomeBadge({ request: { status, closedAt, dueAt } }: { request: ClosedState }) {
  if (closedAt === null) return null;
  if (status === 'cancelled') return <Badge icon={CircleX}>Canceled</Badge>;
  const isLate = dueAt !== null && closedAt > dueAt;
  return isLate ? (
    <Badge tone="warning" icon={AlarmClock}>
      Done late
    </Badge>
  ) : (
    <Badge tone="success" icon={Check}>
      Done
    </Badge>
  );
}
