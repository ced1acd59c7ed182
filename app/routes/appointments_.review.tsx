import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { haveLinksEnded, readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { reviewFormSchema } from '#app/domain/booking/review/review-forms.server.ts'
import { writeReview } from '#app/flows/booking/reviews.server.ts'
import { done, invalid } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import { dateLabel } from '#app/kernel/date-labels.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, TextArea } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { SlotsStyle } from '#app/ui/inline.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = unlisted('Review')

const constraints = fieldConstraints(reviewFormSchema, ['rating', 'comment'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const reviewer = await readReviewer(request, context)
	const { actor, back } = reviewer
	const [, appointment] = await Promise.all([
		actor && requireUser(request, context),
		appointmentToReview(context, reviewer),
	])
	if (!appointment) throw new Response(null, { status: 404 })
	const tapped = readStars(new URL(request.url).searchParams.get('rating'))
	return {
		back,
		shopName: appointment.shopName,
		what: `${appointment.serviceName}, ${dateLabel(appointment.date)}`,
		rating: tapped ?? (appointment.review ? String(appointment.review.rating) : ''),
		comment: appointment.review?.comment ?? '',
		reply: appointment.review?.reply ?? null,
		constraints,
	}
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const reviewer = await readReviewer(request, context)
	const { actor, appointmentId, back } = reviewer
	const submission = parseWithZod(form, { schema: reviewFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const isWritten =
		appointmentId !== null &&
		(actor !== null || (await appointmentToReview(context, reviewer)) !== null) &&
		(await writeReview(context, actor, { appointmentId, ...submission.value }, context.now())).ok
	if (!isWritten) {
		if (actor) await requireUser(request, context)
		throw new Response(null, { status: 404 })
	}
	return done(context, back.to, {
		flash: { title: 'Thank you', description: 'Your review is now on the shop’s page.' },
	})
}

/** Null for another customer's appointment, or an expired link. */
async function appointmentToReview(
	context: AppLoadContext,
	{ actor, appointmentId }: Awaited<ReturnType<typeof readReviewer>>,
) {
	const appointment =
		appointmentId === null ? null : await context.booking.reviews.appointmentToReview(actor, appointmentId)
	const hasEnded =
		actor === null && appointment !== null && haveLinksEnded(Date.parse(appointment.date), context.now())
	return hasEnded ? null : appointment
}

/** The holder of the signed link, or the signed-in customer, who names an appointment by id. */
async function readReviewer(
	request: Request,
	context: AppLoadContext,
): Promise<{ actor: Actor | null; appointmentId: string | null; back: { to: string; label: string } }> {
	const appointment = new URL(request.url).searchParams.get('visit') ?? ''
	const linked = await readBookingLink(context.settings.cookieKeys, appointment)
	if (linked !== null)
		return {
			actor: null,
			appointmentId: linked,
			back: { to: confirmationPath(appointment), label: 'Your booking' },
		}
	return {
		actor: requireActor(request, context),
		appointmentId: readId(appointment),
		back: { to: '/appointments?tab=completed', label: 'My Appointments' },
	}
}

function readStars(text: string | null): string | null {
	return text !== null && /^[1-5]$/.test(text) ? text : null
}

export default function Review() {
	const { constraints, reply, back, ...appointment } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, appointment, constraints)
	const rating = form.field('rating')
	return (
		<Page>
			<SlotsStyle />
			<PageHeader title={`Review ${appointment.shopName}`} subtitle={appointment.what} back={back} />
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['rating', 'comment']} />
			<Form method="post" noValidate className="fill">
				<ChoiceField field={rating} legend="How was it?">
					<div className="row gap-2">
						{['1', '2', '3', '4', '5'].map((stars) => (
							<label key={stars} className="slot flex-1">
								<input
									type="radio"
									name="rating"
									value={stars}
									defaultChecked={form.isChosen('rating', stars)}
									required={rating.constraint?.required}
								/>
								<span>
									{stars} ★<span className="sr"> of 5</span>
								</span>
							</label>
						))}
					</div>
				</ChoiceField>
				<TextArea
					field={form.field('comment')}
					label="In your words (optional)"
					hint="Shown with your first name and the month."
					rows={4}
				/>
				{reply && (
					<p>
						<b>Reply from the shop:</b> {reply}
					</p>
				)}
				<div className="h-6" />
				<ActionBar>
					<SubmitButton busyLabel="Saving…">Save review</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
