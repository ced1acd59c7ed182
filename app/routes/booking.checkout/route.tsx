import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { checkoutFormSchema } from '#app/domain/booking/checkout-form.server.ts'
import { stepToFinishFirst } from '#app/domain/booking/draft.ts'
import { returnPage } from '#app/domain/payments/online-payments.server.ts'
import { signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { customerOf } from '#app/flows/customer-of.server.ts'
import { type CheckoutAnswer, postCheckout } from '#app/flows/post-checkout.server.ts'
import { readCheckout } from '#app/flows/read-checkout.server.ts'
import { isUnansweredWrite } from '#app/http/answer-database-failures.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { errorLine } from '#app/http/error-line.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, readUser } from '#app/http/signed-in-user.server.ts'
import { ownVisitHeader, readOwnVisitIds } from '#app/http/visits-cookie.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { checkoutView } from './checkout-view.server.ts'
import { type UnsentAnswer, unsentAnswer } from './unsent-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [{ title: pageTitle('Checkout') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { cookieKeys } = context.settings
	const draftId = await readDraftId(request, cookieKeys)
	const ownVisitIds = await readOwnVisitIds(request, cookieKeys)
	const actor = readActor(request, context)
	const [visit, ownVisits, user] =
		draftId === null
			? [null, [], null]
			: await Promise.all([
					readCheckout(context, { draftId, actor, now }),
					context.appointments.liveVisits(ownVisitIds, actor),
					readUser(request, context),
				])
	if (visit?.draft.appointmentId) throw redirect('/booking/confirmation')
	if (!visit || visit.draft.services.length === 0) return { view: null }
	const missing = stepToFinishFirst('checkout', visit.draft)
	if (missing === 'service-selection') throw redirect('/booking/service-selection?restart')
	if (missing) throw redirect(`/booking/${missing}`)
	return {
		view: checkoutView(visit, {
			ownVisits,
			customer: customerOf(user),
			online: context.paystack && { isDemo: context.paystack.mode === 'test' },
			now,
		}),
	}
}

const pageOf = {
	checkout: '/booking/checkout',
	'add-service': '/booking/service-selection?add=1',
	times: '/booking/time-selection',
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const draftId = await readDraftId(request, cookieKeys)
	const submission = parseWithZod(form, { schema: checkoutFormSchema })
	if (submission.status !== 'success')
		return data({ result: submission.reply(), refusal: null, offer: null }, { status: 400 })

	const posted = submission.value
	// A page of another booking, from the back button: what it shows must not be applied to this one.
	const isStale = draftId === null || (posted.draft !== '' && posted.draft !== draftId)
	const staleRefusal =
		posted.paymentChoice === 'online' && draftId !== null ? 'payment_conflict' : 'session_error'
	let answer: CheckoutAnswer
	try {
		answer = isStale
			? { kind: 'refused', refusal: staleRefusal, offer: null }
			: await postCheckout(context, {
					draftId,
					form: posted,
					ownVisitIds: await readOwnVisitIds(request, cookieKeys),
					actor: readActor(request, context),
					// Not awaited: it travels with the flow's own read.
					customer: readUser(request, context).then(customerOf),
					networkKey: context.networkKey,
					now: context.now(),
				})
	} catch (error) {
		const isBooking = posted.intent === 'book' || posted.intent === 'book-anyway'
		if (!isBooking || !(error instanceof Error) || isUnansweredWrite(error)) throw error
		const refusal = mistakeOfOurs(error, context)
		return data({ result: submission.reply(), refusal, offer: null }, { status: refusal.status })
	}

	if (answer.kind === 'booked') {
		const link = await signBookingLink(cookieKeys, answer.appointmentId)
		const remembered = await ownVisitHeader(request, cookieKeys, answer.appointmentId)
		return redirect(`/booking/confirmation?visit=${link}`, { headers: { 'set-cookie': remembered } })
	}
	if (answer.kind === 'payment') {
		// Paystack's own page, checked to be one; or what the customer has paid before.
		if (answer.next === 'pay') return redirect(answer.url)
		return redirect(returnPage(await signPaymentLink(cookieKeys, answer.reference)))
	}
	if (answer.kind === 'saved') {
		if (answer.promoSavedKobo === null) return redirect(pageOf[answer.next])
		const message = {
			title: 'Promo code applied!',
			description: `You saved ${formatNaira(answer.promoSavedKobo)}`,
		}
		return redirect('/booking/checkout', {
			headers: { 'set-cookie': await flashHeader(cookieKeys, message) },
		})
	}
	if (answer.kind === 'invalid') {
		return data(
			{ result: submission.reply({ fieldErrors: answer.problems }), refusal: null, offer: null },
			{ status: 400 },
		)
	}
	const refusal = bookingRefusals[answer.refusal]
	const { status } = refusal
	// The page that was sent is of no booking that there is now: that one's own page says so.
	if (answer.refusal === 'session_error' || answer.refusal === 'payment_conflict') {
		const message = { title: refusal.title, description: refusal.text, tone: 'error' as const }
		return redirect('/booking', { headers: { 'set-cookie': await flashHeader(cookieKeys, message) } })
	}
	// A code is answered at its field, and there alone.
	if (answer.refusal === 'promo_not_valid') {
		const fieldErrors = { promoCode: [`${refusal.title}: ${refusal.text}`] }
		return data({ result: submission.reply({ fieldErrors }), refusal: null, offer: null }, { status })
	}
	return data({ result: submission.reply(), refusal, offer: answer.offer }, { status })
}

/** Said where what was typed still is, and written to the log under the number that it names (spec 1 §8, "other"). */
function mistakeOfOurs(error: Error, { requestId, log }: Pick<AppLoadContext, 'requestId' | 'log'>) {
	log(`request ${requestId} failed: ${errorLine(error)}`)
	const text = `The mistake is on our side. What you typed is on this page: please try again. If it comes again, name this number to us: ${requestId}.`
	return { title: 'Failed to create your booking', text, status: 500 }
}

/** A post that got no answer leaves the page as it is: what was typed is nowhere else. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
	try {
		return await serverAction<typeof action>()
	} catch (error) {
		if (isWithoutAnswer(error)) return unsentAnswer()
		throw error
	}
}

/** No connection, or what answered was no page of ours: a gateway's own 502. */
function isWithoutAnswer(error: unknown): boolean {
	return (
		error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to decode'))
	)
}

export default function Checkout() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useActionData<typeof action | (() => UnsentAnswer)>()
	if (!view) {
		return (
			<Page>
				<EmptyState
					icon="bag"
					title="No service selected"
					isPage
					action={<ButtonLink to="/booking">Select Service</ButtonLink>}
				>
					Choose a service first; then this page shows what it costs.
				</EmptyState>
			</Page>
		)
	}
	if (answer?.offer && answer.refusal) {
		return (
			<Page>
				<BookingConflict
					{...answer.refusal}
					offer={answer.offer}
					timePage="/booking/time-selection"
					step={3}
				/>
			</Page>
		)
	}
	return (
		<Page>
			<CheckoutForm view={view} answer={answer ?? null} />
		</Page>
	)
}
