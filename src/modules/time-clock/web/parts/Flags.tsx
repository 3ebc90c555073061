import { Badge, type BadgeProps } from '../../../../platform/web/ui/Badge.tsx';
import type { Approval, Flag } from '../../contract/sheets.ts';
import { flagNames } from '../state/labels.ts';

const tones: Record<Flag, BadgeProps['tone']> = {
  open: 'success',
  no_clock_out: 'danger',
  missed_break: 'warning',
  overtime: 'info',
  double_time: 'info',
};

/** The flags to review. */
export function Flags({ flags }: { flags: readonly Flag[] }) {
  return flags.map((flag) => (
    <Badge key={flag} tone={tones[flag]}>
      {flagNames[flag]}
    </Badge>
  ));
}

const approvals: Record<Approval['state'], BadgeProps & { children: string }> = {
  open: { tone: 'neutral', children: 'Not approved' },
  approved: { tone: 'success', children: 'Approved' },
  changed: { tone: 'warning', children: 'Changed since approval' },
};

export const ApprovalBadge = ({ state }: { state: Approval['state'] }) => (
  <Badge {...approvals[state]} />
);
