import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../chat/web/public.ts';

export const searchExtension: ChatExtension = {
  name: 'chat-search',
  Search: lazyPart(() => import('./SearchView.tsx'), { place: 'page' }),
};
