import { Suspense, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { KioskRule } from '../../contract/devices.ts';
import { describeRule } from '../state/labels.ts';

const RuleDialog = lazyPart(() => import('./RuleDialog.tsx'), { place: 'dialog' });

interface Props {
  rules: readonly KioskRule[];
  /** The address this page was loaded from. */
  ip: string;
  mayChange: boolean;
}

/** From where the employees of each store may punch on their own devices. */
export function RuleList({ rules, ip, mayChange }: Props) {
  const [edited, setEdited] = useState<KioskRule>();
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-muted text-pretty">
        The rule is for punches on employees’ own phones and computers. Kiosks of the store and
        corrections by managers always work. Where a rule applies, punches made offline become
        requests, because no one can verify where they were made.
      </p>
      <ul aria-label="Rules by store" className="divide-y divide-border border-y border-border">
        {rules.map((rule) => (
          <li key={rule.store} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm">
            <StoreMark store={rule.store} className="w-28 font-medium" />
            <span className="min-w-0 flex-1 basis-60">
              <span className="block break-words text-text">{describeRule(rule)}</span>
              <span className="text-xs text-muted">
                {rule.kiosks === 1 ? '1 kiosk' : `${rule.kiosks} kiosks`}
              </span>
            </span>
            {mayChange && (
              <Button
                size="sm"
                aria-label={`Change where employees of ${storeNames[rule.store]} may punch`}
                onClick={() => setEdited(rule)}
              >
                Change
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!mayChange && (
        <p className="text-xs text-muted">General managers and HR can change these rules.</p>
      )}
      <Suspense>
        {edited && <RuleDialog rule={edited} ip={ip} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </div>
  );
}
