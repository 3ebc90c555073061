import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Markdown } from '../../../../../platform/web/markdown/Markdown.tsx';
import { createParse } from '../../../../../platform/web/markdown/parse.ts';
import { createTokenize } from '../../../../../platform/web/markdown/tokens.ts';
import { SelectField, type SelectOption } from '../../../../../platform/web/ui/SelectField.tsx';
import { StoreMark } from '../../../../../platform/web/ui/StoreMark.tsx';
import { Switch } from '../../../../../platform/web/ui/Switch.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { type Brief, listBriefs, setBrief } from '../../../contract/plans.ts';
import { momentOf } from '../../state/spans.ts';
import { useZone } from '../../state/useReports.ts';

/** Renders a brief as chat does. */
const parseBrief = createParse({
  tokenize: createTokenize(),
  headings: false,
  maxBlocks: 200,
});

const whenOpen = 'open';

/** One store’s brief; changes take effect immediately. */
export function StoreBrief({ brief }: { brief: Brief }) {
  const { store, isOn, at, channel, preview, may } = brief;
  const mayChange = may.change && (isOn || channel !== null);
  const { mutate, isPending } = useSaveBrief(brief);
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
            aria-label={`Daily brief time, ${storeNames[store]}`}
            className="w-60"
            options={timesWith(at)}
            value={at ?? whenOpen}
            disabled={!mayChange || !isOn}
            onChange={({ target }) =>
              mutate({ at: target.value === whenOpen ? null : target.value })
            }
          />
          <Switch
            label={`Daily brief, ${storeNames[store]}`}
            labelHidden
            className="h-row items-center!"
            checked={isOn}
            disabled={!mayChange || isPending}
            onCheckedChange={(on) => mutate({ isOn: on })}
          />
        </div>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={`Brief preview, ${storeNames[store]}`}
        className="max-h-72 overflow-y-auto rounded-md bg-sunken px-4 py-3 text-base text-text"
      >
        <Markdown content={preview} blocks={parseBrief(preview)} renderToken={() => null} />
      </section>
    </section>
  );
}

function stateOf({ isOn, channel, nextAt }: Brief, zone: string | undefined): string {
  if (channel === null) return 'No team channel for this store yet. Create one in chat first.';
  if (!isOn) return `Off. Turn it on to post to #${channel}.`;
  if (!nextAt || !zone) return `Next post to #${channel}: the next morning the store is open.`;
  return `Next post to #${channel}: ${momentOf(nextAt, zone)}.`;
}

/** One change after the other, each of what the one before has saved. */
function useSaveBrief(shown: Brief) {
  const client = useQueryClient();
  const key = queryKeyFor(listBriefs);
  const { store } = shown;
  return useMutation({
    scope: { id: `report-brief-${store}` },
    mutationFn: (changed: Partial<Pick<Brief, 'isOn' | 'at'>>) => {
      const briefs = client.getQueryData<Brief[]>(key);
      const { version, isOn, at } = briefs?.find((one) => one.store === store) ?? shown;
      return call(setBrief, { body: { store, version, isOn, at, ...changed } });
    },
    onSuccess: (saved) =>
      client.setQueryData<Brief[]>(key, (current) =>
        current?.map((one) => (one.store === store ? saved : one)),
      ),
    onError: (error) => {
      toastFailure(error, 'Couldn’t save daily brief');
      return client.invalidateQueries({ queryKey: key });
    },
  });
}

/** `8:30 AM` of `08:30`. */
function clockOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

const morning = Array.from(
  { length: 15 },
  (_, at) => `${String(5 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
);

/** Every half hour of the morning, plus the current setting. */
function timesWith(at: string | null): SelectOption[] {
  const times = at === null || morning.includes(at) ? morning : [...morning, at].toSorted();
  return [
    { value: whenOpen, label: 'When the store opens' },
    ...times.map((value) => ({ value, label: `At ${clockOf(value)}` })),
  ];
}
