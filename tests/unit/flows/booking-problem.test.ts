import { expect, test } from 'vitest'
import { NO_TIP } from '#app/domain/booking/checkout/price-draft.ts'
import { bookingProblem } from '#app/flows/booking/booking-problem.server.ts'
import type { DraftWithCalendar } from '#app/flows/booking/read-draft.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'

const ten = 1_000 * HOUR_MS
const cut = {
	serviceId: 'cut',
	name: 'Cut',
	priceKobo: 500_000,
	durationMinutes: 60,
	bufferMinutes: 0,
	isEnabled: true,
	staff: { kind: 'any' as const },
}
const shop = {
	isListed: true,
	bankAccount: null,
	depositKind: 'none',
	depositValue: 0,
	prepayAfterNoShows: null,
}
const quote = { totalKobo: 500_000, cashbackKobo: 0, toPayKobo: 500_000, durationMinutes: 60, saving: null }
const choices = {
	contact: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '' },
	promoCode: '',
	rewardId: null as string | null,
	usesCashback: false,
	tip: NO_TIP,
	paymentChoice: 'cash' as 'cash' | 'online' | 'transfer',
	addOnIds: [],
}

type Change = {
	draft?: object
	shop?: object
	quote?: object
	choices?: Partial<typeof choices>
	seen?: { startsAt?: number; totalKobo?: number; cashbackKobo?: number; overlapIds?: string[] }
	noShowCount?: number
	onlineMinimumKobo?: number
	ownStartsAt?: number
	now?: number
}

function judged(change: Change = {}) {
	// Only what is judged by is there.
	const requested = {
		draft: { services: [cut], startsAt: ten, ...change.draft },
		shop: { ...shop, ...change.shop },
		quote: { ...quote, ...change.quote },
	} as unknown as DraftWithCalendar
	const own =
		change.ownStartsAt === undefined
			? []
			: [
					{
						appointmentId: 'own',
						serviceName: 'Nails',
						shopName: 'Shop',
						timeZone: 'Africa/Lagos',
						startsAt: change.ownStartsAt,
						endsAt: change.ownStartsAt + HOUR_MS,
					},
				]
	return bookingProblem(
		requested,
		{ ownAppointments: own, noShowCount: change.noShowCount ?? 0 },
		{
			choices: { ...choices, ...change.choices },
			seen: { startsAt: ten, totalKobo: 500_000, cashbackKobo: 0, ...change.seen },
			now: change.now ?? ten - HOUR_MS,
			...(change.onlineMinimumKobo === undefined ? {} : { onlineMinimumKobo: change.onlineMinimumKobo }),
		},
	)
}

test('what was chosen, at the price that was shown, is booked', () => {
	expect(judged()).toBeNull()
	expect(judged({ choices: { paymentChoice: 'online' }, onlineMinimumKobo: 100 })).toBeNull()
})

test.each<[string, Change, string]>([
	['no service', { draft: { services: [] } }, 'session_error'],
	['nobody chosen for it', { draft: { services: [{ ...cut, staff: null }] } }, 'session_error'],
	[
		'a service that is not offered any more',
		{ draft: { services: [{ ...cut, isEnabled: false }] } },
		'service_not_offered',
	],
	['S16: a time that has begun', { now: ten }, 'slot_past'],
	['S26: a shop that is not listed', { shop: { isListed: false } }, 'service_not_offered'],
	['no time', { draft: { startsAt: null } }, 'missing_date_time'],
	['a time that another tab has changed', { seen: { startsAt: ten + HOUR_MS } }, 'missing_date_time'],
	['online, where that is not set up', { choices: { paymentChoice: 'online' } }, 'invalid_selection'],
	[
		'a transfer, to a shop without an account',
		{ choices: { paymentChoice: 'transfer' } },
		'invalid_selection',
	],
	[
		'cash, where a deposit is asked for',
		{ shop: { depositKind: 'amount', depositValue: 100 }, onlineMinimumKobo: 100 },
		'prepayment_required',
	],
	[
		'cash, after two missed visits',
		{ shop: { prepayAfterNoShows: 2 }, noShowCount: 2, onlineMinimumKobo: 100 },
		'prepayment_required',
	],
	['a code that does not count', { choices: { promoCode: 'TEN' } }, 'promo_not_valid'],
	['a reward that is not to be had', { choices: { rewardId: 'gone' } }, 'reward_not_available'],
	['cashback that is not what was shown', { seen: { cashbackKobo: 1 } }, 'price_changed'],
	['another total than was shown', { quote: { totalKobo: 500_100 } }, 'price_changed'],
	['a time over an own visit', { ownStartsAt: ten + HOUR_MS / 2 }, 'own_overlap'],
	[
		'L29: a time over an own visit, where another one was accepted',
		{ ownStartsAt: ten + HOUR_MS / 2, seen: { overlapIds: ['another'] } },
		'own_overlap',
	],
])('%s is refused', (_, change, refusal) => {
	expect(judged(change)).toBe(refusal)
})

test('L29: a time over an own visit that was named and accepted is booked', () => {
	expect(judged({ ownStartsAt: ten + HOUR_MS / 2, seen: { overlapIds: ['own'] } })).toBeNull()
})

test('an own visit that begins as this one ends is in nobody’s way', () => {
	expect(judged({ ownStartsAt: ten + HOUR_MS })).toBeNull()
})

test('how it is paid is asked for before its price: the page shows both again', () => {
	expect(
		judged({
			shop: { depositKind: 'amount', depositValue: 100 },
			onlineMinimumKobo: 100,
			quote: { totalKobo: 600_000 },
		}),
	).toBe('prepayment_required')
})
