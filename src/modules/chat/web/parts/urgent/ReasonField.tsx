import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { urgentReasonMaxLength } from '../../../contract/messages/urgent.ts';

interface Props {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

/** Why a message is urgent. */
export function ReasonField({ id, value, error, onChange }: Props) {
  return (
    <TextField
      id={id}
      label="Reason"
      hint="Why it can’t wait. Shown with the message and recorded in the activity log."
      required
      maxLength={urgentReasonMaxLength}
      autoComplete="off"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
