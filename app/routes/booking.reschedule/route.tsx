import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { haveLinksEnded, readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { bookingKept, ceilingWords } from '#app/domain/booking/booking-wording.ts'
import { moveFormSchema, readWantedStaff } from '#app/domain/booking/draft/step-forms.server.ts'
import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { type OtherTimes, offerOtherTimesToMove } from '#app/flows/booking/offer-other-times.server.ts'
import { readMoveTimes } from '#app/flows/booking/read-times.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { ChipLink, ChipRow } from '#app/ui/chip.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { NotChangeable } from '#app/ui/not-changeable.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlisted } from '#app/ui/page.tsx'
import { WeekOfSlots } from '#app/ui/week-of-slots.tsx'
import { moveView } from './move-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Failed to load availability' }

export const meta = unlisted('Reschedule')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { searchParams } = new URL(request.url)
	const { token, appointmentId } = await requireAppointmentLink(request, context.settings.cookieKeys)
	const staff = readWantedStaff(searchParams)
	const times = await readMoveTimes(context, {
		appointmentId,
		staff,
		requestedFrom: searchParams.get('from'),
		requestedDate: searchParams.get('date'),
		now,
	})
	if (!times || haveLinksEnded(times.appointment.startsAt, now)) throw new Response(null, { status: 404 })
	return moveView(times, { token, staff }, now)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { token, appointmentId } = await requireAppointmentLink(request, context.settings.cookieKeys)
	const submission = parseWithZod(form, { schema: moveFormSchema })
	if (submission.status !== 'success') return refusedBy<OtherTimes>(customerWords('missing_date_time'))
	const { startsAt } = submission.value
	const staff = readWantedStaff(new URL(request.url).searchParams)
	const now = context.now()
	const moved = await moveAppointment(context, {
		by: { kind: 'customer', appointmentId },
		startsAt,
		staff,
		now,
	})
	if (moved.ok)
		return done(context, confirmationPath(token), {
			flash: moved.value.isChanged
				? { title: 'Booking Moved', description: 'Your visit has a new time.' }
				: null,
		})
	const offer = isSlotConflict(moved.refusal)
		? await offerOtherTimesToMove(context, { appointmentId, requestedStartAt: startsAt, staff, now })
		: null
	const words = bookingKept(customerWords(moved.refusal))
	const result = submission.reply()
	if (!words.isCeiling) return refusedBy(words, { result, offer })
	const shop = (await context.booking.appointments.appointment(appointmentId))?.shop ?? null
	return refusedBy(ceilingWords(words, { shop, isSignedIn: readActor(request, context) !== null }), {
		result,
	})
}

/** Answers 404 without a valid booking link. */
async function requireAppointmentLink(request: Request, cookieKeys: string[]) {
	const token = new URL(request.url).searchParams.get('visit')
	const appointmentId = token === null ? null : await readBookingLink(cookieKeys, token)
	if (token === null || appointmentId === null) throw new Response(null, { status: 404 })
	return { token, appointmentId }
}

export default function Reschedule() {
	const view = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const chosen = formState(answer?.result).field('startsAt').defaultValue
	// Only a refusal with other times has its own page.
	if (answer?.offer && answer.refusal && view.problem === null) {
		return (
			<Page>
				<BookingConflict
					refusal={answer.refusal}
					offer={answer.offer}
					timePage={view.movePage}
					note={view.policyOfAnyTime}
				/>
			</Page>
		)
	}
	return (
		<Page>
			<PageHeader
				title="Move your visit"
				subtitle={`Now: ${view.nowLabel}, ${view.shopName}`}
				back={{ to: view.bookingPage, label: 'Your booking' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			{view.problem === null && view.people.length > 1 && (
				<ChipRow label="With">
					{view.people.map(({ label, to, isChosen }) => (
						<ChipLink key={to} to={to} current={isChosen} replace>
							{label}
						</ChipLink>
					))}
				</ChipRow>
			)}
			{view.problem === null ? (
				<WeekOfSlots
					week={view.week}
					monthTo={view.monthPage}
					chosenValue={chosen ?? view.startsAt}
					mayKeep={view.mayKeepStart || (chosen !== undefined && chosen !== view.startsAt)}
					whenNothingIsFree={view.whenNothingIsFree}
					summary={view.summary}
					note={view.policy}
					notes={view.policies}
					button="Move to this time"
					busyLabel="Moving…"
				/>
			) : (
				<NotChangeable view={view} problem={view.problem} />
			)}
		</Page>
	)
}
