import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../../platform/web/ui/Tabs.tsx';
import { listReactors } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';
import { PeoplePages } from './PeoplePages.tsx';

/** Who chose which emoji. */
export function ReactorsDialog({
  message,
  onClose,
}: {
  message: ChatMessage;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(message.reactions[0]?.emoji);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Reactions" size="sm">
      <Tabs value={chosen ?? ''} onValueChange={setChosen}>
        <TabList aria-label="Emoji" className="max-h-36 flex-wrap gap-y-0 overflow-y-auto">
          {message.reactions.map(({ emoji, users, count = users.length }) => (
            <Tab key={emoji} value={emoji}>
              <span>{emoji}</span>
              <span className="tabular-nums">{count.toLocaleString('en')}</span>
            </Tab>
          ))}
        </TabList>
        {message.reactions.map(({ emoji }) => (
          <TabPanel key={emoji} value={emoji} className="h-72 overflow-y-auto">
            <Reactors message={message} emoji={emoji} />
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}

function Reactors({ message, emoji }: { message: ChatMessage; emoji: string }) {
  const params = { channelId: message.channelId, messageId: message.id };
  return (
    <PeoplePages
      label={`Who reacted with ${emoji}`}
      queryKey={queryKeyFor(listReactors, { params, query: { emoji } })}
      fetchPage={(after, signal) =>
        call(listReactors, { params, query: { emoji, after } }, { signal })
      }
    />
  );
}
