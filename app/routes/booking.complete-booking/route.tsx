import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { haveLinksEnded, signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { isDraftAlive, reachedStep } from '#app/domain/booking/draft/draft.ts'
import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { type CodeFor, customerWords } from '#app/domain/booking/reader-words.ts'
import { offerFormSchema } from '#app/domain/payments/offer-form.server.ts'
import { readPaymentLink, signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { acceptOffer, declineOffer, readOffer } from '#app/flows/payments/answer-offer.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readDraftId, rememberAppointmentHeader } from '#app/http/booking-cookies.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import {
	completeBookingPath,
	confirmationPath,
	ownConfirmationPath,
	paymentLinkPath,
	planStartedPath,
} from '#app/kernel/booking-paths.ts'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, unlisted } from '#app/ui/page.tsx'
import { OfferPage } from './offer-page.tsx'
import { type NothingPaid, NothingPaidPage, RefundPage, UnfinishedPage } from './pages-without-offer.tsx'
import { paymentView } from './payment-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const meta = unlisted('Complete your booking')

/**
 * Shows a payment without a booking to the holder of its signed link (C59): other times, its refund, or that no money
 * arrived. Without a link: the payment of this browser's draft.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const now = context.now()
	const link = new URL(request.url).searchParams.get('payment')
	const draftId = readDraftId(request, cookieKeys)
	const isSignedIn = readActor(request, context) !== null
	if (link === null) return { view: null, problem: await paymentOfBrowser(context, draftId), isSignedIn }
	const { token, paymentReference } = await requirePaymentLink(request, cookieKeys)
	const found = await readOffer(context, { paymentReference, now })
	if (!found || haveLinksEnded(found.checkout.startsAt, now)) throw new Response(null, { status: 404 })
	const { draftId: ownDraftId, received } = found.payment
	if (received?.outcome === 'subscribed') throw redirect(planStartedPath(token))
	if (received && received.appointmentId !== null)
		throw redirect(await appointmentPage(cookieKeys, received.appointmentId))
	const isHere = draftId === ownDraftId
	return { view: paymentView(found, { token, isHere, now }), problem: null, isSignedIn }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const { token, paymentReference } = await requirePaymentLink(request, cookieKeys)
	const submission = parseWithZod(form, { schema: offerFormSchema })
	if (submission.status !== 'success') {
		if (submission.error?.startsAt) return refusedBy(offerRefusal('missing_date_time'))
		throw new Response(null, { status: 400 })
	}
	const now = context.now()
	switch (submission.value.intent) {
		case 'retry':
			return done(context, paymentLinkPath(token))
		case 'decline': {
			const declined = await declineOffer(context, { paymentReference, now })
			// The page shows what became of the offer.
			if (declined.ok || declined.refusal === 'offer_over') return done(context, completeBookingPath(token))
			return refusedBy(offerRefusal(declined.refusal))
		}
		case 'accept': {
			const { startsAt } = submission.value
			const taken = await acceptOffer(context, { paymentReference, startsAt, now })
			if (taken.ok) {
				const { appointmentId, draftId } = taken.value
				const isHere = readDraftId(request, cookieKeys) === draftId
				return done(context, await appointmentPage(cookieKeys, appointmentId), {
					inPlace: true,
					cookies: isHere ? [rememberAppointmentHeader(request, cookieKeys, appointmentId)] : [],
				})
			}
			if (taken.refusal === 'offer_over') return done(context, completeBookingPath(token))
			return refusedBy(offerRefusal(taken.refusal), { result: submission.reply() })
		}
	}
}

/** The reloaded page has fresh times, and keeps the chosen one if free. */
function offerRefusal(code: CodeFor<'customer'>): Wording {
	const wording = customerWords(code)
	const kept = 'Your money is safe.'
	const text = isSlotConflict(code)
		? `${wording.text.replace('Your details are saved.', kept)} These times are free now.`
		: `${wording.text} ${kept}`
	return { ...wording, text }
}

/** Answers 404 without a valid payment link. */
async function requirePaymentLink(request: Request, cookieKeys: string[]) {
	const token = new URL(request.url).searchParams.get('payment')
	const paymentReference = token === null ? null : await readPaymentLink(cookieKeys, token)
	if (token === null || paymentReference === null) throw new Response(null, { status: 404 })
	return { token, paymentReference }
}

async function appointmentPage(cookieKeys: string[], appointmentId: string): Promise<string> {
	return confirmationPath(await signBookingLink(cookieKeys, appointmentId))
}

/** Redirects to this browser's paid or newest payment; else says why there is none. */
async function paymentOfBrowser(context: AppLoadContext, draftId: string | null): Promise<NothingPaid> {
	if (draftId === null) return 'expired'
	const [payments, draft] = await Promise.all([
		context.payments.attempts.paymentsOfDraft(draftId),
		context.booking.drafts.draft(draftId),
	])
	const payment = payments.find(({ received }) => received !== null) ?? payments[0]
	if (payment) {
		const token = await signPaymentLink(context.settings.cookieKeys, payment.paymentReference)
		throw redirect(completeBookingPath(token))
	}
	if (!draft || !isDraftAlive(draft, context.now())) return 'expired'
	if (draft.appointmentId !== null) throw redirect(ownConfirmationPath)
	return reachedStep(draft) === 'checkout' ? 'unpaid' : 'incomplete'
}

export default function CompleteBooking() {
	const { view, problem, isSignedIn } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const chosen = formState(answer?.result).field('startsAt').defaultValue
	if (!view)
		return (
			<Page>
				<NothingPaidPage problem={problem ?? 'expired'} isSignedIn={isSignedIn} />
			</Page>
		)
	return (
		<Page>
			<RefusalNotice refusal={answer?.refusal} />
			{view.offer ? (
				<OfferPage view={view} offer={view.offer} requestedStartAt={chosen ? Number(chosen) : null} />
			) : view.refund ? (
				<RefundPage view={view} refund={view.refund} isSignedIn={isSignedIn} />
			) : (
				<UnfinishedPage view={view} isSignedIn={isSignedIn} />
			)}
		</Page>
	)
}
