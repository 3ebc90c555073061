import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import {
  type Disclosure,
  type DisclosureProps,
  DisclosureTrigger,
  type DisclosureTriggerProps,
  useDisclosure,
} from './layers/disclosure.tsx';
import { layer, useLayer } from './layers/layer.ts';
import type * as Part from './layers/MenuLayer.tsx';

const menuLayer = layer(() => import('./layers/MenuLayer.tsx'));
const MenuContext = createContext<Disclosure | null>(null);

function useMenu(): Disclosure {
  const menu = use(MenuContext);
  if (!menu) throw new Error('A menu part is outside its Menu');
  return menu;
}

/** A button with a list of actions: Menu, containing a MenuTrigger and a MenuContent. */
export function Menu({ children, ...props }: DisclosureProps & { children: ReactNode }) {
  return <MenuContext value={useDisclosure(props)}>{children}</MenuContext>;
}

export function MenuTrigger(props: DisclosureTriggerProps) {
  return <DisclosureTrigger {...props} disclosure={useMenu()} opens="menu" />;
}

export function MenuContent(props: Omit<ComponentProps<typeof Part.MenuLayer>, 'menu'>) {
  const menu = useMenu();
  const part = useLayer(menuLayer, menu.wanted);
  return part ? <part.MenuLayer {...props} menu={menu} /> : null;
}

export function MenuItem(props: Part.MenuItemProps) {
  const part = menuLayer.current;
  return part ? <part.MenuItem {...props} /> : null;
}

export function MenuSeparator() {
  const part = menuLayer.current;
  return part ? <part.MenuSeparator /> : null;
}

export function MenuLabel(props: { children: ReactNode }) {
  const part = menuLayer.current;
  return part ? <part.MenuLabel {...props} /> : null;
}

export function MenuRadioGroup(props: ComponentProps<typeof Part.MenuRadioGroup>) {
  const part = menuLayer.current;
  return part ? <part.MenuRadioGroup {...props} /> : null;
}

export function MenuRadioItem(props: Part.MenuRadioItemProps) {
  const part = menuLayer.current;
  return part ? <part.MenuRadioItem {...props} /> : null;
}
