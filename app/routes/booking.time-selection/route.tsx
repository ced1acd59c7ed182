import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { ceilingWords, nothingKept } from '#app/domain/booking/booking-wording.ts'
import { timeFormSchema } from '#app/domain/booking/draft/step-forms.server.ts'
import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { chooseStaff } from '#app/flows/booking/choose-staff.server.ts'
import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import { type OtherTimes, offerOtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import { readTimes } from '#app/flows/booking/read-times.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readDraftId } from '#app/http/booking-cookies.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import {
	bookingPath,
	checkoutPath,
	monthPath,
	notReadyPath,
	restartPath,
	staffPath,
	timePath,
} from '#app/kernel/booking-paths.ts'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { HoldNotice } from '#app/ui/hold-notice.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { WeekOfSlots } from '#app/ui/week-of-slots.tsx'
import { timesView } from './times-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: (search) =>
		search.includes('date=') ? 'Unable to load available times' : 'Failed to load available dates',
}

export const meta = titled('Choose a time')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { searchParams } = new URL(request.url)
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) throw redirect(restartPath)
	const times = await readTimes(context, {
		draftId,
		requestedFrom: searchParams.get('from'),
		requestedDate: searchParams.get('date'),
		now,
	})
	if (!times.ok) throw redirect(notReadyPath[times.refusal])
	return timesView(times.value, now)
}

/** Holds the chosen time; with other staff if the conflict page offered them. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: timeFormSchema })
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) return done(context, restartPath)
	if (submission.status !== 'success') return refusedBy<OtherTimes>(customerWords('missing_date_time'))

	const { startsAt, staff } = submission.value
	const now = context.now()
	const actor = readActor(request, context)
	const restaffed =
		staff === undefined ? null : await chooseStaff(context, { draftId, position: 0, staff, now })
	const held =
		restaffed?.ok === false
			? restaffed
			: await holdSlot(context, {
					draftId,
					startsAt,
					caller: { actor, networkKey: context.networkKey },
					now,
				})
	if (held.ok) return done(context, checkoutPath)
	if (held.refusal === 'session_error') return done(context, bookingPath)
	const words = customerWords(held.refusal)
	const result = submission.reply()
	if (words.isCeiling) {
		const shop = await context.booking.drafts.shopOfDraft(draftId)
		return refusedBy(ceilingWords(words, { shop, isSignedIn: actor !== null }), { result })
	}
	const offer =
		// With too many times on hold, each other time would be refused too (M11).
		isSlotConflict(held.refusal)
			? await offerOtherTimes(context, { draftId, requestedStartAt: startsAt, now })
			: null
	return refusedBy(offer && !offer.hasDetails ? nothingKept(words) : words, { result, offer })
}

export default function TimeSelection() {
	const { held, lostLabel, full, ...times } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const chosen = formState(answer?.result).field('startsAt').defaultValue
	// Only a refusal with other times has its own page.
	if (answer?.offer && answer.refusal) {
		return (
			<Page>
				<BookingConflict refusal={answer.refusal} offer={answer.offer} timePage={timePath()} step={3} />
			</Page>
		)
	}
	return (
		<Page>
			<PageHeader
				title="When suits you?"
				back={{ to: staffPath, label: 'Staff' }}
				step={3}
				subtitle={times.shopName}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			{held && (
				<div className="mb-4">
					<HoldNotice
						whenLabel={held.whenLabel}
						hold={held.clock}
						here={timePath()}
						expired="Choose it again below if it is still free."
					>
						<ButtonLink to={checkoutPath} variant="quiet" size="small">
							Continue
						</ButtonLink>
					</HoldNotice>
				</div>
			)}
			{lostLabel && !held && (
				<Notice className="mb-4" title={`${lostLabel} is not available for this visit.`}>
					Please choose another time.
				</Notice>
			)}
			<WeekOfSlots
				week={times}
				monthTo={monthPath(`${times.here}&month=${times.month}`)}
				chosenValue={chosen ?? times.chosenStartAt}
				mayKeep
				whenNothingIsFree="Please choose someone else."
				aboutFullDays={
					full && (
						<p className="soft text-sm">
							{full.words}{' '}
							<Link to={full.to} className="link tap">
								Tell me if a time frees up
							</Link>
						</p>
					)
				}
				summary={`${times.place} time · ${times.summary}`}
				button="Continue to Checkout"
				busyLabel="Holding your time…"
			/>
		</Page>
	)
}
