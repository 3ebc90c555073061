export { StatusButton } from './StatusButton.tsx';
export { StatusChoices } from './StatusChoices.tsx';
export { useSetStatus } from './useSetStatus.ts';
export { type StatusChange, statusEvents, useStatusChanges } from './useStatusChanges.ts';
