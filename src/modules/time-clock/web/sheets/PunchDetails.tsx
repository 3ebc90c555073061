import { clsx } from 'clsx';
import { clockSeconds, weekdayTime } from '../../../../platform/web/time/moments.ts';
import type { SheetPunch } from '../../contract/sheets.ts';
import { kindNames } from '../format.ts';

interface Props {
  punches: readonly SheetPunch[];
  timezone: string;
}

/** Every punch of a day, including voided ones. */
export function PunchDetails({ punches, timezone }: Props) {
  return (
    <details className="mt-0.5 text-xs">
      <summary className="w-fit cursor-default rounded-sm text-muted hover:text-text">
        {punches.length === 1 ? '1 punch' : `${punches.length} punches`}
      </summary>
      <ul className="mt-1 flex flex-col gap-0.5 text-muted tabular-nums">
        {punches.map((punch) => (
          <li key={punch.id} className="flex flex-wrap gap-x-2">
            <span className={clsx('text-text', punch.voidedBy !== null && 'line-through')}>
              {`${kindNames[punch.kind]} ${clockSeconds(punch.at, timezone)}`}
            </span>
            <span>{originOf(punch, timezone)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function originOf(
  { source, device, recordedAt, voidedBy, correctionId }: SheetPunch,
  timezone: string,
) {
  const parts = [device];
  if (source === 'offline') {
    parts.push(`punched offline, received ${weekdayTime(recordedAt, timezone)}`);
  }
  if (correctionId !== null) parts.push(`from correction ${correctionId}`);
  if (voidedBy !== null) parts.push(`removed by correction ${voidedBy}`);
  return parts.filter(Boolean).join(' · ');
}
