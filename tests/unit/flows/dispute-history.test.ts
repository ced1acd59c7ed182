import { expect, test } from 'vitest'
import type { DisputeEvidence } from '#app/domain/payments/dispute-evidence-repository.server.ts'
import { disputeHistory } from '#app/flows/payments/dispute-history.server.ts'

type PaidAppointment = NonNullable<DisputeEvidence['appointment']>

const appointment: PaidAppointment = {
	...{ appointmentId: 'a', referenceNumber: 'WK7-4QMH', status: 'COMPLETED', isByShop: false },
	...{ serviceNames: ['Cut'], totalKobo: 900_000, paidAtShopKobo: 400_000, moveCount: 0 },
	...{ createdAt: 3, startsAt: 100, endsAt: 110, refundableUntilAt: 50, isCancelledByShop: false },
	...{ changedAt: null, lateToldAt: null, arrivedAt: 99, completedAt: 120, missedAt: null },
	...{ transferPaidAt: null, cancelledAt: null },
}
const evidence: DisputeEvidence = {
	...{ paymentReference: 'wk-ONE', amountKobo: 500_000, currency: 'NGN', paymentMethod: 'CARD' },
	...{ paidAt: 2, disputedAt: null, plan: null, appointment },
	shop: { id: 's', name: 'Ade', address: '1 Road', area: 'Yaba', city: 'Lagos', timeZone: 'Africa/Lagos' },
	booker: {
		...{ firstName: 'Ada', lastName: 'Obi', email: null, phone: null, isErased: false, isSignedIn: true },
	},
	agreed: { at: 1, totalKobo: 900_000, refundableUntilAt: 50 },
	...{ acts: [], messages: [], problems: [], refunds: [], usage: [], attended: [] },
}
const told = (more: Partial<DisputeEvidence> = {}, disputes: Parameters<typeof disputeHistory>[1] = []) =>
	disputeHistory({ ...evidence, ...more }, disputes, (at) => `at ${at}`).map(
		({ at, what }) => `${at} ${what}`,
	)

test('a visit is told from its agreement to its end, by whom', () => {
	expect(told()).toEqual([
		'1 Agreed at checkout by the customer, signed in: ₦9,000',
		'2 Paid online: ₦5,000',
		'3 Booked by the customer, signed in, for at 100',
		'99 Customer arrived',
		'120 Visit completed',
		'120 Paid at the shop: ₦4,000',
	])
	expect(told({ appointment: { ...appointment, isByShop: true } }).slice(0, 3)).toEqual([
		'1 Agreed with the shop: ₦9,000',
		'2 Paid online: ₦5,000',
		'3 Booked by the shop, for at 100',
	])
})

test('of a moved visit the first time is not known, and not said', () => {
	expect(told({ appointment: { ...appointment, moveCount: 1 } })[2]).toBe(
		'3 Booked by the customer, signed in',
	)
})

test('what an act tells is told once, with its author; of others only what is about the visit', () => {
	const by = (kind: DisputeEvidence['acts'][number]['kind'], at: number, isOperators = false) => ({
		...{ kind, at, isOperators },
	})
	const acts = [
		...[by('visit_moved', 50), by('visit_arrived', 99), by('visit_completed', 105), by('visit_undone', 106)],
		...[by('visit_completed', 120, true), by('dispute_read', 130), by('customer_note_changed', 131)],
	]
	expect(told({ acts }).slice(3)).toEqual([
		'50 Visit moved, by the shop',
		'99 Customer arrived, by the shop',
		'105 Visit completed, by the shop',
		'106 Visit opened again, by the shop',
		'120 Visit completed, by the operator',
		'120 Paid at the shop: ₦4,000',
	])
})

test('a cancellation, a no-show and a late customer are told as they are known', () => {
	const open = { arrivedAt: null, completedAt: null, paidAtShopKobo: 0 }
	const last = (more: Partial<PaidAppointment>) =>
		told({ appointment: { ...appointment, ...open, ...more } }).at(-1)
	expect(last({ cancelledAt: 60 })).toBe('60 Visit cancelled by the customer')
	expect(last({ cancelledAt: 60, isCancelledByShop: true })).toBe('60 Visit cancelled by the shop')
	expect(last({ missedAt: 130 })).toBe('130 Visit marked as no-show')
	expect(last({ lateToldAt: 98 })).toBe('98 The customer said they run late')
	expect(last({ changedAt: 70 })).toBe('70 Visit changed')
})

test('messages, problems, refunds and disputes are told; of an unknown message nothing', () => {
	const lines = told(
		{
			messages: [
				{ kind: 'visit_reminder', at: 90 },
				{ kind: 'verify_email', at: 91 },
			],
			problems: [
				{ kind: 'money', words: 'Too dear', reportedAt: 130, resolvedAt: 140, answer: 'As agreed' },
				{ kind: 'other', words: '', reportedAt: 141, resolvedAt: null, answer: null },
			],
			refunds: [
				{ amountKobo: 100, reason: 'by_operator', status: 'processed', requestedAt: 150, changedAt: 160 },
				{ amountKobo: 200, reason: 'visit_changed', status: 'requested', requestedAt: 151, changedAt: 151 },
			],
		},
		[
			{
				...{ id: '7', amountKobo: null, category: null, openedAt: 170, dueAt: 180, answeredAt: 175 },
				...{ endedAt: 190, outcome: 'lost' },
			},
		],
	)
	expect(lines.filter((line) => line.includes('Message'))).toEqual([
		'90 Message to the customer sent: reminder of the visit',
	])
	expect(lines.slice(-8)).toEqual([
		'130 The customer reported a problem: “Too dear”',
		'140 The problem was answered: “As agreed”',
		'141 The customer reported a problem',
		'150 Refund of ₦1 decided: the operator decided so',
		'151 Refund of ₦2 decided: the visit became cheaper',
		'160 Refund of ₦1: sent back',
		'170 The payer disputed the payment at their bank',
		'190 The dispute ended: lost',
	])
})
