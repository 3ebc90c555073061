import { ConversationButton } from '../conversations/ConversationButton.tsx';
import type { ExtensionView } from './extensions.ts';

interface Props {
  view: ExtensionView;
  current: boolean;
  onClick: () => void;
}

/** An entry of the conversation list added by another module. */
export function ExtensionEntry({ view, ...entry }: Props) {
  const { name, icon: Icon, useCount, countLabel } = view;
  const counted = { count: useCount(), countLabel };
  return <ConversationButton icon={<Icon aria-hidden />} name={name} {...counted} {...entry} />;
}
