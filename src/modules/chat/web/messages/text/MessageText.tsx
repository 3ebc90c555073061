import { clsx } from 'clsx';
import { memo, type ReactNode, useCallback } from 'react';
import { Markdown } from '../../../../../platform/web/markdown/Markdown.tsx';
import { RecordWord } from '../../records/RecordWord.tsx';
import { isOnlyEmoji, type Mention, type MessageToken, parseMessage } from './parse.ts';

interface Props {
  content: string;
  /** The reader's username: mentions of it are highlighted. */
  username: string;
  /** Rendered after the last word. */
  after?: ReactNode;
}

/** Each paragraph takes the direction of its first letter, right to left in Arabic or Hebrew. */
const ownDirection = '[&_:is(p,li,h3,h4,h5)]:[unicode-bidi:plaintext]';

/** A message rendered as Markdown; everything else is shown as typed. */
export const MessageText = memo(function MessageText({ content, username, after }: Props) {
  const renderToken = useCallback(
    (token: MessageToken) =>
      token.kind === 'record' ? (
        <RecordWord token={token} />
      ) : (
        <MentionText mention={token} username={username} />
      ),
    [username],
  );
  return (
    <div className={clsx(ownDirection, isOnlyEmoji(content) && 'text-2xl')}>
      <Markdown
        content={content}
        blocks={parseMessage(content)}
        renderToken={renderToken}
        after={after}
      />
    </div>
  );
});

function MentionText({ mention, username }: { mention: Mention; username: string }) {
  const mine = mention.username === username.toLowerCase();
  return (
    <strong
      className={clsx(
        'rounded-sm px-0.5 font-semibold',
        mine ? 'bg-warning-surface text-warning-text' : 'bg-accent-surface text-accent-strong',
      )}
    >
      {mention.text}
    </strong>
  );
}
