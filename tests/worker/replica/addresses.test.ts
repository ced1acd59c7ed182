import { expect, test } from 'vitest'
import { mayReadReplica } from '#app/http/replica-pages.ts'
import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'

const routes = await servedRoutes()

/** Each of these decides nothing by what it reads: a new route stays out until it is known to be such a page. */
const pagesOfReplicas = [
	'routes/_index',
	'routes/appointments',
	'routes/appointments_.review',
	'routes/booking._index',
	'routes/booking.change',
	'routes/booking.month',
	'routes/booking.reschedule',
	'routes/booking.service-selection',
	'routes/booking.staff-selection',
	'routes/booking.time-selection',
	'routes/booking.wait',
	'routes/business.$shopId',
	'routes/business.$shopId_.report',
	'routes/discover',
	'routes/favorites',
	'routes/loyalty-enrollment',
	'routes/loyalty-program.$programId',
	'routes/my-services',
	'routes/notifications',
	'routes/plans.$planId',
	'routes/plans._index',
	'routes/profile',
	'routes/rewards',
	'routes/sessions',
	'routes/sessions_.$sessionId.book',
	'routes/subscriptions',
	'routes/subscriptions_.$subscriptionId',
	'routes/subscriptions_.$subscriptionId_.cancel',
	'routes/subscriptions_.$subscriptionId_.pause',
	'routes/transactions',
	'routes/transactions_.$movement',
	'routes/wallet',
	'routes/wallet_.cards',
	'routes/wallet_.cashback',
	'routes/wallet_.recent',
	'routes/wallet_.refer',
	'routes/wallet_.reward.$milestoneId',
]

function readsReplica(path: string, method: string): boolean {
	return mayReadReplica({ method, url: new URL(exampleAddress(path), 'https://wakati.example').href })
}

test('W54: a replica answers these pages, and no other address', () => {
	const answered = routes.filter(({ path }) => readsReplica(path, 'GET')).map(({ id }) => id)
	expect(answered.toSorted()).toEqual(pagesOfReplicas)
})

test('W54: no post of any route reads a replica', () => {
	const posts = routes.filter(({ path }) => readsReplica(path, 'POST'))
	expect(posts).toEqual([])
	expect(routes.filter(({ takesPosts }) => takesPosts).length).toBeGreaterThan(40)
})

test('W54: access that has ended, money and links are asked of the primary', () => {
	const decisive =
		/^\/(api|kiosk|webhooks|settings|login|logout|register|auth|forgot-password|reset-password|verify-email|messages|push|readyz|receipt|privacy\/|tickets|booking\/(checkout|payment|complete|confirmation|claim|problem))|check-in|buy|code|voucher|export|\.(csv|ics)$/
	const decided = routes.filter(({ path }) => decisive.test(path))
	expect(decided.length).toBeGreaterThan(40)
	expect(decided.filter(({ path }) => readsReplica(path, 'GET')).map(({ id }) => id)).toEqual([])
})
