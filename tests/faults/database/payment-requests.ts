import { buttonOf, offeredTimes, walkTo } from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { comeBack, goToPaystack, offeredOtherTimes, payAndComeBack } from '#scripts/site/browser-payer.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { type RequestUnderTest, resending } from './requests-under-test.ts'

/** Of a shop at which the other requests book nothing: its offered times stay free. */
const service = { shopId: 'itura-spa', serviceId: 'itura-spa-foot-spa' }

/** Every page and every post of a guest's online payment that asks the database. */
export const paymentRequests: RequestUnderTest[] = [
	{
		name: 'starting to pay',
		isPost: true,
		endsAt: '/pay',
		async prepare(guest, site) {
			const checkout = await walkTo(guest, 'checkout', service)
			const values = { ...guest.details, paymentChoice: 'online' }
			const press = resending(guest, checkout, values, { button: buttonOf('intent', 'book') })
			return () => toPaystack(press, site)
		},
		// An attempt whose start was not answered may be another tap's for a quarter of a minute.
		later: (guest, { database }) =>
			database.change(
				`UPDATE payment_attempts SET created_at = created_at - 20000
					WHERE checkout_id IN (SELECT id FROM checkouts WHERE email = ?)`,
				String(guest.details.email),
			),
	},
	{
		name: 'coming back from paying',
		// It books the visit.
		isPost: true,
		endsAt: '/booking/confirmation',
		waitsAt: '/booking/payment-success',
		books: true,
		refunds: 0,
		async prepare(guest, site) {
			const paying = await goToPaystack(site, { guest, service })
			site.paystack.pay(paying.paymentReference)
			return () => comeBack(guest, paying)
		},
	},
	{
		name: 'the offer of other times',
		isPost: false,
		endsAt: '/booking/complete-booking',
		async prepare(guest, site) {
			const { url } = (await offeredOtherTimes(site, { guest, service })).page
			return () => guest.open(url.pathname + url.search)
		},
	},
	{
		name: 'taking up an offer',
		isPost: true,
		endsAt: '/booking/confirmation',
		books: true,
		refunds: 0,
		takesOpenTime: true,
		async prepare(guest, site) {
			const { page } = await offeredOtherTimes(site, { guest, service })
			const startsAt = offeredTimes(page.document)[0] ?? ''
			return resending(guest, page, { startsAt }, { button: buttonOf('intent', 'accept') })
		},
	},
	{
		name: 'turning an offer down',
		isPost: true,
		endsAt: '/booking/complete-booking',
		refunds: 1,
		proposed: 'startsAt',
		async prepare(guest, site) {
			const { page } = await offeredOtherTimes(site, { guest, service })
			return resending(guest, page, {}, { button: buttonOf('intent', 'decline') })
		},
	},
	{
		name: 'cancelling a paid visit',
		isPost: true,
		endsAt: '/booking/confirmation',
		books: true,
		refunds: 1,
		async prepare(guest, site) {
			const booked = await payAndComeBack(site, await goToPaystack(site, { guest, service }))
			// More than a day ahead, at any hour of the run: the money comes back.
			await site.database.change(
				`UPDATE appointments SET refundable_until_at = starts_at WHERE client_id IN
					(SELECT id FROM clients WHERE email = ?)`,
				String(guest.details.email),
			)
			const question = await guest.open(`${booked.url.pathname}${booked.url.search}&ask=cancel`)
			return resending(guest, question, {}, { button: buttonOf('intent', 'cancel') })
		},
	},
]

/** Follows a form to Paystack's page, whichever that is: it is at /pay. */
async function toPaystack(ask: () => Promise<LoadedPage>, { checkoutUrl }: PaymentSite): Promise<LoadedPage> {
	try {
		return await ask()
	} catch (error) {
		const address = error instanceof Error ? /^redirected away to (\S+)$/.exec(error.message)?.[1] : undefined
		if (!address?.startsWith(checkoutUrl)) throw error
		const page = await openBrowserLikeClient(checkoutUrl).open(new URL(address).pathname)
		return { ...page, url: new URL('/pay', page.url) }
	}
}
