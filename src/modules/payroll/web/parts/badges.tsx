import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Flag } from '../../contract/statement.ts';
import { flagNames, flagTones } from '../state/labels.ts';

/** What to look at before hours are approved. */
export function Flags({ flags }: { flags: readonly Flag[] }) {
  return flags.map((flag) => (
    <Badge key={flag} tone={flagTones[flag]}>
      {flagNames[flag]}
    </Badge>
  ));
}
