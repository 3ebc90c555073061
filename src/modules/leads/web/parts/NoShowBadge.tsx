import { shortTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Lead } from '../../contract/lead.ts';

/** The customer missed the appointment, and there is no new one yet. */
export function NoShowBadge({ lead }: { lead: Lead }) {
  const { status, noShowAt } = lead;
  if (noShowAt === null || (status !== 'contacted' && status !== 'attempted')) return null;
  return (
    <Badge tone="danger" title={`Marked ${shortTime(noShowAt)}`}>
      No-show
    </Badge>
  );
}
