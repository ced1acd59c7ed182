/** What a customer chooses at checkout; `storedPaymentMethod` says how each is kept (C51). */
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

export const tipKinds = ['none', 'percent', 'custom'] as const
export type TipKind = (typeof tipKinds)[number]

export const tipPresetPercents = [10, 15, 20, 25] as const

/** Acts that are counted in the write that makes them (D33). */
export const countedActKinds = ['draft', 'booking', 'payment'] as const

export const reviewReportReasons = ['not_a_visit', 'hurtful', 'private', 'other'] as const
export type ReviewReportReason = (typeof reviewReportReasons)[number]

export const appointmentProblemKinds = ['false_no_show', 'money', 'other'] as const
export type AppointmentProblemKind = (typeof appointmentProblemKinds)[number]

/** Why waiting for a time ended: the customer left or booked that day, got all offers, or the day passed. */
export const slotWaitEndings = ['left', 'booked', 'spent', 'over'] as const
export type SlotWaitEnding = (typeof slotWaitEndings)[number]
export type CountedActKind = (typeof countedActKinds)[number]
