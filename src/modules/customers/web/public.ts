export { CustomerField } from './CustomerField.tsx';
export { useCustomerById } from './useCustomerById.ts';
export { useGarage } from './useGarage.ts';
