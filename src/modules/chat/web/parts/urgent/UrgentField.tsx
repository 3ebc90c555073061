import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { ReasonField } from './ReasonField.tsx';
import { whatUrgentDoes } from './reason.ts';

interface Props {
  /** The id of the reason field. */
  id: string;
  /** Null: not urgent. */
  reason: string | null;
  error: string | undefined;
  onChange: (reason: string | null) => void;
}

/** For forms: whether the message is urgent, and why. */
export function UrgentField({ id, reason, error, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Mark as urgent"
        hint={whatUrgentDoes}
        checked={reason !== null}
        onCheckedChange={(urgent) => onChange(urgent ? '' : null)}
      />
      {reason !== null && <ReasonField id={id} value={reason} error={error} onChange={onChange} />}
    </div>
  );
}
