import { Suspense, useState } from 'react';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';

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

/** What is done about mail: its words, a test, what became of it. For those who manage the system. */
export function MailDialogs({ shown, onClose }: Props) {
  const [{ last, turn, wasOpen }, remember] = useState({ last: shown, turn: 0, wasOpen: false });
  const isOpen = shown !== null;
  // What it showed stays until it has faded out, and is fresh when it is opened again.
  if (isOpen !== wasOpen) {
    remember({ last: shown ?? last, turn: isOpen ? turn + 1 : turn, wasOpen: isOpen });
  }
  const Part = last && parts[last];
  return <Suspense>{Part && <Part key={turn} open={isOpen} onClose={onClose} />}</Suspense>;
}
