import { type LucideIcon, OctagonX, RotateCcw, ScrollText, ShieldAlert, Tag } from 'lucide-react';
import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { Kind } from '../../contract.ts';

/** Color by severity; label and icon carry the meaning without it. */
export const kindLooks: Record<Kind, { icon: LucideIcon; tone: Tone }> = {
  stop_sale: { icon: OctagonX, tone: 'danger' },
  recall: { icon: RotateCcw, tone: 'danger' },
  safety: { icon: ShieldAlert, tone: 'warning' },
  price_change: { icon: Tag, tone: 'info' },
  policy: { icon: ScrollText, tone: 'neutral' },
};
