import { clsx } from 'clsx';
import { CircleAlert, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { dismissToast, type ShownToast } from '../toast.ts';
import { isInLayer, layerSelector } from './escape.ts';

const autoCloseMs = 5000;
const swipeThresholdPx = 50;

export function ToastLayer({ toast }: { toast: ShownToast }) {
  const viewport = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<Element | null>(null);
  useFocusBesideDialogs(viewport);
  const close = () => {
    // After F8, focus returns to where it was.
    const inside = viewport.current?.contains(document.activeElement);
    if (inside && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    dismissToast(toast.id);
  };
  return (
    // One provider per toast: radix's would stay paused forever if a focused one closes.
    <Radix.Provider
      key={toast.id}
      label="Notification"
      duration={autoCloseMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
    >
      <OneToast toast={toast} close={close} />
      <Radix.Viewport
        ref={viewport}
        hotkey={['F8']}
        onFocus={(event) => {
          const from = event.relatedTarget;
          if (from && !event.currentTarget.contains(from)) cameFrom.current = from;
        }}
        className="fixed top-2 right-0 z-70 flex w-full flex-col px-2 md:top-16 md:right-4 md:max-w-[420px] md:px-0"
      />
    </Radix.Provider>
  );
}

/** An open dialog takes the focus back from whatever is beside it, except a toast: it does not learn of that. */
function useFocusBesideDialogs(viewport: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = (event: FocusEvent) => {
      const focused = event.type === 'focusin' ? event.target : event.relatedTarget;
      const isToast = focused instanceof Node && viewport.current?.contains(focused);
      if (isToast && document.querySelector(layerSelector)) event.stopPropagation();
    };
    const { body } = document;
    body.addEventListener('focusin', keep);
    body.addEventListener('focusout', keep);
    return () => {
      body.removeEventListener('focusin', keep);
      body.removeEventListener('focusout', keep);
    };
  }, [viewport]);
}

function OneToast({ toast, close }: { toast: ShownToast; close: () => void }) {
  const destructive = toast.variant === 'destructive';
  const isForLayer = useRef(false);
  return (
    <Radix.Root
      open={toast.isShown}
      onEscapeKeyDown={(event) => {
        isForLayer.current = isInLayer(event);
      }}
      onOpenChange={(open) => {
        if (!open && !isForLayer.current) close();
        isForLayer.current = false;
      }}
      type={destructive ? 'foreground' : 'background'}
      {...(toast.durationMs !== undefined && { duration: toast.durationMs })}
      className={clsx(
        'toast pointer-events-auto flex items-start gap-3 rounded-md border bg-raised p-3 pl-4 shadow-float',
        destructive ? 'border-danger' : 'border-border',
      )}
    >
      {destructive && (
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      )}
      {toast.open ? (
        <Radix.Action asChild altText={toast.open.label}>
          <button
            type="button"
            onClick={toast.open.onClick}
            className="-my-1 -ml-2 min-w-0 flex-1 cursor-pointer rounded-sm px-2 py-1 text-left hover:bg-hover touch:min-h-10"
          >
            <Texts toast={toast} />
          </button>
        </Radix.Action>
      ) : (
        <div className="min-w-0 flex-1">
          <Texts toast={toast} />
        </div>
      )}
      {toast.action && (
        <Radix.Action asChild altText={toast.action.label}>
          <Button size="sm" onClick={toast.action.onClick}>
            {toast.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton label="Close" icon={X} size="sm" tooltip={false} />
      </Radix.Close>
    </Radix.Root>
  );
}

function Texts({ toast: { title, description, open } }: { toast: ShownToast }) {
  return (
    <>
      <Radix.Title asChild className="block text-base font-medium text-text">
        <span>{title}</span>
      </Radix.Title>
      {description && (
        <Radix.Description asChild className="mt-0.5 block text-sm break-words text-muted">
          <span>{description}</span>
        </Radix.Description>
      )}
      {open && <span className="mt-0.5 block text-xs font-medium text-accent">{open.label}</span>}
    </>
  );
}
