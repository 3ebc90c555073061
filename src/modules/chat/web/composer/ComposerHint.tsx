import { clsx } from 'clsx';
import { isApple } from '../../../../platform/web/ui/isApple.ts';
import { charactersLeft, charactersLeftSentence } from '../parts/messageBox/charactersLeft.ts';
import { isInCode } from '../parts/messageBox/codeFence.ts';

interface Props {
  id: string;
  text: string;
  /** Why sending is disabled; empty if it is not. */
  reason: string;
  /** An error the user caused; announced at once. */
  problem: string;
  /** A side effect of sending. */
  note: string;
}

/** The line below the message box. */
export function ComposerHint({ id, text, reason, problem, note }: Props) {
  const left = charactersLeft(text);
  const tooLong = left < 0 ? charactersLeftSentence(left) : '';
  const alertText = problem || (reason ? '' : tooLong);
  return (
    <p
      id={id}
      role={alertText ? 'alert' : undefined}
      className={clsx(
        'min-h-4 px-1 pt-1 text-xs text-pretty',
        alertText ? 'text-danger' : 'text-muted',
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
    ? `Enter adds a new line, ${send} sends`
    : 'Enter sends, Shift+Enter adds a new line';
}
