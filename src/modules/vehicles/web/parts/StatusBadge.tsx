import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { type Status, statusNames } from '../../contract/status.ts';

const tones: Record<Status, Tone> = {
  in_transit: 'neutral',
  received: 'info',
  acquired: 'info',
  recon: 'warning',
  frontline: 'success',
  hold: 'danger',
  deposit: 'accent',
  sold: 'accent',
  delivered: 'neutral',
  wholesale: 'neutral',
  transferred: 'neutral',
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}
