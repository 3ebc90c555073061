export { CustomerChoice } from './CustomerField.tsx';
export { useCustomerById } from './useCustomerById.ts';
export { useGarage } from './useGarage.ts';
