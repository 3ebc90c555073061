import { useMutation, useQueryClient } from '@tanstack/react-query';
import { weekdayDay } from '../../../../../platform/contract/calendar.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../../platform/web/ui/toastFailure.ts';
import { type OvertimeBasis, overtimeBases, setOvertimeBasis } from '../../../contract/rules.ts';
import type { Sheet } from '../../../contract/sheets.ts';
import { getClock } from '../../../contract.ts';
import { basisNames } from '../../state/labels.ts';

const options = overtimeBases.map((value) => ({ value, label: basisNames[value] }));

/** The person's overtime basis, from the week shown on. */
export function BasisField({ sheet: { person, week, rules, approval } }: { sheet: Sheet }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (basis: OvertimeBasis) =>
      call(setOvertimeBasis, { params: { id: person.id }, body: { basis, fromWeek: week.start } }),
    onSuccess: () => toast({ title: 'Overtime basis saved' }),
    onError: (error) => toastError(error, 'Couldn’t save the overtime basis. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getClock) }),
  });
  return (
    <SelectField
      label="Overtime"
      className="max-w-md"
      hint={
        approval.state === 'approved'
          ? 'An approved week keeps the rules it was approved with. Reopen it to change this.'
          : `Applies from the week of ${weekdayDay(week.start)}. State law may require overtime where federal law does not.`
      }
      options={options}
      value={rules.basis}
      disabled={isPending || approval.state === 'approved'}
      onChange={(event) => mutate(event.target.value as OvertimeBasis)}
    />
  );
}
