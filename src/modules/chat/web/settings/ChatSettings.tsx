import { lazy, Suspense } from 'react';
import type { SettingsDialogProps } from './ChatSettingsDialog.tsx';

const ChatSettingsDialog = lazy(() => import('./ChatSettingsDialog.tsx'));

/** The dialog in which one says what of the chat may interrupt, and when. */
export function ChatSettings(props: SettingsDialogProps) {
  return (
    <Suspense>
      <ChatSettingsDialog {...props} />
    </Suspense>
  );
}
