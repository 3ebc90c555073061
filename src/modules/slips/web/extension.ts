import { LockKeyhole } from 'lucide-react';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../chat/web/public.ts';
import { partName } from '../contract.ts';

const SlipDialog = lazyPart(() => import('./write/SlipDialog.tsx'), { place: 'dialog' });

/** The slip parts of the chat, each loaded when first needed. */
export const slipsExtension: ChatExtension = {
  name: partName,
  Part: lazyPart(() => import('./card/SlipCard.tsx'), { place: 'row' }),
  tools: [
    {
      id: 'slip',
      label: 'Protected slip…',
      icon: LockKeyhole,
      isOffered: () => true,
      Dialog: SlipDialog,
    },
  ],
  Shelter: SlipDialog,
};
