import type { DemoAddOn } from './demo-shop.ts'

/** The three named add-ons of the demo data, with their prices and minutes (C55, D4). */
export const hairAddOns: readonly DemoAddOn[] = [
	{ key: 'hair-wash', name: 'Hair Wash', naira: 15, minutes: 15 },
	{ key: 'blow-dry', name: 'Blow Dry', naira: 25, minutes: 20 },
	{ key: 'deep-conditioning', name: 'Deep Conditioning', naira: 35, minutes: 30 },
]

export const spaAddOns: readonly DemoAddOn[] = [
	{ key: 'aromatherapy', name: 'Aromatherapy oils', naira: 3_000, minutes: 0 },
	{ key: 'hot-towels', name: 'Hot towel wrap', naira: 2_500, minutes: 10 },
	{ key: 'scalp-massage', name: 'Scalp massage', naira: 4_000, minutes: 15 },
]

export const nailAddOns: readonly DemoAddOn[] = [
	{ key: 'gel-removal', name: 'Gel removal', naira: 2_000, minutes: 15 },
	{ key: 'nail-art', name: 'Nail art, two fingers', naira: 2_500, minutes: 15 },
	{ key: 'paraffin', name: 'Paraffin hand mask', naira: 3_500, minutes: 20 },
]

export const skinAddOns: readonly DemoAddOn[] = [
	{ key: 'led-mask', name: 'LED light mask', naira: 5_000, minutes: 15 },
	{ key: 'brow-shape', name: 'Brow shape', naira: 3_000, minutes: 10 },
]
