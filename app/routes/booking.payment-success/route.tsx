import {
	type AppLoadContext,
	data,
	type HeadersFunction,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { haveLinksEnded, signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { type PaymentReturn, returnFromPayment } from '#app/flows/payments/settle-payment.server.ts'
import { done } from '#app/http/answers.server.ts'
import { readDraftId, rememberAppointmentHeader } from '#app/http/booking-cookies.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import {
	checkoutPath,
	completeBookingPath,
	confirmationPath,
	planStartedPath,
} from '#app/kernel/booking-paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, unlistedMeta } from '#app/ui/page.tsx'
import { readReturnQuery } from './return-query.server.ts'
import { UnpaidPage } from './unpaid-page.tsx'
import { readUnpaidState, refreshSeconds, unpaidMessage, unpaidView } from './unpaid-view.server.ts'

const titles = {
	confirming: 'Confirming your payment',
	cancelled: 'Payment Cancelled',
	failed: 'Payment Failed',
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
	unlistedMeta(loaded?.view ? titles[loaded.view.state] : 'Payment')

/** A waiting page refreshes itself, with and without script. */
export const headers: HeadersFunction = ({ loaderHeaders }): HeadersInit => {
	const refresh = loaderHeaders.get('refresh')
	return refresh === null ? {} : { refresh }
}

/**
 * The provider returns payers here (C57). The address names a payment and proves nothing, so the provider is asked
 * (D5). The link's holder, the browser that booked and the signed-in customer are led on; others learn nothing.
 * Reloading changes nothing (R32).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const url = new URL(request.url)
	const { cookieKeys } = context.settings
	const { paymentReference, token, isForged, returnState } = await readReturnQuery(url, cookieKeys)
	if (paymentReference === null && isForged) throw new Response(null, { status: 404 })
	const draftId = readDraftId(request, cookieKeys)
	const actor = readActor(request, context)
	const now = context.now()
	const found =
		paymentReference === null
			? null
			: await returnFromPayment(context, {
					paymentReference,
					actor: token === null ? actor : null,
					now,
				})
	if (!found || paymentReference === null) throw await notFound(context, returnState)

	const isHere = draftId === found.payment.draftId
	if (token === null && !isHere && !found.isOwn)
		return { view: null, loginPage: actor ? null : loginPath(url) }
	if (token !== null && !isHere && haveLinksEnded(found.checkout.startsAt, now))
		throw new Response(null, { status: 404 })
	const link = token ?? (await signPaymentLink(cookieKeys, paymentReference))
	if (found.settlement.kind === 'decided') throw await decidedPage(request, context, found, { link, isHere })

	const view = unpaidView(found, readUnpaidState(found, returnState), link, now)
	if (view.state === 'confirming')
		return data(
			{ view, loginPage: null },
			{ headers: { refresh: String(refreshSeconds(found.payment, now)) } },
		)
	// A plan has no checkout to return to: this page shows its payment.
	if (!isHere || view.isPlan) return { view, loginPage: null }
	throw await done(context, checkoutPath, { flash: unpaidMessage(view) })
}

/** Leads to checkout, with fixed words (C60). Without a reference only the return state is known (L16). */
function notFound(context: AppLoadContext, returnState: 'cancelled' | 'failed' | null): Promise<Response> {
	const flash = {
		cancelled: { title: 'Payment Cancelled', description: 'Nothing was changed.' },
		failed: { title: 'Payment Failed', description: 'The payment did not go through. Nothing was changed.' },
	}
	return done(context, checkoutPath, {
		flash: returnState
			? flash[returnState]
			: {
					title: 'Payment Error',
					description: 'Payment reference not found. Nothing was changed.',
					tone: 'error',
				},
	})
}

/** Leads to the appointment, the plan, or the payment. */
async function decidedPage(
	request: Request,
	context: AppLoadContext,
	{ payment }: PaymentReturn,
	{ link, isHere }: { link: string; isHere: boolean },
): Promise<Response> {
	if (payment.received?.outcome === 'subscribed') return done(context, planStartedPath(link))
	const appointmentId = payment.received?.appointmentId ?? null
	if (appointmentId === null) return done(context, completeBookingPath(link))
	const { cookieKeys } = context.settings
	return done(context, confirmationPath(await signBookingLink(cookieKeys, appointmentId)), {
		// Only the browser that booked remembers it: another browser may be another person's.
		cookies: isHere ? [rememberAppointmentHeader(request, cookieKeys, appointmentId)] : [],
	})
}

export default function PaymentSuccess() {
	const { view, loginPage } = useLoaderData<typeof loader>()
	return <Page>{view ? <UnpaidPage view={view} /> : <NeutralPage loginPage={loginPage} />}</Page>
}

/** For a visitor without proof that the payment is theirs: no state, no amount, no name. */
function NeutralPage({ loginPage }: { loginPage: string | null }) {
	return (
		<EmptyState
			icon="card"
			title="Open the link in your email"
			isPage
			action={
				<>
					<ButtonLink to="/discover">Start New Booking</ButtonLink>
					{loginPage && (
						<ButtonLink to={loginPage} variant="quiet">
							Sign In
						</ButtonLink>
					)}
				</>
			}
		>
			For your privacy, this address alone doesn’t show the payment. Use the link in our email, the browser
			you booked in, or your account.
		</EmptyState>
	)
}
