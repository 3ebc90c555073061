import { Settings2, ShieldAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { useChat } from '../panel/chatContext.ts';
import type { Finding } from './finding.ts';

const RulesDialog = lazyPart(() => import('./RulesDialog.tsx'), { place: 'dialog' });

interface Props {
  finding: Finding | null;
  /** How often it was asked to be sent in spite of it: the answers have the keyboard then. */
  asked: number;
  /** "Send anyway". */
  anyway: string;
  onAnyway: () => void;
  onRemove: () => void;
  /** Absent where there is no other place for it. */
  onShelter?: (() => void) | undefined;
}

/** Says above a box that what is in it must be guarded, and what can be done about it. */
export function GuardLine({ finding, asked, ...acts }: Props) {
  const { user } = useChat();
  const [deciding, setDeciding] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) buttons.current?.querySelector('button')?.focus();
  }, [asked]);
  return (
    <>
      <div role="status" aria-live="polite">
        {finding && (
          <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md bg-warning-surface px-3 py-1.5 text-sm text-warning-text">
            <ShieldAlert aria-hidden className="size-4 shrink-0" />
            <p className="min-w-0 flex-1 basis-40 text-pretty">
              {finding.sentence}
              {finding.isRefused && ' It must not be sent in chat.'}
            </p>
            {permits({ role: 'admin' }, user) && (
              <IconButton
                label="Rules…"
                icon={Settings2}
                size="sm"
                className="touch:size-11!"
                onClick={() => setDeciding(true)}
              />
            )}
            <div ref={buttons} className="flex basis-full flex-wrap items-center gap-1.5">
              {acts.onShelter && (
                <Button size="sm" onClick={acts.onShelter}>
                  Send as protected slip
                </Button>
              )}
              {!finding.isRefused && (
                <Button size="sm" onClick={acts.onAnyway}>
                  {acts.anyway}
                </Button>
              )}
              <Button size="sm" onClick={acts.onRemove}>
                Remove
              </Button>
            </div>
          </div>
        )}
      </div>
      <Suspense>{deciding && <RulesDialog onClose={() => setDeciding(false)} />}</Suspense>
    </>
  );
}
