import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { checkoutFormSchema, isBooking } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { stepToFinishFirst } from '#app/domain/booking/draft/draft.ts'
import type { OtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import { postCheckout } from '#app/flows/checkout/post-checkout.server.ts'
import { asCustomer, readCheckout } from '#app/flows/checkout/read-checkout.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { invalid, refusedBy } from '#app/http/answers.server.ts'
import { readDraftId, readOwnAppointmentIds } from '#app/http/booking-cookies.server.ts'
import { knownDeviceSubject, readDevice } from '#app/http/device-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, readUser } from '#app/http/signed-in-user.server.ts'
import { readFriendCode } from '#app/http/unsigned-cookies.ts'
import {
	bookingPath,
	ownConfirmationPath,
	restartPath,
	stepPath,
	timePath,
} from '#app/kernel/booking-paths.ts'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, titled } from '#app/ui/page.tsx'
import { answerCheckout, failedBooking, startOver } from './answer-checkout.server.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { checkoutView } from './checkout-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta = titled('Checkout')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { cookieKeys } = context.settings
	const draftId = readDraftId(request, cookieKeys)
	const ownAppointmentIds = readOwnAppointmentIds(request, cookieKeys)
	const actor = readActor(request, context)
	const [priced, ownAppointments, user] =
		draftId === null
			? [null, [], null]
			: await Promise.all([
					readCheckout(context, { draftId, actor, now }),
					context.booking.appointments.liveAppointments(ownAppointmentIds, actor),
					readUser(request, context),
				])
	if (priced?.draft.appointmentId) throw redirect(ownConfirmationPath)
	if (!priced || priced.draft.services.length === 0) return { view: null }
	const missing = stepToFinishFirst('checkout', priced.draft)
	if (missing === 'service-selection') throw redirect(restartPath)
	if (missing) throw redirect(stepPath(missing))
	return {
		view: checkoutView(priced, {
			ownAppointments,
			customer: asCustomer(user),
			online: context.onlinePayments && {
				isDemo: context.onlinePayments.mode === 'test',
				minimumKobo: context.onlinePayments.minimumKobo,
			},
			friendCode: readFriendCode(request),
			now,
		}),
	}
}

/** Always saves the form; books or starts to pay if the button says so. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: checkoutFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { cookieKeys } = context.settings
	const draftId = readDraftId(request, cookieKeys)
	const form = submission.value
	if (draftId === null) return startOver(context, 'session_error')
	// An earlier booking's page, reached by Back, must not change this draft.
	if (form.draft !== '' && form.draft !== draftId)
		return startOver(context, form.paymentChoice === 'online' ? 'payment_conflict' : 'another_booking')

	const post = {
		draftId,
		form,
		ownAppointmentIds: readOwnAppointmentIds(request, cookieKeys),
		actor: readActor(request, context),
		// Not awaited: it shares a round trip with the flow's read.
		customer: readUser(request, context).then(asCustomer),
		networkKey: context.networkKey,
		isKnownHere: (email: string) =>
			knownDeviceSubject(readDevice(request, cookieKeys), cookieKeys, email) !== null,
		now: context.now(),
	}
	const answer = isBooking(form)
		? await catchUnexpected(context, () => postCheckout(context, post))
		: await postCheckout(context, post)
	return 'ok' in answer
		? refusedBy<OtherTimes>(failedBooking(context.requestId), { result: submission.reply() })
		: answerCheckout(request, context, submission, answer)
}

export default function Checkout() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (!view) {
		return (
			<Page>
				<EmptyState
					icon="bag"
					title="No service selected"
					isPage
					action={<ButtonLink to={bookingPath}>Select Service</ButtonLink>}
				>
					Choose a service first, then come back here to book it.
				</EmptyState>
			</Page>
		)
	}
	if (answer?.offer && answer.refusal) {
		return (
			<Page>
				<BookingConflict refusal={answer.refusal} offer={answer.offer} timePage={timePath()} step={3} />
			</Page>
		)
	}
	return (
		<Page>
			<CheckoutForm view={view} answer={answer ?? null} />
		</Page>
	)
}
