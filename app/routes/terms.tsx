import type { MetaFunction } from '@remix-run/cloudflare'
import { brandName } from '#app/ui/brand.tsx'
import { ProsePage, pageTitle } from '#app/ui/page.tsx'

export const meta: MetaFunction = () => [
	{ title: pageTitle('Terms') },
	{ name: 'description', content: 'The rules between you, the shop you book with and us.' },
]

export default function Terms() {
	return (
		<ProsePage title="Terms">
			<p>{brandName} books your visit. The service itself is between you and the shop.</p>
			<h2>Booking</h2>
			<p>
				A visit is booked when you see its reference number. Until then we may hold the time for a few
				minutes: the page says until when.
			</p>
			<h2>Prices</h2>
			<p>
				Prices are in Nigerian naira and come from the shop. You pay what the checkout shows, and nothing is
				added later. If a price changes while you book, you see the new one and decide again.
			</p>
			<h2>Cancelling</h2>
			<p>
				Each shop decides how late you can cancel for free, usually 24 hours before the visit. Its page, the
				checkout and your booking show the deadline. After that you can still cancel, but the shop keeps what
				you paid online.
			</p>
			<h2>Coming on time</h2>
			<p>Please arrive 10 minutes early. A shop may give your time away if you’re late.</p>
		</ProsePage>
	)
}
