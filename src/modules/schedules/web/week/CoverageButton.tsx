import { clsx } from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { clockTime } from '../../../../platform/web/time/moments.ts';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { CoverageDay } from '../../contract/week.ts';
import { gapsOf, missingText } from '../state/labels.ts';

interface Props {
  day: CoverageDay;
  onOpen: () => void;
}

/** The opening hours of a day as a strip, and its gaps in words; opens the hours one by one. */
export function CoverageButton({ day, onOpen }: Props) {
  const { date, slots, name } = day;
  const gaps = gapsOf(day);
  const [first] = gaps;
  if (slots.length === 0) {
    return <p className="px-1.5 py-1 text-xs text-muted">{name ? `Closed, ${name}` : 'Closed'}</p>;
  }
  const Icon = first ? CircleAlert : CircleCheck;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="w-full min-w-0 cursor-default rounded-sm px-1.5 py-1 text-left text-xs hover:bg-hover"
    >
      <VisuallyHidden>{`Coverage, ${weekdayDay(date)}: `}</VisuallyHidden>
      <span aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-sm">
        {slots.map(({ startAt, planned, needed }) => (
          <span
            key={startAt}
            className={clsx('flex-1', planned < needed ? 'bg-danger' : 'bg-success')}
          />
        ))}
      </span>
      <span
        className={clsx(
          'flex items-start gap-1 pt-1 tabular-nums',
          first ? 'text-danger-text' : 'text-success-text',
        )}
      >
        <Icon aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
        {first ? gapText(gaps) : 'Covered'}
      </span>
      {name && <span className="block truncate text-muted">{name}</span>}
    </button>
  );
}

function gapText(gaps: ReturnType<typeof gapsOf>): string {
  const [first, ...others] = gaps;
  if (!first) return 'Covered';
  const text = `${missingText(first)}, ${clockTime(first.startAt)} – ${clockTime(first.endAt)}`;
  return others.length > 0 ? `${text}, +${others.length}` : text;
}
