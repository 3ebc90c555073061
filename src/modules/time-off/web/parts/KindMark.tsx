import { clsx } from 'clsx';
import { CalendarOff } from 'lucide-react';
import type { Kind } from '../../contract.ts';
import { markIcons } from '../state/labels.ts';

const toneClasses: Record<Kind['tone'], string> = {
  neutral: 'bg-fill text-text',
  accent: 'bg-accent-surface text-accent-strong',
  success: 'bg-success-surface text-success-text',
  warning: 'bg-warning-surface text-warning-text',
  danger: 'bg-danger-surface text-danger-text',
  info: 'bg-info-surface text-info-text',
};

/** A day of a kind in the calendar. The line shows its color in themes whose surfaces look alike. */
export const blockClasses = (tone: Kind['tone']) =>
  clsx(toneClasses[tone], 'border-b-2 border-current');

/** The mark of a kind; without one, of being away. Its name is beside it. */
export function KindMark({ kind }: { kind: Pick<Kind, 'mark' | 'tone'> | undefined }) {
  const Icon = kind ? markIcons[kind.mark] : CalendarOff;
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-md [&_svg]:size-3.5',
        toneClasses[kind?.tone ?? 'neutral'],
      )}
    >
      <Icon />
    </span>
  );
}
