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
  /** An element that accepts handlers and a ref: a button, a link. */
  children: ReactElement;
  side?: Side | undefined;
  /** False if the label is already the element's name and would be read twice. */
  describes?: boolean | undefined;
}

/** A tooltip on hover and keyboard focus. */
export function Tooltip({ label, children, side = 'top', describes = true }: TooltipProps) {
  const id = useId();
  const isShown = () => shownTip()?.id === id;
  const shows = useSyncExternalStore(watchTip, isShown, isShown);
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
        // Focus restored by a closing menu or a click shows no tooltip.
        if (event.currentTarget.matches(':focus-visible')) showTip(tip(event.currentTarget));
      }}
      onBlur={() => forgetTip(id)}
    >
      {children}
    </Slot.Root>
  );
}

/** Renders the one visible tooltip; mounted once, around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ShownTooltip />
    </>
  );
}

function ShownTooltip() {
  const tip = useSyncExternalStore(watchTip, shownTip, shownTip);
  const part = useLayer(tooltipLayer, tip !== null);
  return part && tip ? <part.TooltipLayer key={tip.id} tip={tip} /> : null;
}
