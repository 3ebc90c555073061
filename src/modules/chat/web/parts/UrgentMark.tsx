import { Siren } from 'lucide-react';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';

/** Marks a message as urgent, with its reason. */
export function UrgentMark({ reason }: { reason: string }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2 py-0.5 text-sm text-text">
      <Badge tone="danger" icon={Siren} className="shrink-0">
        Urgent
      </Badge>
      <span className="min-w-0 wrap-anywhere">{reason}</span>
    </span>
  );
}
