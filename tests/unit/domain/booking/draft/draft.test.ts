import { expect, test } from 'vitest'
import { NO_TIP } from '#app/domain/booking/checkout/price-draft.ts'
import {
	type Draft,
	type DraftService,
	draftMinutes,
	draftSteps,
	hasDetails,
	isDraftAlive,
	reachedStep,
	stepToFinishFirst,
} from '#app/domain/booking/draft/draft.ts'
import { DAY_MS } from '#app/kernel/instant.ts'

const service = (staff: DraftService['staff']): DraftService => ({
	serviceId: 'cut',
	name: 'Cut',
	priceKobo: 500_000,
	durationMinutes: 60,
	bufferMinutes: 0,
	isEnabled: true,
	staff,
})
const draft = (services: DraftService[], startsAt: number | null = null): Draft => ({
	id: 'draft',
	shopId: 'shop',
	services,
	addOns: [],
	startsAt,
	bookingNotes: { visitorName: '', customerNote: '' },
	contact: { firstName: '', lastName: '', email: '', phone: '' },
	promoCode: '',
	rewardId: null,
	usesCashback: false,
	tip: NO_TIP,
	paymentChoice: null,
	appointmentId: null,
	savedAt: 0,
	firstHeldAt: null,
})
const any = { kind: 'any' } as const
const atServices = draft([])
const atStaff = draft([service(null)])
const atTimes = draft([service(any)])
const atCheckout = draft([service(any)], 1)

test('a draft lives for 24 hours after its last save', () => {
	expect(isDraftAlive({ savedAt: 0 }, DAY_MS - 1)).toBe(true)
	expect(isDraftAlive({ savedAt: 0 }, DAY_MS)).toBe(false)
	expect(isDraftAlive({ savedAt: DAY_MS }, DAY_MS + 1)).toBe(true)
})

test('the first answer that is missing says where a booking goes on', () => {
	expect([null, atServices, atStaff, atTimes, atCheckout].map(reachedStep)).toEqual([
		'service-selection',
		'service-selection',
		'staff-selection',
		'time-selection',
		'checkout',
	])
	expect(reachedStep(draft([service(any), service(null)], 1))).toBe('staff-selection')
})

test('who skips a step is sent to the one that is missing; who goes back is not', () => {
	const firstFor = (one: Draft | null) => draftSteps.map((step) => stepToFinishFirst(step, one))
	expect(firstFor(null)).toEqual([null, 'service-selection', 'service-selection', 'service-selection'])
	expect(firstFor(atServices)).toEqual([null, 'service-selection', 'service-selection', 'service-selection'])
	expect(firstFor(atStaff)).toEqual([null, null, 'service-selection', 'service-selection'])
	expect(firstFor(atTimes)).toEqual([null, null, null, 'time-selection'])
	expect(firstFor(atCheckout)).toEqual([null, null, null, null])
})

test('of several services none is chosen again: who lacks a person for one is asked for that person', () => {
	const several = draft([service(any), service(null)])
	expect(draftSteps.map((step) => stepToFinishFirst(step, several))).toEqual([
		null,
		null,
		'staff-selection',
		'staff-selection',
	])
})

test('D4: services and add-ons take their time one after the other', () => {
	const addOns = [{ addOnId: 'wash', name: 'Wash', priceKobo: 0, durationMinutes: 15 }]
	expect(draftMinutes({ services: [service(any), service(any)], addOns })).toBe(135)
})

test('anything that was typed at checkout counts as details', () => {
	expect(hasDetails(atCheckout)).toBe(false)
	expect(hasDetails({ ...atCheckout, contact: { ...atCheckout.contact, phone: '0' } })).toBe(true)
	expect(hasDetails({ ...atCheckout, bookingNotes: { visitorName: 'Ada', customerNote: '' } })).toBe(true)
	expect(hasDetails({ ...atCheckout, bookingNotes: { visitorName: '', customerNote: 'Ring twice' } })).toBe(
		true,
	)
})
