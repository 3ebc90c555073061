import { NotHydrated } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { ChatMessage } from '../../contract.ts';
import { drawnSession } from '../state/session/drawnSession.ts';
import { Panel } from './PanelBody.tsx';

interface Props {
  channelId: string;
  /** The newest ones. */
  messages: readonly ChatMessage[];
}

/** The panel as the server draws it, until the browser shows its own. */
export function DrawnPanel({ channelId, messages }: Props) {
  const user = useCurrentUser();
  if (!user) return null;
  const session = drawnSession(user.id, channelId, messages);
  return (
    <NotHydrated value>
      <Panel chat={{ user, session, people: new Map(), peopleTotal: 0 }} onClose={() => {}} />
    </NotHydrated>
  );
}
