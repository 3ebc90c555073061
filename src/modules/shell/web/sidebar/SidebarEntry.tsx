import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Tooltip } from '../../../../platform/web/ui/Tooltip.tsx';
import type { NavigationEntry } from '../navigation.ts';

/** The current page is marked in three ways, so that no one has to rely on color. */
function entryClasses(collapsed: boolean, current: boolean): string {
  return clsx(
    'relative flex h-row w-full items-center gap-3 rounded-md text-base hover:no-underline',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    collapsed ? 'justify-center' : 'px-3',
    current
      ? 'bg-accent-surface font-semibold text-accent-strong before:absolute before:inset-y-1.5 before:-left-2 before:w-1 before:rounded-r-sm before:bg-accent'
      : 'text-text hover:bg-hover [&_svg]:text-muted',
  );
}

interface LinkProps {
  entry: NavigationEntry;
  current: boolean;
  collapsed: boolean;
  onClick?: (() => void) | undefined;
}

export function SidebarLink({ entry, current, collapsed, onClick }: LinkProps) {
  const { label, href, icon: Icon } = entry;
  const go = onClick && { onClick };
  return (
    <Named label={label} collapsed={collapsed}>
      <Link
        href={href}
        {...go}
        aria-label={label}
        aria-current={current ? 'page' : undefined}
        className={entryClasses(collapsed, current)}
      >
        <Icon aria-hidden="true" />
        {!collapsed && <span className="truncate">{label}</span>}
      </Link>
    </Named>
  );
}

interface ActionProps {
  label: string;
  icon: LucideIcon;
  collapsed: boolean;
  onClick: () => void;
  /** Of a switch: whether it is on. */
  pressed?: boolean;
}

export function SidebarAction({ label, icon: Icon, collapsed, onClick, pressed }: ActionProps) {
  return (
    <Named label={label} collapsed={collapsed}>
      <button
        type="button"
        onClick={onClick}
        aria-label={label}
        aria-pressed={pressed}
        className={entryClasses(collapsed, pressed === true)}
      >
        <Icon aria-hidden="true" />
        {!collapsed && <span className="truncate">{label}</span>}
      </button>
    </Named>
  );
}

/** With icons only, the name is shown as a tooltip. */
function Named(props: { label: string; collapsed: boolean; children: ReactElement }) {
  if (!props.collapsed) return props.children;
  return (
    <Tooltip label={props.label} side="right" describes={false}>
      {props.children}
    </Tooltip>
  );
}
