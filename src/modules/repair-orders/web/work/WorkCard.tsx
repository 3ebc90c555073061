import { Pencil } from 'lucide-react';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { shortTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { payTypeNames, type Work, type WorkLine } from '../../contract/order.ts';
import { isDone, statusNames } from '../../contract/status.ts';
import { hoursOf, tones } from '../state/labels.ts';

/** One repair order with the user’s lines. */
export function WorkCard({ work, onEdit }: { work: Work; onEdit: (line: WorkLine) => void }) {
  const { number, vehicle, vin, milesIn, advisor, promisedAt, status, note, lines } = work;
  const isLate = promisedAt !== null && !isDone(status) && Date.parse(promisedAt) < Date.now();
  return (
    <section aria-label={`Repair order ${number}`} className="min-w-0">
      <header className="flex flex-col gap-1 border-b border-border pb-2">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold text-text">
          <span className="font-mono">{number}</span>
          <Badge tone={tones[status]}>{statusNames[status]}</Badge>
          {isLate && <Badge tone="danger">Past promised time</Badge>}
        </h2>
        <p className="text-base wrap-anywhere text-text">{vehicle}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {vin && <span className="font-mono">{vin}</span>}
          {milesIn !== null && <span>{milesOf(milesIn)}</span>}
          <span>{`Advisor ${advisor}`}</span>
          {promisedAt && <span>{`Promised ${shortTime(promisedAt)}`}</span>}
        </p>
        {note && (
          <p className="mt-1 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere text-text">
            {note}
          </p>
        )}
      </header>
      <ol className="flex flex-col">
        {lines.map((one) => (
          <LineItem key={one.id} line={one} onEdit={() => onEdit(one)} />
        ))}
      </ol>
    </section>
  );
}

function LineItem({ line, onEdit }: { line: WorkLine; onEdit: () => void }) {
  const { position, complaint, cause, correction, opCode, payType, declined, may } = line;
  const hours = [
    `Flagged ${hoursOf(line.hoursFlagged)}`,
    line.hoursActual > 0 && `actual ${hoursOf(line.hoursActual)}`,
  ];
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 gap-y-2 border-b border-border py-3 text-base last:border-0">
      <span className="text-muted tabular-nums">{position}</span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium wrap-anywhere text-text">{complaint}</p>
        {cause && <Fact label="Cause" text={cause} />}
        {correction && <Fact label="Correction" text={correction} />}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge>{payTypeNames[payType]}</Badge>
          {declined && <Badge tone="warning">Declined</Badge>}
          {opCode && <span className="font-mono">{opCode}</span>}
          <span className="tabular-nums">{hours.filter(Boolean).join(', ')}</span>
        </p>
      </div>
      {may.edit && (
        <Button className="col-start-2 max-sm:w-full sm:justify-self-start" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {`Write up line ${position}`}
        </Button>
      )}
    </li>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <p className="wrap-anywhere text-text">
      <span className="text-muted">{label}: </span>
      {text}
    </p>
  );
}
