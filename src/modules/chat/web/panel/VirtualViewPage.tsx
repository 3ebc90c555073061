import { MessagesSquare, Star } from 'lucide-react';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { VirtualView } from '../conversations/conversation.ts';

const empty = {
  threads: { icon: MessagesSquare, title: 'Threads you follow appear here' },
  starred: { icon: Star, title: 'Messages you star appear here' },
};

/** Views over messages of many channels. */
export function VirtualViewPage({ view }: { view: VirtualView }) {
  return (
    <div className="flex min-h-0 flex-1 items-center">
      <EmptyState {...empty[view]} />
    </div>
  );
}
