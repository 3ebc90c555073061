import type { Day } from '../../contract.ts';
import { ChangeLine } from '../cards/ChangeLine.tsx';
import { changeOf, daysOf } from '../labels.ts';

type Kind = Day['month'][number]['kind'];

const names: Record<Kind, { title: string; nothing: string; format: (value: number) => string }> = {
  units: { title: 'Units delivered', nothing: 'no units', format: (value) => String(value) },
  orders: { title: 'Repair orders closed', nothing: 'none', format: (value) => String(value) },
  hours: {
    title: 'Hours flagged',
    nothing: 'no hours',
    format: (value) => `${(value / 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} h`,
  },
};

export function MyMonth({ month, before: days }: Pick<Day, 'month' | 'before'>) {
  return (
    <section aria-label="My month" className="min-w-0">
      <h3 className="border-b border-border pb-1.5 text-sm font-semibold text-text">My month</h3>
      <dl className="divide-y divide-border">
        {month.map(({ kind, now, before }) => {
          const { title, nothing, format } = names[kind];
          return (
            <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <dt className="text-sm text-muted">{title}</dt>
              <dd className="text-lg font-semibold tabular-nums text-text">{format(now)}</dd>
              <dd className="w-full">
                <ChangeLine change={changeOf(now, before, daysOf(days.from, days.to), nothing)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
