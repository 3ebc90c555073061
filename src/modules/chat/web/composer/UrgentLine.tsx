import { type RefObject, Suspense, useState } from 'react';
import { UrgentDialog } from '../parts/urgent/lazyDialog.ts';
import { UrgentReason } from '../parts/urgent/UrgentReason.tsx';
import { useChat } from '../state/chatContext.ts';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  draftKey: string;
  reason: string | null;
}

/** Shows that the draft is urgent. */
export function UrgentLine({ box, draftKey, reason }: Props) {
  const { drafts } = useChat().session;
  const [changing, setChanging] = useState(false);
  if (reason === null) return null;
  return (
    <div className="border-b border-border py-0.5 pr-1 pl-3">
      <UrgentReason
        reason={reason}
        onEdit={() => setChanging(true)}
        onRemove={() => {
          drafts.setUrgent(draftKey, null);
          box.current?.focus();
        }}
      />
      <Suspense>
        {changing && (
          <UrgentDialog
            before={reason}
            onMarked={(next) => {
              drafts.setUrgent(draftKey, next);
              setChanging(false);
            }}
            onClose={() => setChanging(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
