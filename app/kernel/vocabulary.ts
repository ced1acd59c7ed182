/**
 * The closed lists that more than one context shares. A list exists once: types, database checks,
 * form options and screens are all made from here.
 */

/** The chips of Discover, in their fixed order (spec 1 §2). 'All' is the absence of a choice. */
export const categories = [
	{ id: 'hair-beauty', name: 'Hair & Beauty' },
	{ id: 'spa-massage', name: 'Spa & Massage' },
	{ id: 'nails', name: 'Nails' },
	{ id: 'skincare', name: 'Skincare' },
	{ id: 'fitness', name: 'Fitness' },
] as const
export type CategoryId = (typeof categories)[number]['id']

export const shopTypes = ['beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail'] as const
export type ShopType = (typeof shopTypes)[number]

/** What a customer may choose at checkout; `storedPaymentMethod` says how each is kept (spec 1 §3). */
export const paymentChoices = ['cash', 'transfer', 'pos', 'online'] as const
export type PaymentChoice = (typeof paymentChoices)[number]

export const paymentMethods = ['CASH', 'TRANSFER', 'CARD'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export function storedPaymentMethod(choice: PaymentChoice): PaymentMethod {
	if (choice === 'cash') return 'CASH'
	return choice === 'transfer' ? 'TRANSFER' : 'CARD'
}

export const paymentStatuses = ['pending', 'completed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const appointmentStatuses = ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

export const checkoutStatuses = ['PENDING', 'COMPLETED'] as const

export const discountTypes = ['percent', 'amount'] as const
export type DiscountType = (typeof discountTypes)[number]

/** How the tip was chosen: not at all, one of the presets, or a custom amount. */
export const tipKinds = ['none', 'percent', 'custom'] as const
export type TipKind = (typeof tipKinds)[number]

export const tipPresetPercents = [10, 15, 20, 25] as const

/** The only role that may use this app (spec 1 §6). */
export const CLIENT_ROLE = 'client'

/** What a mailed link does. */
export const accountTokenKinds = ['reset', 'verify'] as const
export type AccountTokenKind = (typeof accountTokenKinds)[number]

/** What is counted against guessing; each by account, by device or by network address. */
export const guessKinds = [
	'sign-in-account',
	'sign-in-device',
	'sign-in-network',
	'register-network',
	'reset-account',
	'reset-network',
	'promo-network',
] as const
export type GuessKind = (typeof guessKinds)[number]
