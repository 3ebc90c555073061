import { lazy, Suspense, useState } from 'react';

const parts = {
  templates: lazy(() => import('./editor/TemplatesDialog.tsx')),
  test: lazy(() => import('./testing/TestEmailDialog.tsx')),
  outbox: lazy(() => import('./outbox/OutboxDialog.tsx')),
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
