import { Pencil, Siren, X } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { useChat } from '../../panel/chatContext.ts';

const UrgentDialog = lazy(() => import('./UrgentDialog.tsx'));

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  draftKey: string;
  /** Why it cannot wait; null: it can. */
  reason: string | null;
}

/** That the message being written will not wait for anybody's quiet. */
export function UrgentLine({ box, draftKey, reason }: Props) {
  const { drafts } = useChat().session;
  const [changing, setChanging] = useState(false);
  if (reason === null) return null;
  return (
    <div className="flex min-w-0 items-center gap-2 border-b border-border py-0.5 pr-1 pl-3 text-sm text-text">
      <Badge tone="danger" icon={Siren} className="shrink-0">
        Urgent
      </Badge>
      <span title={reason} className="min-w-0 flex-1 truncate">
        {reason}
      </span>
      <span className="flex shrink-0">
        <IconButton
          label="Change the reason"
          icon={Pencil}
          size="sm"
          className="touch:size-11!"
          onClick={() => setChanging(true)}
        />
        <IconButton
          label="Not urgent after all"
          icon={X}
          size="sm"
          className="touch:size-11!"
          onClick={() => {
            drafts.setUrgent(draftKey, null);
            box.current?.focus();
          }}
        />
      </span>
      <Suspense>
        {changing && <UrgentDialog draftKey={draftKey} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  );
}
