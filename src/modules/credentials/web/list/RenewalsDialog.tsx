import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { addMonths } from '../../contract/days.ts';
import { type CredentialRow, renewMany } from '../../contract.ts';
import { queries } from '../state/useCredentials.ts';

interface Props {
  rows: readonly CredentialRow[];
  onClose: () => void;
  onRenewed: () => void;
}

/** The usual expiry of a renewal that was issued on this day. */
const usual = ({ kind }: CredentialRow, issuedOn: string) =>
  issuedOn && kind.validMonths ? addMonths(issuedOn, kind.validMonths) : '';

const fieldOf = (at: number) => `renewals.${at}.expiresOn`;

/** Renews several credentials that were issued on one day, such as the yearly driving record checks. */
export default function RenewalsDialog({ rows: chosen, onClose, onRenewed }: Props) {
  const client = useQueryClient();
  // As they were when chosen, so that later changes by others are not overwritten.
  const [rows] = useState(() => chosen.map((row) => ({ row, clientId: uuid() })));
  const form = useDialogForm<Record<string, string>>({
    issuedOn: today(),
    ...Object.fromEntries(rows.map(({ row }, at) => [fieldOf(at), usual(row, today())])),
    // So that their problems are shown there.
    ...Object.fromEntries(rows.map((_, at) => [`renewals.${at}.issuedOn`, ''])),
  });
  const issuedOn = form.values.issuedOn ?? '';
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(renewMany, {
        body: {
          renewals: rows.map(({ row, clientId }, at) => ({
            credentialId: row.credentialId ?? 0,
            clientId,
            version: row.version,
            issuedOn: issuedOn || null,
            expiresOn: form.values[fieldOf(at)] || null,
          })),
        },
      }),
    onSuccess: ({ renewed }) => {
      toast({ title: `${plural(renewed, 'credential')} renewed` });
      onRenewed();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const changeIssued = (day: string) => {
    rows.forEach(({ row }, at) => {
      const shown = form.values[fieldOf(at)];
      if (shown === '' || shown === usual(row, issuedOn)) form.set(fieldOf(at), usual(row, day));
    });
    form.set('issuedOn', day);
  };
  const submit = () => {
    const problems = rows.map(({ row }, at) => [
      fieldOf(at),
      row.kind.mustExpire && !form.values[fieldOf(at)] && 'Enter the day it expires',
    ]);
    if (form.check(Object.fromEntries(problems))) mutate();
  };
  return (
    <FormDialog
      size="lg"
      title={`Renew ${plural(rows.length, 'credential')}`}
      description="They count at once. Numbers and issuers stay as they are."
      verb="Renew"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Issued on"
        type="date"
        max={today()}
        className="sm:max-w-56"
        value={issuedOn}
        error={
          form.errors.issuedOn ??
          rows.map((_, at) => form.errors[`renewals.${at}.issuedOn`]).find(Boolean)
        }
        onChange={({ target }) => changeIssued(target.value)}
      />
      <ul className="flex flex-col divide-y divide-border">
        {rows.map(({ row }, at) => (
          <li
            key={row.id}
            className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_11rem]"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium text-text">{row.employee.name}</span>
              <span className="block truncate text-sm text-muted">
                {row.expiresOn
                  ? `${row.kind.name}, until ${calendarDay(row.expiresOn)}`
                  : row.kind.name}
              </span>
            </span>
            <TextField
              label={`New expiry of ${row.employee.name}’s ${row.kind.name}`}
              labelHidden
              type="date"
              required={row.kind.mustExpire}
              value={form.values[fieldOf(at)] ?? ''}
              error={form.errors[fieldOf(at)]}
              onChange={({ target }) => form.set(fieldOf(at), target.value)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
