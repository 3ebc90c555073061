import { clsx } from 'clsx';
import { isApple } from '../view/keys/shortcuts.ts';
import { charactersLeft, charactersLeftSentence } from './text/charactersLeft.ts';
import { isInCode } from './text/codeFence.ts';

interface Props {
  id: string;
  text: string;
  /** Why nothing can be sent now; empty if it can. */
  reason: string;
  /** What is wrong and was asked for; read out at once. */
  problem: string;
  /** What sending will do beside sending. */
  note: string;
}

/** One quiet line under the box. */
export function ComposerHint({ id, text, reason, problem, note }: Props) {
  const left = charactersLeft(text);
  const tooLong = left < 0 ? charactersLeftSentence(left) : '';
  const alarm = problem || (reason ? '' : tooLong);
  return (
    <p
      id={id}
      role={alarm ? 'alert' : undefined}
      className={clsx(
        'min-h-4 px-1 pt-1 text-xs text-pretty',
        alarm ? 'text-danger' : 'text-muted',
      )}
    >
      {problem || reason || charactersLeftSentence(left) || note || (
        <span className="touch:hidden">{keysSentence(text)}</span>
      )}
    </p>
  );
}

function keysSentence(text: string): string {
  const send = isApple ? '⌘Enter' : 'Ctrl+Enter';
  return isInCode(text, text.length)
    ? `Enter begins a new line of code, ${send} sends`
    : 'Enter sends, Shift+Enter begins a new line';
}
