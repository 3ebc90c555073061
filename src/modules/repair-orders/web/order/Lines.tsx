import { clsx } from 'clsx';
import { dollarsOf, exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { type Line, type OrderPage, payTypeNames } from '../../contract/order.ts';
import { hoursOf } from '../state/labels.ts';

export function Lines({ order }: { order: OrderPage }) {
  return (
    <section aria-label="Work" className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">Work</h3>
      {order.lines.length === 0 ? (
        <p className="pt-3 text-sm text-muted">No lines yet. Edit the repair order to add one.</p>
      ) : (
        <ol className="flex flex-col">
          {order.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position
            <LineItem key={at} line={line} at={at} />
          ))}
        </ol>
      )}
    </section>
  );
}

function LineItem({ line, at }: { line: Line; at: number }) {
  const details = [line.technician?.name, hoursOf(line.hoursFlagged), line.opCode].filter(Boolean);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 gap-y-1 border-b border-border py-3 text-sm last:border-0">
      <span className="text-muted tabular-nums">{at + 1}</span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium wrap-anywhere text-text">{line.complaint}</p>
        {line.cause && <LineText label="Cause" text={line.cause} />}
        {line.correction && <LineText label="Correction" text={line.correction} />}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Badge>{payTypeNames[line.payType]}</Badge>
          {line.declined && <Badge tone="warning">Declined</Badge>}
          <span>{details.join(' · ')}</span>
        </p>
      </div>
      <LineTotal line={line} />
    </li>
  );
}

function LineText({ label, text }: { label: string; text: string }) {
  return (
    <p className="wrap-anywhere text-text">
      <span className="text-muted">{label}: </span>
      {text}
    </p>
  );
}

function LineTotal({ line }: { line: Line }) {
  const { laborSaleCents, partsSaleCents, cost, declined } = line;
  return (
    <div className="text-right tabular-nums">
      <p className={clsx('font-medium', declined ? 'text-muted line-through' : 'text-text')}>
        {exactDollarsOf(laborSaleCents + partsSaleCents)}
      </p>
      <p className="text-xs text-muted">
        {`Labor ${dollarsOf(laborSaleCents)}, parts ${dollarsOf(partsSaleCents)}`}
      </p>
      {cost && (
        <p className="text-xs text-muted">{`Cost ${dollarsOf(cost.laborCents + cost.partsCents)}`}</p>
      )}
    </div>
  );
}
