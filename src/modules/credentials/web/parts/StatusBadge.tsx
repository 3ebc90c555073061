import {
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Status } from '../../contract/credential.ts';
import { statusNames } from '../../contract/labels.ts';
import { tones } from '../state/labels.ts';

const icons: Record<Status, LucideIcon> = {
  expired: CircleX,
  revoked: CircleX,
  missing: CircleAlert,
  expiring: TriangleAlert,
  submitted: Clock,
  valid: CircleCheck,
};

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={tones[status]} icon={icons[status]}>
      {statusNames[status]}
    </Badge>
  );
}
