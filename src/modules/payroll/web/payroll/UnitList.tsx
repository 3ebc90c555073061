import { FileDown, Lock, LockOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { daysText } from '../../../../platform/contract/calendar.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { lockPeriod, type Navigation, type UnitState } from '../../contract/review.ts';
import { type Unit, unitNames } from '../../contract/rights.ts';
import { stateLooks } from '../state/labels.ts';
import { usePayrollChange } from '../state/usePayroll.ts';

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'), { place: 'dialog' });

interface Props {
  period: Navigation['period'];
  units: readonly UnitState[];
}

/** The state of a pay period at each store, with what payroll does next. */
export function UnitList({ period, units }: Props) {
  return (
    <ul aria-label="Stores" className="divide-y divide-border border-y border-border">
      {units.map((unit) => (
        <UnitRow key={unit.unit} period={period} state={unit} />
      ))}
    </ul>
  );
}

const UnitName = ({ unit }: { unit: Unit }) =>
  unit === 'group' ? unitNames.group : <StoreMark store={unit} />;

function UnitRow({ period, state }: { period: Props['period']; state: UnitState }) {
  const { unit, people, approved, lockedBy, lockedAt, missing, may } = state;
  const [asking, setAsking] = useState<'lock' | 'unlock' | 'export'>();
  const close = () => setAsking(undefined);
  const { mutate, isPending } = usePayrollChange(lockPeriod, {
    failure: 'Couldn’t change the lock',
    onSaved: ({ locked }) => toast({ title: locked ? 'Pay period locked' : 'Pay period unlocked' }),
  });
  const change = (locked: boolean, reason?: string) =>
    mutate(
      {
        params: { period: period.startsOn, unit },
        body: { locked, ...(reason !== undefined && { reason }) },
      },
      // A reason that was typed stays for another try.
      locked ? { onSettled: close } : { onSuccess: close },
    );
  const name = unitNames[unit];
  const days = daysText(period.startsOn, period.endsOn);
  const hints = [
    missing.length > 0 && `Not in the lock: ${missing.map((one) => one.name).join(', ')}.`,
    may.unlock && may.lockWaitsFor,
    may.unlockWaitsFor,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-2 py-2.5 @2xl:gap-x-4">
      <span className="font-medium text-text @2xl:w-32">
        <UnitName unit={unit} />
      </span>
      <Badge {...stateLooks[state.state]} />
      <span className="min-w-0 flex-1 text-sm text-muted tabular-nums @max-2xl:order-last @max-2xl:basis-full @2xl:basis-56">
        {lockedBy && lockedAt
          ? `Locked by ${lockedBy}, ${exactTime(lockedAt)}`
          : people === 0
            ? 'No hours'
            : (may.lockWaitsFor ?? `${approved} of ${people} approved`)}
        {hints.length > 0 && <span className="block wrap-anywhere">{hints.join(' ')}</span>}
      </span>
      <div className="flex flex-wrap gap-2 @max-2xl:ml-auto">
        {may.lock && (
          <Button
            size="sm"
            disabled={may.lockWaitsFor !== null || people === 0}
            aria-label={may.unlock ? `Lock the missing employees of ${name}` : `Lock ${name}`}
            onClick={() => setAsking('lock')}
          >
            <Lock aria-hidden="true" />
            {may.unlock ? 'Lock missing' : 'Lock'}
          </Button>
        )}
        {may.unlock && (
          <Button
            size="sm"
            disabled={may.unlockWaitsFor !== null}
            aria-label={`Unlock ${name}`}
            onClick={() => setAsking('unlock')}
          >
            <LockOpen aria-hidden="true" />
            Unlock
          </Button>
        )}
        <Button size="sm" aria-label={`Export ${name}`} onClick={() => setAsking('export')}>
          <FileDown aria-hidden="true" />
          Export
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'lock'}
        onOpenChange={(open) => !open && close()}
        title={`Lock ${days} at ${name}?`}
        description={
          may.unlock
            ? `The hours of ${missing.map((one) => one.name).join(', ')} are added to the lock. Export it again: the files made so far lack them.`
            : 'The hours stay as they are. Later corrections are refused, or paid as an adjustment in the next pay period.'
        }
        confirmLabel="Lock"
        pending={isPending}
        onConfirm={() => change(true)}
      />
      {asking === 'unlock' && (
        <ReasonDialog
          title={`Unlock ${days} at ${name}`}
          verb="Unlock"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => change(false, reason)}
        />
      )}
      <Suspense>
        {asking === 'export' && (
          <ExportDialog period={period} unit={unit} isLocked={may.unlock} onClose={close} />
        )}
      </Suspense>
    </li>
  );
}
