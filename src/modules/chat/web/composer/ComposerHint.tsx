import { clsx } from 'clsx';
import { messageMaxLength } from '../../contract.ts';
import { roomLeft } from './roomLeft.ts';

/** From here on one is told how much room is left. */
const nearlyFull = 1_000;

interface Props {
  id: string;
  text: string;
  /** Why nothing can be sent now; empty if it can. */
  reason: string;
}

export function ComposerHint({ id, text, reason }: Props) {
  const left = roomLeft(text);
  const alarming = !reason && left < 0;
  return (
    <p
      id={id}
      role={alarming ? 'alert' : undefined}
      className={clsx('min-h-4 px-1 pt-1 text-xs', alarming ? 'text-danger' : 'text-muted')}
    >
      {reason || roomSentence(left) || (
        <span className="touch:hidden">Enter sends, Shift+Enter begins a new line</span>
      )}
    </p>
  );
}

function roomSentence(left: number): string {
  const number = (value: number) => value.toLocaleString();
  if (left > nearlyFull) return '';
  if (left >= 0) return `${number(left)} characters left`;
  return `Too long by ${number(-left)} characters: a message holds ${number(messageMaxLength)}.`;
}
