import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { BadgeProps } from '../../../../platform/web/ui/Badge.tsx';
import type { MailState } from '../../contract.ts';

export const stateLooks: Record<MailState, Pick<BadgeProps, 'tone' | 'icon'> & { label: string }> =
  {
    waiting: { label: 'Waiting', tone: 'info', icon: Clock },
    sent: { label: 'Sent', tone: 'success', icon: CircleCheck },
    failed: { label: 'Failed', tone: 'danger', icon: TriangleAlert },
  };
