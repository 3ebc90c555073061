import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../../platform/web/ui/Tabs.tsx';
import { listVoters } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';
import { PeoplePages } from './PeoplePages.tsx';

/** Who chose which option of a poll. */
export function VotersDialog({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const chosen = (message.metadata?.poll?.options ?? []).filter(({ voters }) => voters.length > 0);
  const [shown, setShown] = useState(String(chosen[0]?.id ?? ''));
  const params = { channelId: message.channelId, messageId: message.id };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Votes" size="sm">
      <Tabs value={shown} onValueChange={setShown}>
        <TabList aria-label="Options" className="max-h-36 flex-wrap gap-y-0 overflow-y-auto">
          {chosen.map(({ id, text, voters, count = voters.length }) => (
            <Tab key={id} value={String(id)}>
              <span className="max-w-40 truncate">{text}</span>
              <span className="tabular-nums">{count.toLocaleString('en')}</span>
            </Tab>
          ))}
        </TabList>
        {chosen.map(({ id: option, text }) => (
          <TabPanel key={option} value={String(option)} className="h-72 overflow-y-auto">
            <PeoplePages
              label={`Who voted for ${text}`}
              queryKey={queryKeyFor(listVoters, { params, query: { option } })}
              fetchPage={(after, signal) =>
                call(listVoters, { params, query: { option, after } }, { signal })
              }
            />
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
