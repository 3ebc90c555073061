import {
  BadgeDollarSign,
  CarFront,
  ClipboardList,
  type LucideIcon,
  PackageSearch,
  Sparkles,
} from 'lucide-react';
import type { Kind } from '../../contract.ts';

export const kindIcons: Record<Kind, LucideIcon> = {
  price_approval: BadgeDollarSign,
  part_eta: PackageSearch,
  car_pull_up: CarFront,
  detail_slot: Sparkles,
  other: ClipboardList,
};
