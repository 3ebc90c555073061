import { X } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { MessageSkeletons } from '../parts/MessageSkeletons.tsx';

export interface PanelProps {
  onClose: () => void;
}

/** Shown while the panel's code loads. */
export function PanelSkeleton({ onClose }: PanelProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-14 shrink-0 items-center justify-between gap-3 border-b border-border px-4">
        <Skeleton className="h-4 w-36" />
        <IconButton label="Close chat" icon={X} onClick={onClose} />
      </div>
      <MessageSkeletons />
    </div>
  );
}
