import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { centsOf, dollarsOf } from '../../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../../platform/web/time/days.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { type PayBasis, payBases, payBasisNames } from '../../../contract/fields.ts';
import {
  addPay,
  type Pay,
  type PayUnit,
  payUnitsOf,
  removePay,
} from '../../../contract/private.ts';
import { payUnitNames } from '../../state/labels.ts';
import { PrivateList } from './PrivateList.tsx';
import { type PrivateProps, usePrivateChange } from './usePrivateChange.ts';

export function PaySection({ file, part, onChange }: PrivateProps) {
  return (
    <PrivateList
      part={part}
      label="Pay"
      verb="Change pay"
      none="No pay recorded yet."
      lines={part.pay.map((pay) => (
        <PayLine key={pay.id} pay={pay} file={file} part={part} onChange={onChange} />
      ))}
      dialog={(close) => <PayDialog file={file} part={part} onChange={onChange} onClose={close} />}
    />
  );
}

function PayLine({ pay, file, part, onChange }: PrivateProps & { pay: Pay }) {
  const [isAsking, setAsking] = useState(false);
  const remove = usePrivateChange({
    save: () => call(removePay, { params: { employeeId: file.id, payId: pay.id } }),
    onChange,
    onError: (error) => {
      setAsking(false);
      toastFailure(error, 'Couldn’t remove the pay');
    },
  });
  return (
    <li className="flex items-start justify-between gap-3 border-b border-border py-2 last:border-b-0">
      <div className="flex min-w-0 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-text tabular-nums">
            {`${dollarsOf(pay.rateCents)} ${payUnitNames[pay.per]}`}
          </span>
          <span className="text-text">{payBasisNames[pay.basis]}</span>
          {pay.state === 'planned' && <Badge tone="info">Planned</Badge>}
          {pay.state === 'current' && <Badge>Current</Badge>}
        </span>
        <span className="text-xs text-muted">
          <time dateTime={pay.effectiveOn} className="tabular-nums">
            {`${pay.state === 'current' ? 'Since' : 'From'} ${calendarDay(pay.effectiveOn)}`}
          </time>
          {` · ${pay.reason} · recorded by ${pay.recordedBy}`}
        </span>
      </div>
      {part.may.change && (
        <IconButton
          label={`Remove pay of ${calendarDay(pay.effectiveOn)}`}
          icon={Trash2}
          size="sm"
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove this pay?"
        description="For pay that was recorded by mistake. Its amount is erased; the removal stays in the activity log."
        confirmLabel="Remove pay"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}

function PayDialog({ file, part, onChange, onClose }: PrivateProps & { onClose: () => void }) {
  const current = part.pay.find(({ state }) => state === 'current');
  const basis: PayBasis = current?.basis ?? file.file.payBasis ?? 'hourly';
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useDialogForm({
    basis,
    amount: '',
    per: current?.per ?? payUnitsOf[basis][0],
    effectiveOn: today(),
    reason: '',
  });
  const { values } = form;
  const rateCents = centsOf(values.amount);
  const save = usePrivateChange({
    save: () =>
      call(addPay, {
        params: { employeeId: file.id },
        body: {
          clientId,
          basis: values.basis,
          rateCents: rateCents ?? 0,
          per: values.per,
          effectiveOn: values.effectiveOn,
          reason: values.reason.trim(),
        },
      }),
    onChange: (next) => {
      onChange(next);
      onClose();
    },
    onError: form.refuse,
  });
  const submit = () => {
    const problems = {
      amount: (rateCents === null || rateCents === undefined) && 'Enter an amount such as 24.50',
      effectiveOn: !values.effectiveOn && 'Choose a day',
      reason: !values.reason.trim() && 'Enter a reason, such as “Annual raise”',
    };
    if (form.check(problems)) save.mutate();
  };
  return (
    <FormDialog
      title="Change pay"
      description={file.name}
      verb={values.effectiveOn > today() ? 'Plan pay' : 'Record pay'}
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      autoComplete="off"
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Basis"
        options={payBases.map((value) => ({ value, label: payBasisNames[value] }))}
        value={values.basis}
        error={form.errors.basis}
        onChange={({ target }) => {
          const next = target.value as PayBasis;
          form.set('basis', next);
          form.set('per', payUnitsOf[next][0]);
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Amount in dollars"
          required
          inputMode="decimal"
          inputClassName="tabular-nums"
          value={values.amount}
          error={form.errors.amount ?? form.errors.rateCents}
          onChange={({ target }) => form.set('amount', target.value)}
        />
        <SelectField
          label="For"
          options={payUnitsOf[values.basis].map((value) => ({ value, label: payUnitNames[value] }))}
          value={values.per}
          error={form.errors.per}
          onChange={({ target }) => form.set('per', target.value as PayUnit)}
        />
      </div>
      <TextField
        label="Effective"
        type="date"
        required
        value={values.effectiveOn}
        error={form.errors.effectiveOn}
        onChange={({ target }) => form.set('effectiveOn', target.value)}
      />
      <TextField
        label="Reason"
        required
        maxLength={200}
        value={values.reason}
        error={form.errors.reason}
        onChange={({ target }) => form.set('reason', target.value)}
      />
    </FormDialog>
  );
}
