import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../chat/web/public.ts';

const parts = () => import('./SendLater.tsx');

export const scheduledExtension: ChatExtension = {
  name: 'scheduled-messages',
  sendLater: {
    // Both are in one file: if it can't be loaded, the line says so, once, and the row of buttons has no menu.
    Menu: lazyPart(async () => ({ default: (await parts()).SendLaterMenu }), {
      place: 'hidden',
      isLate: true,
    }),
    Line: lazyPart(async () => ({ default: (await parts()).ScheduledLine }), {
      place: 'row',
      isLate: true,
    }),
  },
};
