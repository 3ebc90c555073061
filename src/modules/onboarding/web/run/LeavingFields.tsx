import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type LeaveReason, leaveReasons } from '../../contract/kinds.ts';
import { reasonNames } from '../state/labels.ts';

export interface LeavingValues {
  endTime: string;
  reason: LeaveReason | '';
  mayReturn: '' | 'yes' | 'no';
}

export const toLeaving = ({ endTime, reason, mayReturn }: LeavingValues) => ({
  endTime: endTime || null,
  reason: reason || null,
  mayReturn: mayReturn === '' ? null : mayReturn === 'yes',
});

interface Props {
  values: LeavingValues;
  errors: Partial<Record<string, string>>;
  onChange: (change: Partial<LeavingValues>) => void;
}

/** What HR says about a leave: when the account ends, and what only HR sees. */
export function LeavingFields({ values, errors, onChange }: Props) {
  return (
    <>
      <TextField
        label="Account ends at"
        type="time"
        hint="On the last day. Empty: at the end of the day."
        value={values.endTime}
        error={errors.endTime}
        onChange={(event) => onChange({ endTime: event.target.value })}
      />
      <SelectField
        label="Reason"
        required
        hint={
          values.reason === 'terminated'
            ? 'Only HR sees it. The employee gets no tasks or notifications.'
            : 'Only HR sees it.'
        }
        options={optionsOf('Choose a reason', leaveReasons, reasonNames)}
        value={values.reason}
        error={errors.reason}
        onChange={(event) => onChange({ reason: event.target.value as LeavingValues['reason'] })}
      />
      <SelectField
        label="May be rehired"
        hint="Only HR sees it."
        options={[
          { value: '', label: 'Not decided' },
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        value={values.mayReturn}
        error={errors.mayReturn}
        onChange={(event) =>
          onChange({ mayReturn: event.target.value as LeavingValues['mayReturn'] })
        }
      />
    </>
  );
}
