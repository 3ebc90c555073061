import { BadgeCheck } from 'lucide-react';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../chat/web/public.ts';
import { mayPost, partName } from '../contract.ts';
import { useOpenCount } from './state/mine.ts';

/** The notice parts of the chat, each loaded when first needed. */
export const noticesExtension: ChatExtension = {
  name: partName,
  Part: lazyPart(() => import('./card/NoticeCard.tsx'), { place: 'row' }),
  tools: [
    {
      id: 'notice',
      label: 'Post a notice…',
      icon: BadgeCheck,
      isOffered: ({ channel, user }) =>
        channel !== undefined && (channel.can.moderate || mayPost(user.role)),
      Dialog: lazyPart(() => import('./post/PostDialog.tsx'), { place: 'dialog' }),
    },
  ],
  views: [
    {
      id: 'notices',
      name: 'Notices',
      icon: BadgeCheck,
      useCount: useOpenCount,
      View: lazyPart(() => import('./view/NoticesView.tsx'), { place: 'page' }),
    },
  ],
};
