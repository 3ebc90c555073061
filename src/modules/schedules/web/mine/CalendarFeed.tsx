import { useMutation } from '@tanstack/react-query';
import { Copy, RefreshCw } from 'lucide-react';
import { call } from '../../../../platform/web/api/call.ts';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { renewFeed, stopFeed } from '../../contract/feed.ts';
import { useRefresh } from '../state/useSchedules.ts';

const failed = (error: unknown) => toastFailure(error, 'Couldn’t save changes');

/** The secret link that a calendar program reads the user's shifts from. */
export function CalendarFeed({ since }: { since: string | null }) {
  const refresh = useRefresh();
  const renew = useMutation({
    mutationFn: () => call(renewFeed),
    onError: failed,
    onSettled: refresh,
  });
  const stop = useMutation({
    mutationFn: () => call(stopFeed),
    onSuccess: () => renew.reset(),
    onError: failed,
    onSettled: refresh,
  });
  const link = renew.data && new URL(renew.data.path, location.origin).href;
  return (
    <Panel title="Calendar">
      <div className="flex flex-col gap-3">
        <p className="text-sm text-pretty text-muted">
          {since
            ? `Your calendar link was created on ${dateText(since)}. It is shown only once; a new link replaces it.`
            : 'See your shifts in Google, Apple or Outlook Calendar. Anyone with the link can read your shifts.'}
        </p>
        {link && (
          <TextField
            label="Calendar link"
            hint="Add it as a calendar by URL. Copy it now: it won’t be shown again."
            readOnly
            value={link}
            onFocus={({ target }) => target.select()}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {link && (
            <Button variant="primary" onClick={() => void copy(link)}>
              <Copy aria-hidden="true" />
              Copy link
            </Button>
          )}
          <Button pending={renew.isPending} onClick={() => renew.mutate()}>
            {since && <RefreshCw aria-hidden="true" />}
            {since ? 'New link' : 'Create link'}
          </Button>
          {since && (
            <Button variant="ghost" pending={stop.isPending} onClick={() => stop.mutate()}>
              Turn off
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: 'Link copied' });
  } catch {
    // The browser refuses where the page is not secure; the field can still be selected.
    toast({
      variant: 'destructive',
      title: 'Couldn’t copy',
      description: 'Select the link and copy it.',
    });
  }
}
