import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { RetentionClass } from '../../contract.ts';
import { count, eventLabels } from '../labels.ts';
import { PeriodDialog } from './PeriodDialog.tsx';

/** The period of each class, and how many documents it has. */
export function ClassList({ classes }: { classes: readonly RetentionClass[] }) {
  const [changing, setChanging] = useState<RetentionClass | null>(null);
  return (
    <>
      <ul aria-label="Retention classes" className="flex flex-col divide-y divide-border">
        {classes.map((one) => (
          <li key={one.code} className="flex items-center gap-3 py-2 first:pt-0">
            <div className="min-w-0 flex-1 text-sm">
              <p className="flex flex-wrap gap-x-2 text-text">
                <span className="font-medium">{one.name}</span>
                <span className="whitespace-nowrap text-muted tabular-nums">{keptOf(one)}</span>
              </p>
              <p className="text-muted text-pretty">
                {count(one.years, 'year')} after {eventLabels[one.event]}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Change the period of ${one.name}`}
              onClick={() => setChanging(one)}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
      {changing && <PeriodDialog retentionClass={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

function keptOf({ kept, notBegun }: RetentionClass): string {
  const all = count(kept + notBegun, 'document');
  return notBegun > 0 ? `${all}, ${notBegun.toLocaleString('en-US')} not started` : all;
}
