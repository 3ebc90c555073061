import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';

export const UrgentDialog = lazyPart(() => import('./UrgentDialog.tsx'), { place: 'dialog' });
