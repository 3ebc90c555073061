import { shortTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Lead } from '../../contract/lead.ts';

/** The customer missed the appointment, and neither came since nor has a new one. */
export function NoShowBadge({ lead }: { lead: Lead }) {
  const { isNoShow, noShowAt } = lead;
  if (!isNoShow || noShowAt === null) return null;
  return (
    <Badge tone="danger" title={`Marked ${shortTime(noShowAt)}`}>
      No-show
    </Badge>
  );
}
