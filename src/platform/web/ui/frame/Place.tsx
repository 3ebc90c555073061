import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { PageHeader } from './PageHeader.tsx';
import { TopDialog } from './TopDialog.tsx';

/**
 * Where a lazily loaded part is shown: the whole window, a page in the layout, a panel or card, a row of a list or
 * message, a dialog, or nowhere visible.
 */
export type Place = 'window' | 'page' | 'panel' | 'row' | 'dialog' | 'hidden';

export interface PlaceProps {
  place: Place;
  /** Approximate height of the part. */
  className?: string | undefined;
  /** The props of the part: a page's title, a dialog's open state and close handler. */
  about?: object | undefined;
}

interface Props extends PlaceProps {
  sentence: string;
  action: ReactNode;
}

/** Shows, in place of a part, why it is missing, and keeps its space. */
export function InPlace({ place, className, about = {}, sentence, action }: Props) {
  if (place === 'hidden') return null;
  if (place === 'dialog') return <InDialog about={about} sentence={sentence} action={action} />;
  const Box = place === 'window' ? 'main' : 'div';
  const named = about as { title?: unknown; subtitle?: unknown };
  return (
    <>
      {place === 'page' && typeof named.title === 'string' && (
        <PageHeader
          title={named.title}
          subtitle={typeof named.subtitle === 'string' ? named.subtitle : undefined}
        />
      )}
      <Box className={clsx(boxes[place], className)}>
        {place === 'window' && <h1 className="sr-only">Forecourt</h1>}
        <p
          role="status"
          className={clsx('text-sm text-muted text-pretty', place !== 'row' && 'max-w-xs')}
        >
          {sentence}
        </p>
        {action}
      </Box>
    </>
  );
}

const centered = 'flex flex-col items-center justify-center gap-3 p-6 text-center';
const boxes = {
  window: `${centered} min-h-dvh bg-surface`,
  page: `${centered} min-h-full`,
  panel: `${centered} w-full rounded-md border border-dashed border-border`,
  row: 'mt-1 flex w-full max-w-xl flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed border-border px-3 py-2',
};

interface DialogAbout {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
  close?: () => void;
}

/** A native dialog: the component that usually draws dialogs may be the missing part. */
function InDialog({ about, sentence, action }: Pick<Props, 'about' | 'sentence' | 'action'>) {
  const { open = true, onOpenChange, onClose, close } = about as DialogAbout;
  const [left, setLeft] = useState(false);
  if (!open || left) return null;
  const leave = () => {
    if (!onOpenChange && !onClose && !close) setLeft(true);
    onOpenChange?.(false);
    onClose?.();
    close?.();
  };
  return (
    <TopDialog label="Not available yet" onEscape={leave}>
      <p role="status" className="text-base text-pretty">
        {sentence}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={leave}>
          Close
        </Button>
        {action}
      </div>
    </TopDialog>
  );
}
