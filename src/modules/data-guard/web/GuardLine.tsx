import { Settings2, ShieldAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { type Grants, permits } from '../../../platform/contract/access.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { Finding } from './finding.ts';

const RulesDialog = lazyPart(() => import('./RulesDialog.tsx'), { place: 'dialog' });

interface Props {
  /** Who writes; an administrator is also offered the rules. */
  user: Grants;
  finding: Finding | null;
  /** Send attempts; each one moves the focus to the buttons. */
  attempts: number;
  /** Label of the button to proceed, e.g. "Send anyway". */
  anyway: string;
  onAnyway: () => void;
  onRemove: () => void;
  /** Absent if there is no alternative. */
  onShelter?: (() => void) | undefined;
}

/** Warns above the box that the text contains customer data, and offers what to do. */
export function GuardLine({ user, finding, attempts, ...handlers }: Props) {
  const [showingRules, setShowingRules] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) buttons.current?.querySelector('button')?.focus();
  }, [attempts]);
  return (
    <>
      <div role="status" aria-live="polite">
        {finding && (
          <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md bg-warning-surface px-3 py-1.5 text-sm text-warning-text">
            <ShieldAlert aria-hidden className="size-4 shrink-0" />
            <p className="min-w-0 flex-1 basis-40 text-pretty">
              {finding.sentence}
              {finding.isRefused && ' It can’t be sent in chat.'}
            </p>
            {permits({ role: 'admin' }, user) && (
              <IconButton
                label="Customer data rules"
                icon={Settings2}
                size="sm"
                className="touch:size-11!"
                onClick={() => setShowingRules(true)}
              />
            )}
            <div ref={buttons} className="flex basis-full flex-wrap items-center gap-1.5">
              {handlers.onShelter && (
                <Button size="sm" onClick={handlers.onShelter}>
                  Send as protected slip
                </Button>
              )}
              {!finding.isRefused && (
                <Button size="sm" onClick={handlers.onAnyway}>
                  {handlers.anyway}
                </Button>
              )}
              <Button size="sm" onClick={handlers.onRemove}>
                Remove
              </Button>
            </div>
          </div>
        )}
      </div>
      <Suspense>{showingRules && <RulesDialog onClose={() => setShowingRules(false)} />}</Suspense>
    </>
  );
}
