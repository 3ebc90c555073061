export { CustomerField } from './CustomerField.tsx';
