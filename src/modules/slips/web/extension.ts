import { LockKeyhole } from 'lucide-react';
import { lazy } from 'react';
import type { ChatExtension } from '../../chat/web/public.ts';
import { partName } from '../contract.ts';

const SlipDialog = lazy(() => import('./write/SlipDialog.tsx'));

/** What the chat shows of slips; each part is fetched when it is first needed. */
export const slipsExtension: ChatExtension = {
  name: partName,
  Part: lazy(() => import('./card/SlipCard.tsx')),
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
