import { clsx } from 'clsx';
import { type Status, statusNames } from '../../contract/status.ts';
import type { Board } from '../../contract.ts';

interface Props {
  columns: Board['columns'];
  chosen: Status;
  onChoose: (status: Status) => void;
}

const shortNames: Partial<Record<Status, string>> = { appointment: 'Appt. set' };

/** Chooses the column shown on narrow screens. */
export function ColumnSwitch({ columns, chosen, onChoose }: Props) {
  return (
    <fieldset className="grid grid-cols-4 gap-1 rounded-md bg-sunken p-1 @3xl:hidden">
      <legend className="sr-only">Column</legend>
      {columns.map(({ status, count }) => (
        <button
          key={status}
          type="button"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status)}
          className={clsx(
            'flex min-w-0 flex-col items-center rounded-sm px-1 py-1.5 text-xs text-text touch:min-h-11',
            status === chosen ? 'bg-surface font-medium shadow-float' : 'hover:bg-hover',
          )}
        >
          <span className="max-w-full truncate">{shortNames[status] ?? statusNames[status]}</span>{' '}
          <span className="text-muted tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
