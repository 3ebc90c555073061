import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';

/** Destination of an open transfer. */
export function MovingBadge({ to }: { to: Store }) {
  return <Badge tone="info">{`To ${storeNames[to]}`}</Badge>;
}
