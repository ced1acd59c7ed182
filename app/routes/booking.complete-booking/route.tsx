import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { bookingRefusals, conflicts } from '#app/domain/booking/booking-refusal.ts'
import { isDraftAlive, reachedStep } from '#app/domain/booking/draft.ts'
import { completeBookingPage, returnPage } from '#app/domain/payments/online-payments.server.ts'
import { readPaymentLink, signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { acceptOffer } from '#app/flows/accept-offer.server.ts'
import { declineOffer } from '#app/flows/decline-offer.server.ts'
import { readOffer } from '#app/flows/read-offer.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readInstant } from '#app/http/read-instant.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { ownVisitHeader } from '#app/http/visits-cookie.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { type NothingPaid, NothingPaidPage } from './nothing-paid-page.tsx'
import { OfferPage } from './offer-page.tsx'
import { paymentView } from './payment-view.server.ts'
import { RefundPage } from './refund-page.tsx'
import { UnfinishedPage } from './unfinished-page.tsx'

export const meta: MetaFunction = () => [
	{ title: pageTitle('Complete your booking') },
	// A signed link is for whoever was given it, not for search engines.
	{ name: 'robots', content: 'noindex' },
]

/**
 * A payment with which nothing is booked, for whoever holds its signed link (spec 1 §2, Complete-booking): other times
 * for it, its way back, or that it has not come. Without a link, the payment of this browser's booking.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const now = context.now()
	const link = new URL(request.url).searchParams.get('payment')
	const draftId = await readDraftId(request, cookieKeys)
	const isSignedIn = readActor(request, context) !== null
	if (link === null) return { view: null, problem: await paymentOfBrowser(context, draftId), isSignedIn }
	const { token, reference } = await paymentOf(request, cookieKeys)
	const found = await readOffer(context, { reference, now })
	if (!found) throw new Response(null, { status: 404 })
	const { draftId: ownDraftId, received } = found.payment
	if (received && received.appointmentId !== null) throw await visitPage(cookieKeys, received.appointmentId)
	const isHere = draftId === ownDraftId
	return { view: paymentView(found, { token, isHere, now }), problem: null, isSignedIn }
}

export async function action({ request, context }: ActionFunctionArgs) {
	// First of all: an answer to a body that was not read breaks the connection.
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const { token, reference } = await paymentOf(request, cookieKeys)
	const now = context.now()
	switch (form.get('intent')) {
		case 'retry':
			return redirect(returnPage(token))
		case 'decline': {
			const declined = await declineOffer(context, { reference, now })
			// Taken up, or over: the page shows what it is.
			if (declined.ok || declined.refusal === 'offer_over') return redirect(completeBookingPage(token))
			return refusal(declined.refusal, null)
		}
		case 'accept': {
			const startsAt = readInstant(form.get('startsAt'))
			if (startsAt === null) return refusal('missing_date_time', null)
			const taken = await acceptOffer(context, { reference, startsAt, now })
			if (taken.ok) {
				const { appointmentId, draftId } = taken.value
				const isHere = (await readDraftId(request, cookieKeys)) === draftId
				const remembered = isHere ? await ownVisitHeader(request, cookieKeys, appointmentId) : null
				return visitPage(cookieKeys, appointmentId, remembered)
			}
			if (taken.refusal === 'offer_over') return redirect(completeBookingPage(token))
			return refusal(taken.refusal, startsAt)
		}
		default:
			throw new Response(null, { status: 400 })
	}
}

/** The page again, with fresh times; what was chosen is still chosen where it can be. */
function refusal(code: keyof typeof bookingRefusals, startsAt: number | null) {
	const { title, text, status } = bookingRefusals[code]
	const kept = 'Your money is safe.'
	const words = conflicts.includes(code)
		? `${text.replace('What you typed is kept.', kept)} These times are free now.`
		: `${text} ${kept}`
	return data({ title, text: words, startsAt }, { status })
}

/** Whoever has the link may; anything else is not found. */
async function paymentOf(request: Request, cookieKeys: string[]) {
	const token = new URL(request.url).searchParams.get('payment')
	const reference = token === null ? null : await readPaymentLink(cookieKeys, token)
	if (token === null || reference === null) throw new Response(null, { status: 404 })
	return { token, reference }
}

async function visitPage(cookieKeys: string[], appointmentId: string, cookie: string | null = null) {
	const address = `/booking/confirmation?visit=${await signBookingLink(cookieKeys, appointmentId)}`
	return redirect(address, cookie === null ? undefined : { headers: { 'set-cookie': cookie } })
}

/** Leads to the payment of this browser's booking: one with money first, else the newest. Why there is none, otherwise. */
async function paymentOfBrowser(context: AppLoadContext, draftId: string | null): Promise<NothingPaid> {
	if (draftId === null) return 'expired'
	const [payments, draft] = await Promise.all([
		context.payments.paymentsOfDraft(draftId),
		context.drafts.draft(draftId),
	])
	const payment = payments.find(({ received }) => received !== null) ?? payments[0]
	if (payment) {
		const token = await signPaymentLink(context.settings.cookieKeys, payment.reference)
		throw redirect(completeBookingPage(token))
	}
	if (!draft || !isDraftAlive(draft, context.now())) return 'expired'
	if (draft.appointmentId !== null) throw redirect('/booking/confirmation')
	return reachedStep(draft) === 'checkout' ? 'unpaid' : 'incomplete'
}

export default function CompleteBooking() {
	const { view, problem, isSignedIn } = useLoaderData<typeof loader>()
	const refused = useActionData<typeof action>()
	if (!view)
		return (
			<Page>
				<NothingPaidPage problem={problem ?? 'expired'} isSignedIn={isSignedIn} />
			</Page>
		)
	return (
		<Page>
			{refused && (
				<Notice tone="error" role="alert" title={refused.title} className="mb-4">
					{refused.text}
				</Notice>
			)}
			{view.offer ? (
				<OfferPage view={view} offer={view.offer} wishedStartAt={refused?.startsAt ?? null} />
			) : view.refund ? (
				<RefundPage view={view} refund={view.refund} isSignedIn={isSignedIn} />
			) : (
				<UnfinishedPage view={view} isSignedIn={isSignedIn} />
			)}
		</Page>
	)
}
