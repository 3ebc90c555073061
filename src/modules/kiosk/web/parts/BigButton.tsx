import { clsx } from 'clsx';
import { Button, type ButtonProps } from '../../../../platform/web/ui/Button.tsx';

/** A button for a finger at arm's length: at least 64 px high. */
export const BigButton = ({ className, ...button }: ButtonProps) => (
  <Button {...button} className={clsx('h-16! w-full gap-3! text-xl! [&_svg]:size-6!', className)} />
);
