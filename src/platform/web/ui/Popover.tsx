import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import {
  type Disclosure,
  type DisclosureProps,
  DisclosureTrigger,
  type DisclosureTriggerProps,
  useDisclosure,
} from './layers/disclosure.tsx';
import { layer, useLayer } from './layers/layer.ts';
import type { PopoverLayer } from './layers/PopoverLayer.tsx';

const popoverLayer = layer(() => import('./layers/PopoverLayer.tsx'));
const PopoverContext = createContext<Disclosure | null>(null);

function usePopover(): Disclosure {
  const popover = use(PopoverContext);
  if (!popover) throw new Error('A popover part is outside its Popover');
  return popover;
}

/** A panel beside its trigger: Popover, containing a PopoverTrigger and a PopoverContent. */
export function Popover({ children, ...props }: DisclosureProps & { children: ReactNode }) {
  return <PopoverContext value={useDisclosure(props)}>{children}</PopoverContext>;
}

export function PopoverTrigger(props: DisclosureTriggerProps) {
  return <DisclosureTrigger {...props} disclosure={usePopover()} opens="dialog" />;
}

export function PopoverContent(props: Omit<ComponentProps<typeof PopoverLayer>, 'popover'>) {
  const popover = usePopover();
  const part = useLayer(popoverLayer, popover.wanted);
  return part ? <part.PopoverLayer {...props} popover={popover} /> : null;
}
