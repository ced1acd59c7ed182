import {
	type AppLoadContext,
	data,
	type HeadersFunction,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { completeBookingPage } from '#app/domain/payments/online-payments.server.ts'
import { signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { type PaymentReturn, returnFromPayment } from '#app/flows/return-from-payment.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { ownVisitHeader } from '#app/http/visits-cookie.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { Page } from '#app/ui/page.tsx'
import { NeutralPage } from './neutral-page.tsx'
import { readReturnQuery } from './return-query.server.ts'
import { UnpaidPage } from './unpaid-page.tsx'
import { refreshSeconds, unpaidMessage, unpaidStateOf, unpaidView } from './unpaid-view.server.ts'

const titles = {
	confirming: 'Confirming your payment',
	cancelled: 'Payment Cancelled',
	failed: 'Payment Failed',
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
	{ title: pageTitle(loaded?.view ? titles[loaded.view.state] : 'Payment') },
	// A signed link is for whoever was given it, not for search engines.
	{ name: 'robots', content: 'noindex' },
]

/** A page that waits looks again by itself, with and without script. */
export const headers: HeadersFunction = ({ loaderHeaders }): HeadersInit => {
	const refresh = loaderHeaders.get('refresh')
	return refresh === null ? {} : { refresh }
}

/**
 * Where Paystack sends its payers back to (spec 1 §4, guide: paystack). The address names a payment and proves nothing
 * (decision D5): Paystack is asked, and what it says decides. Whoever holds the signed link, has the booking in this
 * browser, or is its signed-in customer is led on; others learn nothing. Looking again changes nothing (R32).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const url = new URL(request.url)
	const { cookieKeys } = context.settings
	const { reference, token, isForged, said } = await readReturnQuery(url, cookieKeys)
	if (reference === null && isForged) throw new Response(null, { status: 404 })
	const draftId = await readDraftId(request, cookieKeys)
	const actor = readActor(request, context)
	const now = context.now()
	const found =
		reference === null
			? null
			: await returnFromPayment(context, {
					reference,
					actor: token === null ? actor : null,
					now,
				})
	if (!found || reference === null) throw await notFound(cookieKeys)

	const isHere = draftId === found.payment.draftId
	if (token === null && !isHere && !found.isOwn)
		return { view: null, loginPage: actor ? null : loginPath(url) }
	const link = token ?? (await signPaymentLink(cookieKeys, reference))
	if (found.settlement.kind === 'decided') throw await decidedPage(request, context, found, { link, isHere })

	const view = unpaidView(found, unpaidStateOf(found, said), link, now)
	if (view.state === 'confirming')
		return data(
			{ view, loginPage: null },
			{ headers: { refresh: String(refreshSeconds(found.payment, now)) } },
		)
	if (!isHere) return { view, loginPage: null }
	throw redirect('/booking/checkout', {
		headers: { 'set-cookie': await flashHeader(cookieKeys, unpaidMessage(view)) },
	})
}

/** To checkout, with the words of the specification (spec 1 §8, Payment return). */
async function notFound(cookieKeys: string[]): Promise<Response> {
	const message = {
		title: 'Payment Error',
		description: 'Payment reference not found. Nothing was changed.',
		tone: 'error' as const,
	}
	return redirect('/booking/checkout', { headers: { 'set-cookie': await flashHeader(cookieKeys, message) } })
}

/** The visit that a payment became, or the page where its money is. */
async function decidedPage(
	request: Request,
	{ settings: { cookieKeys } }: AppLoadContext,
	{ payment }: PaymentReturn,
	{ link, isHere }: { link: string; isHere: boolean },
): Promise<Response> {
	const appointmentId = payment.received?.appointmentId ?? null
	if (appointmentId === null) return redirect(completeBookingPage(link))
	const visitPage = `/booking/confirmation?visit=${await signBookingLink(cookieKeys, appointmentId)}`
	// Remembered only where it was booked: another browser may be another person's.
	return redirect(
		visitPage,
		isHere
			? { headers: { 'set-cookie': await ownVisitHeader(request, cookieKeys, appointmentId) } }
			: undefined,
	)
}

export default function PaymentSuccess() {
	const { view, loginPage } = useLoaderData<typeof loader>()
	return <Page>{view ? <UnpaidPage view={view} /> : <NeutralPage loginPage={loginPage} />}</Page>
}
