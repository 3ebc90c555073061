import { Pencil, Siren, X } from 'lucide-react';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';

interface Props {
  reason: string;
  /** The reason is to be another one. */
  onEdit: () => void;
  /** It can wait after all. */
  onRemove: () => void;
}

/** That a message not sent yet is urgent, and why, to be changed or taken back. */
export function UrgentReason({ reason, onEdit, onRemove }: Props) {
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
          onClick={onEdit}
        />
        <IconButton
          label="Not urgent after all"
          icon={X}
          size="sm"
          className="touch:size-11!"
          onClick={onRemove}
        />
      </span>
    </div>
  );
}
