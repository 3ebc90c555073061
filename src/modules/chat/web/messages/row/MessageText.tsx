import { clsx } from 'clsx';
import { memo } from 'react';
import { tokenize } from './tokens.ts';

interface Props {
  content: string;
  /** Who reads: their own name stands out more. */
  username: string;
}

/** What was written, as it was written: nothing in it is markup. */
export const MessageText = memo(function MessageText({ content, username }: Props) {
  let at = 0;
  return tokenize(content).map((token) => {
    const key = at;
    at += token.text.length;
    if (token.kind === 'text') return token.text;
    if (token.kind === 'link') {
      return (
        <a
          key={key}
          href={token.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
        >
          {token.text}
        </a>
      );
    }
    const mine = token.username === username.toLowerCase();
    return (
      <strong
        key={key}
        className={clsx(
          'rounded-sm px-0.5 font-semibold',
          mine ? 'bg-warning-surface text-warning-text' : 'bg-accent-surface text-accent-strong',
        )}
      >
        {token.text}
      </strong>
    );
  });
});
