import { ClipboardCheck } from 'lucide-react';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../chat/web/public.ts';
import { partName } from '../contract.ts';
import { useMineCount } from './state/counts.ts';

/** The request parts of the chat, each loaded when first needed. */
export const requestsExtension: ChatExtension = {
  name: partName,
  Part: lazyPart(() => import('./strip/RequestPart.tsx'), { place: 'row' }),
  actions: [
    {
      id: 'make-request',
      label: () => 'Create request…',
      icon: ClipboardCheck,
      isOffered: ({ message, open }) => open && message.metadata?.parts?.[partName] === undefined,
      Dialog: lazyPart(() => import('./form/MakeDialog.tsx'), { place: 'dialog' }),
    },
  ],
  tools: [
    {
      id: 'new-request',
      label: 'New request…',
      icon: ClipboardCheck,
      // A direct conversation may start with one.
      isOffered: ({ channel, channelId }) =>
        channel ? channel.archivedAt === null : channelId.startsWith('dm-'),
      Dialog: lazyPart(() => import('./form/PostDialog.tsx'), { place: 'dialog' }),
    },
  ],
  views: [
    {
      id: 'requests',
      name: 'Requests',
      icon: ClipboardCheck,
      useCount: useMineCount,
      countLabel: 'assigned to you',
      View: lazyPart(() => import('./view/RequestsView.tsx'), { place: 'page' }),
    },
  ],
};
