import { Slot } from 'radix-ui';
import { type ReactElement, type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import { layer, useLayer } from './layers/layer.ts';
import {
  forgetTip,
  hideTip,
  offerTip,
  shownTip,
  showTip,
  type TipPlace,
  watchTip,
} from './layers/tip.ts';

export type Side = TipPlace['side'];

const tooltipLayer = layer(() => import('./layers/TooltipLayer.tsx'));

export interface TooltipProps {
  label: ReactNode;
  /** One element that takes handlers and a ref: a button, a link. */
  children: ReactElement;
  side?: Side | undefined;
  /** False where the label is the element's name already and would be read twice. */
  describes?: boolean | undefined;
}

/** A word about what the pointer rests on or the keyboard has reached. */
export function Tooltip({ label, children, side = 'top', describes = true }: TooltipProps) {
  const id = useId();
  const shows = useSyncExternalStore(watchTip, () => shownTip()?.id === id);
  useEffect(() => () => forgetTip(id), [id]);
  const tip = (anchor: Element) => ({ id, label, side, anchor, isHoverable: describes });
  return (
    <Slot.Root
      {...(describes && shows ? { 'aria-describedby': `${id}-tip` } : {})}
      onPointerEnter={(event) => {
        tooltipLayer.load();
        if (event.pointerType === 'mouse') offerTip(tip(event.currentTarget));
      }}
      onPointerLeave={() => hideTip(id)}
      onPointerDown={() => forgetTip(id)}
      onFocus={(event) => {
        // Focus that a closing menu or a click gives back asks for no explanation.
        if (event.currentTarget.matches(':focus-visible')) showTip(tip(event.currentTarget));
      }}
      onBlur={() => forgetTip(id)}
    >
      {children}
    </Slot.Root>
  );
}

/** Draws the one tooltip that shows; stands once, around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ShownTooltip />
    </>
  );
}

function ShownTooltip() {
  const tip = useSyncExternalStore(watchTip, shownTip);
  const part = useLayer(tooltipLayer, tip !== null);
  return part && tip ? <part.TooltipLayer key={tip.id} tip={tip} /> : null;
}
