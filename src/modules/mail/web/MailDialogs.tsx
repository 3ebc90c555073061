import { Suspense, useState } from 'react';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';

const parts = {
  templates: lazyPart(() => import('./editor/TemplatesDialog.tsx'), { place: 'dialog' }),
  test: lazyPart(() => import('./testing/TestEmailDialog.tsx'), { place: 'dialog' }),
  outbox: lazyPart(() => import('./outbox/OutboxDialog.tsx'), { place: 'dialog' }),
};

export type MailDialog = keyof typeof parts;

interface Props {
  shown: MailDialog | null;
  onClose: () => void;
}

/** The dialogs for system managers: email templates, test email, outbox. */
export function MailDialogs({ shown, onClose }: Props) {
  const [{ last, turn, wasOpen }, remember] = useState({ last: shown, turn: 0, wasOpen: false });
  const isOpen = shown !== null;
  // The closing dialog keeps its content while it fades out, and starts fresh when opened again.
  if (isOpen !== wasOpen) {
    remember({ last: shown ?? last, turn: isOpen ? turn + 1 : turn, wasOpen: isOpen });
  }
  const Part = last && parts[last];
  return <Suspense>{Part && <Part key={turn} open={isOpen} onClose={onClose} />}</Suspense>;
}
