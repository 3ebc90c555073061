import { Car, FileText, Hash, Link2, type LucideIcon, Package, Wrench } from 'lucide-react';
import type { CodeFormat, ScanKind, ScanSource } from '../../contract/kinds.ts';

export const kindNames: Record<ScanKind, string> = {
  vin: 'VIN',
  stock_number: 'Stock number',
  repair_order: 'Repair order',
  part_number: 'Part number',
  url: 'Link',
  text: 'Text',
};

export const kindIcons: Record<ScanKind, LucideIcon> = {
  vin: Car,
  stock_number: Hash,
  repair_order: Wrench,
  part_number: Package,
  url: Link2,
  text: FileText,
};

export const sourceNames: Record<ScanSource, string> = {
  camera: 'Camera',
  scanner: 'Hand scanner',
  typed: 'Typed',
  file: 'Image',
};

export const formatNames: Record<CodeFormat, string> = {
  code_39: 'Code 39',
  code_128: 'Code 128',
  qr_code: 'QR code',
  data_matrix: 'Data Matrix',
  pdf_417: 'PDF417',
  ean_13: 'EAN-13',
  ean_8: 'EAN-8',
  upc_a: 'UPC-A',
  upc_e: 'UPC-E',
};
