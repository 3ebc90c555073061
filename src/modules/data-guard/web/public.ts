export { CustomerDataRulesForm } from './CustomerDataRulesForm.tsx';
export { needsConfirmation, takeOut } from './finding.ts';
export { GuardLine } from './GuardLine.tsx';
export { useFinding } from './useFinding.ts';
