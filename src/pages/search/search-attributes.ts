import type { Messages } from '../messages.ts';

type Label = keyof Messages['search']['attributes'];

/** The parameters of attributes (status, attendance and so on), which the form keeps. */
export const ATTRIBUTE_NAMES: readonly string[] = [
  'status',
  'attendance',
  'has',
  'missing',
  'audience',
  'free',
  'booking_required',
  'evening',
];

const BOOLEANS: Readonly<Record<string, { readonly true: Label; readonly false: Label }>> = {
  free: { true: 'free', false: 'notFree' },
  booking_required: { true: 'booking', false: 'noBooking' },
  evening: { true: 'evening', false: 'daytime' },
};

/** The label of an attribute's value; the value itself if it has none. */
export function attributeLabel(parameter: string, value: string, { attributes }: Messages['search']): string {
  const label = value === 'true' || value === 'false' ? BOOLEANS[parameter]?.[value] : undefined;
  const labels: Readonly<Record<string, string>> = attributes;
  return labels[label ?? value] ?? value;
}
