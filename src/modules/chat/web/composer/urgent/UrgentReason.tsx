import { Pencil, Siren, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';

const UrgentDialog = lazy(() => import('./UrgentDialog.tsx'));

interface Props {
  reason: string;
  /** Null: it can wait after all. */
  onChange: (reason: string | null) => void;
}

/** That a message not sent yet is urgent, and why, to be changed or taken back. */
export function UrgentReason({ reason, onChange }: Props) {
  const [changing, setChanging] = useState(false);
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm text-text">
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
          onClick={() => onChange(null)}
        />
      </span>
      <Suspense>
        {changing && (
          <UrgentDialog before={reason} onMarked={onChange} onClose={() => setChanging(false)} />
        )}
      </Suspense>
    </div>
  );
}
