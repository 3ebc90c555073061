import { clsx } from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { clockTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import type { CoverageDay } from '../../contract/week.ts';
import { gapsOf, missingText } from '../state/labels.ts';

interface Props {
  day: CoverageDay;
  mayEdit: boolean;
  /** Fills a gap, from one wall time to another. */
  onFill: (start: string, end: string) => void;
  onClose: () => void;
}

/** A day hour by hour: how many people are planned, and how many are needed. */
export default function CoverageDialog({ day, mayEdit, onFill, onClose }: Props) {
  const { date, name, slots } = day;
  const gaps = gapsOf(day);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Coverage, ${weekdayDay(date)}`}
      description={[name, describeHours(day)].filter(Boolean).join(': ')}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {gaps.length > 0 && mayEdit && (
        <ul className="mb-4 flex flex-col divide-y divide-border border-y border-border text-sm">
          {gaps.map((gap) => (
            <li key={gap.startAt} className="flex items-center justify-between gap-4 py-2">
              <span className="text-danger-text tabular-nums">
                {`${missingText(gap)}, ${clockTime(gap.startAt)} – ${clockTime(gap.endAt)}`}
              </span>
              <Button size="sm" onClick={() => onFill(gap.start, endOf(day, gap.endAt))}>
                Add shift
              </Button>
            </li>
          ))}
        </ul>
      )}
      {slots.length > 0 && (
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-border text-left text-muted">
              <th className="py-1.5 font-medium">Time</th>
              <th className="py-1.5 text-right font-medium">Planned</th>
              <th className="py-1.5 text-right font-medium">Needed</th>
              <th className="py-1.5 pl-4 font-medium">Coverage</th>
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => {
              const isShort = slot.planned < slot.needed;
              const Icon = isShort ? CircleAlert : CircleCheck;
              return (
                <tr key={slot.startAt} className="border-b border-border">
                  <td className="py-1.5">
                    {clockTime(slot.startAt)} – {clockTime(slot.endAt)}
                  </td>
                  <td className="py-1.5 text-right">{slot.planned}</td>
                  <td className="py-1.5 text-right">{slot.needed}</td>
                  <td className="py-1.5 pl-4">
                    <span
                      className={clsx(
                        'inline-flex items-center gap-1.5',
                        isShort ? 'text-danger-text' : 'text-success-text',
                      )}
                    >
                      <Icon aria-hidden="true" className="size-3.5" />
                      {isShort ? missingText(slot) : 'Covered'}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

function describeHours({ slots }: CoverageDay): string {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return 'Closed';
  return `Open ${clockTime(first.startAt)} – ${clockTime(last.endAt)}`;
}

/** The wall time at which a gap ends: the start of the next part, or closing time. */
const endOf = ({ slots, closes }: CoverageDay, endAt: string): string =>
  slots.find(({ startAt }) => startAt === endAt)?.start ?? closes ?? '';
