import { type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { GuardLine, takeOut, useFinding } from '../../../data-guard/web/public.ts';
import { useChat } from '../state/chatContext.ts';
import { useChannels } from '../state/conversations/useChannels.ts';
import { shelter } from '../state/extensions.ts';
import { draftKey } from '../state/store/drafts.ts';

interface Place {
  channelId: string;
  threadId: string | null;
  /** The conversation's name. */
  name: string;
  text: string;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Sends the draft, unless it contains customer data: then `line` asks what to do. */
export function useGuardedSend(place: Place): { send: () => void; line: ReactNode } {
  const { channelId, threadId, text, box } = place;
  const { session, user } = useChat();
  const { finding, check } = useFinding(text);
  const [attempts, setAttempts] = useState(0);
  const [sheltered, setSheltered] = useState<{ taken: string; rest: string } | null>(null);
  const key = draftKey(channelId, threadId);
  const sendNow = useCallback(
    (accepts: boolean) => {
      if (session.sendDraft(channelId, threadId, accepts)) box.current?.focus();
    },
    [session, channelId, threadId, box],
  );
  const send = useCallback(() => {
    if (check()) setAttempts((times) => times + 1);
    else sendNow(false);
  }, [check, sendNow]);
  const rewrite = (rest: string) => {
    session.drafts.write(key, rest);
    box.current?.focus();
  };
  const parts = () => takeOut(text, check()?.found ?? []);
  const line = (
    <>
      <GuardLine
        user={user}
        finding={finding}
        attempts={attempts}
        anyway="Send anyway"
        onAnyway={() => sendNow(true)}
        onRemove={() => rewrite(parts().rest)}
        onShelter={shelter() && (() => setSheltered(parts()))}
      />
      {sheltered && (
        <Shelter
          {...place}
          content={sheltered.taken}
          onKept={() => rewrite(sheltered.rest)}
          onClose={() => setSheltered(null)}
        />
      )}
    </>
  );
  return { send, line };
}

type ShelterProps = Omit<Place, 'text' | 'box'> & {
  content: string;
  onKept: () => void;
  onClose: () => void;
};

function Shelter(props: ShelterProps) {
  const { user } = useChat();
  const channel = useChannels().data?.find(({ id }) => id === props.channelId);
  const Dialog = shelter();
  return <Suspense>{Dialog && <Dialog {...props} channel={channel} user={user} />}</Suspense>;
}
