import { Hash } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Channel } from '../../contract.ts';
import type { View } from '../view/chatView.ts';
import { listShared } from './conversation.ts';

interface Props {
  channels: readonly Channel[];
  onGo: (view: View, name: string) => void;
}

/** The channels above the directory, where the list of conversations has no room beside it. */
export function ChannelChips({ channels, onGo }: Props) {
  return (
    <nav
      aria-label="Channels"
      className="flex shrink-0 flex-wrap gap-2 border-b border-border px-4 py-3 empty:hidden @min-[640px]:hidden"
    >
      {listShared(channels).map(({ id, name }) => (
        <Button key={id} size="sm" onClick={() => onGo(id, name)}>
          <Hash aria-hidden />
          {name}
        </Button>
      ))}
    </nav>
  );
}
