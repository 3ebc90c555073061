import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Markdown } from '../../../../../platform/web/markdown/Markdown.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { StoreMark } from '../../../../../platform/web/ui/StoreMark.tsx';
import { Switch } from '../../../../../platform/web/ui/Switch.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { type Brief, listBriefs, setBrief } from '../../../contract/plans.ts';
import { momentOf } from '../../spans.ts';
import { useZone } from '../../useReports.ts';
import { parseBrief } from './parse.ts';
import { timesWith, whenOpen } from './times.ts';

/** One store’s brief; what is changed is in force at once. */
export function StoreBrief({ brief }: { brief: Brief }) {
  const { store, isOn, at, channel, preview, may } = brief;
  const mayChange = may.change && (isOn || channel !== null);
  const { mutate, isPending } = useSetting(brief);
  const zone = useZone();
  return (
    <section aria-label={storeNames[store]} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h3 className="text-base font-semibold text-text">
            <StoreMark store={store} />
          </h3>
          <p className="text-sm text-muted">{stateOf(brief, zone)}</p>
        </div>
        <div className="flex items-end gap-4">
          <SelectField
            label="Time"
            labelHidden
            aria-label={`Time of the brief of ${storeNames[store]}`}
            className="w-60"
            options={timesWith(at)}
            value={at ?? whenOpen}
            disabled={!mayChange || !isOn}
            onChange={({ target }) =>
              mutate({ isOn, at: target.value === whenOpen ? null : target.value })
            }
          />
          <Switch
            label={`Brief of ${storeNames[store]}`}
            labelHidden
            className="h-row items-center!"
            checked={isOn}
            disabled={!mayChange || isPending}
            onCheckedChange={(on) => mutate({ isOn: on, at })}
          />
        </div>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={`How it would read now in ${storeNames[store]}`}
        className="max-h-72 overflow-y-auto rounded-md bg-sunken px-4 py-3 text-base text-text"
      >
        <Markdown content={preview} blocks={parseBrief(preview)} renderToken={() => null} />
      </section>
    </section>
  );
}

function stateOf({ isOn, channel, nextAt }: Brief, zone: string | undefined): string {
  if (channel === null)
    return 'No channel for all of this store yet: create one in the chat first.';
  if (!isOn) return `Not posted. It would go to #${channel}.`;
  if (!nextAt || !zone) return `Goes to #${channel} on the next morning the store is open.`;
  return `Goes to #${channel} next on ${momentOf(nextAt, zone)}.`;
}

function useSetting({ store, version }: Brief) {
  const client = useQueryClient();
  const key = queryKeyFor(listBriefs);
  return useMutation({
    mutationFn: (changed: Pick<Brief, 'isOn' | 'at'>) =>
      call(setBrief, { body: { store, version, ...changed } }),
    onSuccess: (saved) =>
      client.setQueryData<Brief[]>(key, (known) =>
        known?.map((one) => (one.store === store ? saved : one)),
      ),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not saved', description: sentenceOf(error) });
      void client.invalidateQueries({ queryKey: key });
    },
  });
}
