export { StatusButton } from './StatusButton.tsx';
export { StatusChoices } from './StatusChoices.tsx';
export { useSetStatus } from './useSetStatus.ts';
