import { zoneMark } from '../../../../../../platform/web/time/zoneLabels.ts';
import { SelectField } from '../../../../../../platform/web/ui/SelectField.tsx';
import { formatEnd, type PauseChoice } from './pause.ts';

interface Props {
  /** The end of the current pause. */
  pausedUntil: string | null;
  choice: PauseChoice;
  onChange: (choice: PauseChoice) => void;
}

const choices = (): { value: PauseChoice; label: string }[] => [
  { value: 'off', label: 'Off' },
  { value: 'half-hour', label: 'For 30 minutes' },
  { value: 'hour', label: 'For 1 hour' },
  { value: 'tomorrow', label: `Until tomorrow, 8:00 AM${zoneMark(Date.now())}` },
];

/** Pauses notifications for a while. */
export function PauseField({ pausedUntil, choice, onChange }: Props) {
  const current = pausedUntil && {
    value: 'kept' as const,
    label: `Until ${formatEnd(new Date(pausedUntil), new Date())}`,
  };
  return (
    <SelectField
      label="Pause notifications"
      hint="Notifications still appear in the bell, without sound or push."
      options={current ? [current, ...choices()] : choices()}
      value={choice}
      onChange={(event) => onChange(event.target.value as PauseChoice)}
    />
  );
}
