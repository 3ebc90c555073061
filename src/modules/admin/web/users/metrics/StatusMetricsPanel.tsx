import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { StatusDot } from '../../../../../platform/web/ui/StatusDot.tsx';
import type { StatusMetrics } from '../../../../presence/contract.ts';
import type { UserRow } from '../../state/userRow.ts';
import { useStatusMetrics } from './useStatusMetrics.ts';

interface Figure {
  key: keyof StatusMetrics;
  label: string;
  dot?: string;
  /** Included in the previous figure. */
  within?: boolean;
}

const presence: Figure[] = [
  { key: 'online', label: 'Online', dot: 'online' },
  { key: 'inMeeting', label: 'In meeting', dot: 'in-meeting', within: true },
  { key: 'away', label: 'Away', dot: 'away' },
  { key: 'onVacation', label: 'On vacation', dot: 'on-vacation', within: true },
  { key: 'unavailable', label: 'Unavailable', dot: 'unavailable' },
  { key: 'invisible', label: 'Invisible', dot: 'invisible' },
  { key: 'offline', label: 'Offline', dot: 'offline' },
  { key: 'lunchBreak', label: 'Lunch break' },
];

const accounts: Figure[] = [
  { key: 'totalUsers', label: 'Total users' },
  { key: 'adminUsers', label: 'Admins' },
  { key: 'standardUsers', label: 'Standard' },
  { key: 'botUsers', label: 'Bots' },
];

interface Props {
  rows: readonly UserRow[];
  /** The invisible are shown only with user management. */
  showsInvisible: boolean;
}

/** The number of accounts, and of connected people by status. */
export function StatusMetricsPanel({ rows, showsInvisible }: Props) {
  const metrics = useStatusMetrics(rows);
  const shown = presence.filter(({ key }) => showsInvisible || key !== 'invisible');
  return (
    <section
      aria-label="Status metrics"
      className="flex flex-col divide-border rounded-md border border-border @max-[976px]:divide-y @min-[976px]:flex-row @min-[976px]:divide-x"
    >
      <Figures figures={accounts} metrics={metrics} className="@min-[976px]:flex-4" />
      <Figures figures={shown} metrics={metrics} className="@min-[976px]:flex-8" />
    </section>
  );
}

interface FiguresProps {
  figures: Figure[];
  metrics: StatusMetrics | undefined;
  className: string;
}

function Figures({ figures, metrics, className }: FiguresProps) {
  return (
    <dl
      className={clsx(
        'grid grid-cols-4 gap-x-2 gap-y-3 px-3 py-3 @min-[976px]:auto-cols-fr @min-[976px]:grid-flow-col @min-[976px]:grid-cols-none',
        className,
      )}
    >
      {figures.map((figure) => (
        <FigureCell key={figure.key} figure={figure}>
          {metrics ? metrics[figure.key].toLocaleString('en-US') : '–'}
        </FigureCell>
      ))}
    </dl>
  );
}

function FigureCell({ figure, children }: { figure: Figure; children: ReactNode }) {
  const { key, label, dot, within } = figure;
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        {dot && <StatusDot status={dot} labelled={false} className="size-2! max-sm:hidden" />}
        <span className="truncate" title={within ? 'Counted in the figure before it' : undefined}>
          {label}
        </span>
      </dt>
      <dd
        data-metric={key}
        className={clsx('text-lg font-semibold tabular-nums', within ? 'text-muted' : 'text-text')}
      >
        {children}
      </dd>
    </div>
  );
}
