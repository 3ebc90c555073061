import { ClipboardCheck } from 'lucide-react';
import { lazy } from 'react';
import type { ChatExtension } from '../../chat/web/public.ts';
import { partName } from '../contract.ts';
import { useMineCount } from './live/counts.ts';

/** What the chat shows of requests; each part is fetched when it is first needed. */
export const requestsExtension: ChatExtension = {
  name: partName,
  Part: lazy(() => import('./strip/RequestPart.tsx')),
  actions: [
    {
      id: 'make-request',
      label: () => 'Make a request…',
      icon: ClipboardCheck,
      isOffered: ({ message, open }) => open && message.metadata?.parts?.[partName] === undefined,
      Dialog: lazy(() => import('./asking/MakeDialog.tsx')),
    },
  ],
  tools: [
    {
      id: 'new-request',
      label: 'New request…',
      icon: ClipboardCheck,
      // A direct conversation may begin with it.
      isOffered: ({ channel, channelId }) =>
        channel ? channel.archivedAt === null : channelId.startsWith('dm-'),
      Dialog: lazy(() => import('./asking/PostDialog.tsx')),
    },
  ],
  views: [
    {
      id: 'requests',
      name: 'Requests',
      icon: ClipboardCheck,
      useCount: useMineCount,
      countLabel: 'you have to do',
      View: lazy(() => import('./view/RequestsView.tsx')),
    },
  ],
};
