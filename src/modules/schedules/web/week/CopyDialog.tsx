import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { daysText } from '../../../../platform/contract/calendar.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { copyWeek } from '../../contract/shift.ts';
import type { Week } from '../../contract/week.ts';
import { placeText, skippedText } from '../state/labels.ts';
import { useRefresh } from '../state/useSchedules.ts';

const weeksAround = 8;

interface Props {
  week: Week;
  onClose: () => void;
}

/** Copies the week that is shown to a later one, and says who was left out. */
export default function CopyDialog({ week, onClose }: Props) {
  const [clientId] = useState(() => crypto.randomUUID());
  const refresh = useRefresh();
  const { setQuery } = useAddress();
  const current = week.week;
  const targets = Array.from({ length: weeksAround }, (_, ahead) =>
    addDays(current.start, (ahead + 1) * 7),
  ).filter((start) => addDays(start, 6) >= week.today);
  const form = useDialogForm({ toWeek: targets[0] ?? current.next });
  const { toWeek } = form.values;
  const copy = useMutation({
    mutationFn: () => {
      const { store, department } = week;
      const body = { clientId, store, department, fromWeek: current.start, toWeek };
      return call(copyWeek, { body });
    },
    onError: form.refuse,
    onSettled: refresh,
  });
  const show = () => {
    onClose();
    setQuery({ week: toWeek }, { push: true });
  };
  if (copy.data) {
    const { added, skipped } = copy.data;
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={added === 1 ? '1 shift copied' : `${added} shifts copied`}
        description={
          skipped.length === 0
            ? 'Everyone was copied. The shifts are drafts until you publish the week.'
            : 'These shifts were left out:'
        }
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={show}>
              Show that week
            </Button>
          </>
        }
      >
        <ul className="flex flex-col gap-1 text-sm text-text">
          {skipped.map((one) => (
            <li key={`${one.person.id} ${one.date}`}>{skippedText(one)}</li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <FormDialog
      size="sm"
      title="Copy week"
      description={`The shifts of ${daysText(current.start, current.end)}, ${placeText(week)}, as drafts. People who are away or have left are not copied.`}
      verb="Copy"
      pending={copy.isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => copy.mutate()}
    >
      <SelectField
        label="To"
        options={targets.map((start) => ({
          value: start,
          label: daysText(start, addDays(start, 6)),
        }))}
        value={toWeek}
        error={form.errors.toWeek}
        onChange={({ target }) => form.set('toWeek', target.value)}
      />
    </FormDialog>
  );
}
