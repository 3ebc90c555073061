import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import {
  centsOf,
  dollarsOf,
  exactDollarsOf,
  plural,
} from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { today } from '../../../../platform/web/time/days.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FactList } from '../../../../platform/web/ui/FactList.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  addCurtailment,
  type Curtailment,
  payCurtailment,
  removeCurtailment,
} from '../../contract/floorplan.ts';
import { isGone } from '../../contract/status.ts';
import type { Money } from '../../contract/vehicle.ts';
import type { VehiclePage } from '../../contract.ts';
import { dayOf } from '../state/labels.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

/** The floorplan as its lender counts it; only for those who see money, and only of a floored vehicle. */
export function Floorplan({ car }: { car: VehiclePage }) {
  const [adding, setAdding] = useState(false);
  const [paying, setPaying] = useState<Curtailment>();
  const plan = car.money?.floorplan;
  if (!plan) return null;
  return (
    <RecordSection label="Floorplan" aside={`${exactDollarsOf(plan.dailyCents)} a day`}>
      <div className="flex flex-col gap-3 text-sm text-text">
        <FactList rows={rowsOf(plan)} />
        {plan.paidOn === null && (car.status === 'sold' || isGone(car.status)) && (
          <p>
            <Badge tone="danger">Payoff due</Badge>
            {isGone(car.status) && car.status !== 'delivered'
              ? ' The vehicle is gone. Enter the payoff date once it’s paid off.'
              : ' The vehicle is sold. Enter the payoff date once it’s paid off.'}
          </p>
        )}
        <ul aria-label="Curtailments" className="flex flex-col divide-y divide-border">
          {car.curtailments?.map((one) => (
            <CurtailmentLine
              key={one.id}
              curtailment={one}
              isPaidOff={plan.paidOn !== null}
              mayChange={car.may.edit}
              onPay={() => setPaying(one)}
            />
          ))}
        </ul>
        {car.may.edit && (
          <Button size="sm" className="self-start" onClick={() => setAdding(true)}>
            Add curtailment
          </Button>
        )}
      </div>
      {adding && <AddDialog car={car} onClose={() => setAdding(false)} />}
      {paying && <PayDialog curtailment={paying} onClose={() => setPaying(undefined)} />}
    </RecordSection>
  );
}

type Plan = NonNullable<Money['floorplan']>;

const principalOf = ({ principalCents }: Plan) =>
  principalCents === null ? 'Principal not specified,' : dollarsOf(principalCents);

const rowsOf = (plan: Plan): (readonly [string, string])[] => [
  ['Lender', plan.lender],
  ['Floored', `${principalOf(plan)} on ${dayOf(plan.flooredOn)}`],
  ['Balance', dollarsOf(plan.balanceCents)],
  ['Rate', `${plan.rateBps / 100}%, ${plan.yearDays}-day year`],
  ['Free days', plan.freeDays === 0 ? 'None' : plural(plan.freeDays, 'day')],
  ['Interest so far', exactDollarsOf(plan.carryCents)],
  ['Paid off', plan.paidOn ? dayOf(plan.paidOn) : 'Not yet'],
];

interface LineProps {
  curtailment: Curtailment;
  /** Whether the lender got all of the principal, so that nothing is due. */
  isPaidOff: boolean;
  mayChange: boolean;
  onPay: () => void;
}

function CurtailmentLine({ curtailment, isPaidOff, mayChange, onPay }: LineProps) {
  const { cents, dueOn, paidOn } = curtailment;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(removeCurtailment, { params: { curtailmentId: curtailment.id } }),
    onError: (error) => toastFailure(error, 'Couldn’t remove curtailment'),
    onSettled: () => refreshVehicles(client),
  });
  const isOverdue = paidOn === null && !isPaidOff && dueOn < today();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 tabular-nums">
      <span className="font-medium">{dollarsOf(cents)}</span>
      <span>{paidOn ? `Paid ${dayOf(paidOn)}` : `Due ${dayOf(dueOn)}`}</span>
      {isOverdue && <Badge tone="danger">Overdue</Badge>}
      {mayChange && (
        <span className="ml-auto flex gap-1">
          {paidOn === null && (
            <Button size="sm" onClick={onPay}>
              Mark as paid
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            pending={isPending}
            aria-label={`Remove curtailment of ${dollarsOf(cents)}`}
            onClick={() => mutate()}
          >
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}

function AddDialog({ car, onClose }: { car: VehiclePage; onClose: () => void }) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  const form = useDialogForm({ cents: '', dueOn: today() });
  const cents = centsOf(form.values.cents);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(addCurtailment, {
        params: { vehicleId: car.id },
        body: { clientId, cents: cents ?? 0, dueOn: form.values.dueOn },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  return (
    <FormDialog
      size="sm"
      title={`Curtailment of ${car.stockNumber}`}
      description="The part of the principal that the lender wants back, and when."
      verb="Add curtailment"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const problems = {
          cents: !cents && 'Enter an amount in dollars',
          dueOn: !form.values.dueOn && 'Choose a date',
        };
        if (form.check(problems)) mutate();
      }}
    >
      <TextField
        label="Amount, $"
        required
        inputMode="decimal"
        inputClassName="tabular-nums"
        autoComplete="off"
        value={form.values.cents}
        error={form.errors.cents}
        onChange={(event) => form.set('cents', event.target.value)}
      />
      <TextField
        label="Due on"
        required
        type="date"
        value={form.values.dueOn}
        error={form.errors.dueOn}
        onChange={(event) => form.set('dueOn', event.target.value)}
      />
    </FormDialog>
  );
}

function PayDialog({ curtailment, onClose }: { curtailment: Curtailment; onClose: () => void }) {
  const client = useQueryClient();
  const form = useDialogForm({ paidOn: today() });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(payCurtailment, {
        params: { curtailmentId: curtailment.id },
        body: { paidOn: form.values.paidOn },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  return (
    <FormDialog
      size="sm"
      title={`Curtailment of ${dollarsOf(curtailment.cents)} paid`}
      description="Interest counts on the lower balance from this day."
      verb="Mark as paid"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => form.check({ paidOn: !form.values.paidOn && 'Choose a date' }) && mutate()}
    >
      <TextField
        label="Paid on"
        required
        type="date"
        max={today()}
        value={form.values.paidOn}
        error={form.errors.paidOn}
        onChange={(event) => form.set('paidOn', event.target.value)}
      />
    </FormDialog>
  );
}
