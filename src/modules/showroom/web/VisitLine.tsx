import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../../platform/web/api/call.ts';
import { clockTime } from '../../../platform/web/time/moments.ts';
import { Badge, type Tone } from '../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../platform/web/ui/Menu.tsx';
import { StoreMark } from '../../../platform/web/ui/StoreMark.tsx';
import { customerHref } from '../../customers/contract.ts';
import { endVisit, type TestDrive, type Visit, type VisitResult } from '../contract.ts';
import type { Step } from './StepDialog.tsx';
import { useVisitChange } from './useVisitChange.ts';

const StepDialog = lazyPart(() => import('./StepDialog.tsx'), { place: 'dialog' });

const results: Record<VisitResult, { name: string; tone: Tone }> = {
  sold: { name: 'Sold', tone: 'success' },
  appointment: { name: 'Appointment', tone: 'info' },
  be_back: { name: 'Coming back', tone: 'warning' },
  left: { name: 'Left', tone: 'neutral' },
};

const dealHref = (id: number) => `/customers/deals?deal=${id}`;
const leadHref = (id: number) => `/customers/leads?lead=${id}`;
const linkClasses = 'text-accent underline';

/** One visit: guest and greeter, what came of it, and the next step. */
export function VisitLine({ visit, withStore }: { visit: Visit; withStore: boolean }) {
  const [step, setStep] = useState<Step>();
  const [, navigate] = useLocation();
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-x-3 py-2.5">
      <time dateTime={visit.arrivedAt} className="text-sm text-muted">
        {clockTime(visit.arrivedAt)}
      </time>
      <span className="min-w-0">
        <span className="block truncate text-base font-medium text-text">
          {visit.customerId ? (
            <Link href={customerHref(visit.customerId)}>{visit.guest}</Link>
          ) : (
            visit.guest
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {withStore && <StoreMark store={visit.store} />}
          {visit.isBeBack && <Badge tone="accent">Be-back</Badge>}
          <span>{[visit.greeter.name, visit.interest].filter(Boolean).join(' · ')}</span>
          {visit.leadId !== null && (
            <Link href={leadHref(visit.leadId)} className={linkClasses}>
              Lead
            </Link>
          )}
          {visit.deal && (
            <Link href={dealHref(visit.deal.id)} className={linkClasses}>
              {`Deal ${visit.deal.number}`}
            </Link>
          )}
        </span>
        <Steps visit={visit} onCheckIn={setStep} />
      </span>
      {visit.result ? (
        <span className="flex flex-col items-end gap-0.5">
          <Badge tone={results[visit.result].tone}>{results[visit.result].name}</Badge>
          {visit.steps.left && (
            <span className="text-xs text-muted">{clockTime(visit.steps.left)}</span>
          )}
        </span>
      ) : visit.may.edit ? (
        <StepMenu visit={visit} onStep={setStep} />
      ) : (
        <Badge tone="accent">Here</Badge>
      )}
      {step !== undefined && (
        <Suspense>
          <StepDialog
            visit={visit}
            step={step}
            onClose={() => setStep(undefined)}
            onWritten={({ deal }) => deal && navigate(dealHref(deal.id))}
          />
        </Suspense>
      )}
    </li>
  );
}

function Steps({ visit, onCheckIn }: { visit: Visit; onCheckIn: (drive: TestDrive) => void }) {
  const { steps, testDrives, may } = visit;
  return (
    <span className="flex flex-wrap items-center gap-1.5 pt-1 empty:hidden">
      {testDrives.map((drive) => (
        <span key={drive.outingId} className="flex items-center gap-1.5">
          <Badge tone={drive.inAt === null ? 'warning' : 'neutral'} title={drive.vehicle}>
            {drive.inAt === null
              ? `Test drive: ${drive.stockNumber} out ${clockTime(drive.outAt)}`
              : `Test drive: ${drive.stockNumber} back ${clockTime(drive.inAt)}`}
          </Badge>
          {drive.inAt === null && may.checkOut && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Check in ${drive.stockNumber}`}
              onClick={() => onCheckIn(drive)}
            >
              Check in
            </Button>
          )}
        </span>
      ))}
      {/* Logged before test drives were check-outs. */}
      {testDrives.length === 0 && steps.test_drive && (
        <Badge>{`Test drive ${clockTime(steps.test_drive)}`}</Badge>
      )}
      {steps.write_up && <Badge>{`Write-up ${clockTime(steps.write_up)}`}</Badge>}
    </span>
  );
}

function StepMenu({ visit, onStep }: { visit: Visit; onStep: (step: Step) => void }) {
  const { mutate, isPending } = useVisitChange((result: VisitResult) =>
    call(endVisit, { params: { visitId: visit.id }, body: { version: visit.version, result } }),
  );
  const isKnown = visit.customerId !== null;
  const end = (result: VisitResult) => {
    if (result === 'appointment' && visit.leadId !== null) onStep('appointment');
    else mutate(result);
  };
  const needsCustomer = !isKnown && <span className="text-xs text-muted">Add customer first</span>;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" pending={isPending} aria-label={`Here: update ${visit.guest}`}>
          Here
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {!isKnown && <MenuItem onSelect={() => onStep('customer')}>Add customer…</MenuItem>}
        {visit.may.checkOut && (
          <MenuItem disabled={!isKnown} onSelect={() => onStep('test_drive')}>
            Test drive…{needsCustomer}
          </MenuItem>
        )}
        {visit.may.writeUp && !visit.deal && (
          <MenuItem disabled={!isKnown} onSelect={() => onStep('write_up')}>
            Write-up…{needsCustomer}
          </MenuItem>
        )}
        {(Object.keys(results) as VisitResult[]).map((result) => (
          <MenuItem key={result} onSelect={() => end(result)}>
            {result === 'left' ? 'Left' : `Left: ${results[result].name.toLowerCase()}`}
            {result === 'appointment' && visit.leadId !== null && '…'}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
