import { Pencil, Siren, X } from 'lucide-react';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';

interface Props {
  reason: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** The urgent reason of an unsent message, to edit or remove. */
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
          label="Edit reason"
          icon={Pencil}
          size="sm"
          className="touch:size-11!"
          onClick={onEdit}
        />
        <IconButton
          label="Remove urgent mark"
          icon={X}
          size="sm"
          className="touch:size-11!"
          onClick={onRemove}
        />
      </span>
    </div>
  );
}
