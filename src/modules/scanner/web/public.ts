export { BarcodeScanner } from './BarcodeScanner.tsx';
