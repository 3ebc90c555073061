import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { urgentReasonMaxLength } from '../../../contract/messages/urgent.ts';

interface Props {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

/** Why a message cannot wait. */
export function ReasonField({ id, value, error, onChange }: Props) {
  return (
    <TextField
      id={id}
      label="Why it cannot wait"
      hint="Shown with the message, and kept in the activity log."
      required
      maxLength={urgentReasonMaxLength}
      autoComplete="off"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
