import { Suspense } from 'react';
import type { ChatMessage } from '../../contract.ts';
import { useChat } from '../panel/chatContext.ts';
import { chatExtensions, type PartProps } from './extensions.ts';
import { useReading } from './useReading.ts';

/** The parts other modules attached to a message, below its text. */
export function Parts({ message }: { message: ChatMessage }) {
  const parts = message.metadata?.parts;
  return parts ? <Known message={message} parts={parts} /> : null;
}

interface KnownProps {
  message: ChatMessage;
  parts: Record<string, unknown>;
}

function Known({ message, parts }: KnownProps) {
  const { session } = useChat();
  const props: Omit<PartProps, 'part'> = {
    ...useReading(message),
    take: (changed) => session.take(changed),
  };
  return chatExtensions().map(
    ({ name, Part }) =>
      Part &&
      parts[name] !== undefined && (
        <Suspense key={name}>
          <Part {...props} part={parts[name]} />
        </Suspense>
      ),
  );
}
