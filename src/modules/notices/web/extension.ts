import { BadgeCheck } from 'lucide-react';
import { lazy } from 'react';
import type { ChatExtension } from '../../chat/web/public.ts';
import { mayPost, partName } from '../contract.ts';
import { useOpenCount } from './store/mine.ts';

/** What the chat shows of notices; each part is fetched when it is first needed. */
export const noticesExtension: ChatExtension = {
  name: partName,
  Part: lazy(() => import('./card/NoticeCard.tsx')),
  tools: [
    {
      id: 'notice',
      label: 'Post a notice…',
      icon: BadgeCheck,
      isOffered: ({ channel, user }) =>
        channel !== undefined && (channel.can.moderate || mayPost(user.role)),
      Dialog: lazy(() => import('./post/PostDialog.tsx')),
    },
  ],
  views: [
    {
      id: 'notices',
      name: 'Notices',
      icon: BadgeCheck,
      useCount: useOpenCount,
      View: lazy(() => import('./view/NoticesView.tsx')),
    },
  ],
};
