import { type ComponentType, createElement, isValidElement, type ReactElement } from 'react';

/** An icon as a component (`Bell`) or as an element (`<Bell />`). */
export type IconSource = ReactElement | ComponentType<{ className?: string }>;

interface IconProps {
  'aria-hidden': true;
  className: string | undefined;
}

/** Icons are decorative: the text or accessible name beside them carries the meaning. */
export function Icon({ of, className }: { of: IconSource; className?: string | undefined }) {
  if (isValidElement(of)) return of;
  return createElement(of as ComponentType<IconProps>, { 'aria-hidden': true, className });
}
