import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { ceilingWords } from '#app/domain/booking/booking-wording.ts'
import {
	guestBookingSchema,
	readGuestContact,
	slotWaitFormSchema,
} from '#app/domain/booking/checkout/checkout-form.server.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { joinSlotLine, readForJoining } from '#app/flows/booking/join-slot-line.server.ts'
import { readTimes } from '#app/flows/booking/read-times.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { readDraftId } from '#app/http/booking-cookies.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, readUser } from '#app/http/signed-in-user.server.ts'
import { bookingPath, restartPath, timePath } from '#app/kernel/booking-paths.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, NameFields, OptionRow, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { waitView } from './wait-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { loadFailure: 'Unable to load available times' }

export const meta = titled('Wait for a time')

const contactFields = ['firstName', 'lastName', 'email', 'phone'] as const
const constraints = fieldConstraints(slotWaitFormSchema, contactFields, guestBookingSchema)

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) throw redirect(restartPath)
	const actor = readActor(request, context)
	const requestedDate = searchParams.get('date')
	const requestedFrom = searchParams.get('from') ?? requestedDate
	const [times, user, ownWaits] = await Promise.all([
		readTimes(context, { draftId, requestedFrom, requestedDate, now: context.now() }),
		readUser(request, context),
		actor ? context.booking.slotWaits.waitsOf(actor) : [],
	])
	if (!times.ok) throw redirect(bookingPath)
	return { ...waitView(times.value, { requestedDate, user, ownWaits }), constraints: user ? {} : constraints }
}

/** Joins the waitlist of a day. A guest gets the link by mail only, which proves the address. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: slotWaitFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { cookieKeys } = context.settings
	const draftId = readDraftId(request, cookieKeys)
	if (draftId === null) return done(context, restartPath)
	const { date, ...typed } = submission.value
	const now = context.now()
	const actor = readActor(request, context)
	const guest = readGuestContact(typed)
	const [user, read] = await Promise.all([
		readUser(request, context),
		readForJoining(context, { actor, draftId, date, now, email: guest.ok ? guest.contact.email : null }),
	])
	const known = user ?? (guest.ok ? guest.contact : null)
	if (known === null) return invalid(submission.reply({ fieldErrors: guest.ok ? {} : guest.problems }))
	const { firstName, lastName, email, phone } = known
	const isUnproven = !user?.isEmailVerified
	const joined = await joinSlotLine(context, {
		read,
		date,
		contact: { firstName, lastName, email, phone },
		caller: { actor: user ? actor : null, networkKey: context.networkKey },
		isUnproven,
		now,
	})
	if (joined.ok) {
		return done(context, timePath(`from=${date}`), {
			flash: {
				title: `You’re on the list for ${shortDateLabel(date)}`,
				description: isUnproven
					? `We’ve sent an email to ${email}. Confirm there, and we’ll hold a freed time for you.`
					: 'We’ll tell you when a time frees up. You’ll find your place in My Appointments.',
			},
		})
	}
	if (joined.refusal === 'session_error') return done(context, bookingPath)
	const words = customerWords(joined.refusal)
	const shop = words.isCeiling ? await context.booking.drafts.shopOfDraft(draftId) : null
	return refusedBy(words.isCeiling ? ceilingWords(words, { shop, isSignedIn: user !== null }) : words, {
		result: submission.reply(),
	})
}

export default function WaitForTime() {
	const view = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, { date: view.chosenDate, ...view.start }, view.constraints)
	const header = (
		<PageHeader
			title="Tell me if a time frees up"
			subtitle={view.shopName}
			back={{ to: view.timesPage, label: 'Times' }}
		/>
	)
	if (view.days.length === 0) {
		return (
			<Page>
				{header}
				<RefusalNotice refusal={answer?.refusal} />
				<EmptyState
					icon="clock"
					title="These days have free times."
					action={<ButtonLink to={view.timesPage}>See the free times</ButtonLink>}
				/>
			</Page>
		)
	}
	return (
		<Page>
			{header}
			<RefusalNotice refusal={answer?.refusal ?? view.refusal} />
			<ErrorSummary form={form} order={['date', ...contactFields]} />
			<Form method="post" className="fill">
				<ChoiceField
					field={form.field('date')}
					legend="Which day?"
					hint="When a time frees up, the first in line gets it held for 15 minutes."
				>
					{view.days.map(({ date, label, isWaitedFor }) => (
						<OptionRow
							key={date}
							name="date"
							value={date}
							title={label}
							detail={isWaitedFor ? 'You’re on the list' : 'Full'}
							disabled={isWaitedFor}
							required={view.canJoin}
							isMissing={!!form.field('date').error}
							defaultChecked={form.isChosen('date', date)}
						/>
					))}
				</ChoiceField>
				{view.account ? (
					<p className="mt-4">
						We’ll tell you at <b>{view.account.email}</b>.{' '}
						{!view.account.isEmailVerified && (
							<>
								We only hold times for a confirmed email.{' '}
								<Link to="/verify-email" className="link tap">
									Confirm your email
								</Link>
							</>
						)}
					</p>
				) : (
					<div className="mt-6">
						<h2 className="mb-2">Who should we tell?</h2>
						<NameFields form={form} />
						<TextField field={form.field('email')} kind="email" label="Email" />
						<TextField
							field={form.field('phone')}
							kind="phone"
							label="Phone number"
							hint="Like 0803 123 4567"
							enterKeyHint="done"
						/>
						<p className="hint mt-3">
							We use these for this list and the booking it leads to.{' '}
							{/* Opens a new tab, so that the typed values stay. */}
							<Link to="/privacy" target="_blank" rel="noreferrer">
								How we keep them<span className="sr"> (in a new tab)</span>
							</Link>
							.
						</p>
					</div>
				)}
				{view.refusal === null && view.canJoin && (
					<ActionBar summary={view.summary}>
						<SubmitButton busyLabel="Joining…">Tell me</SubmitButton>
					</ActionBar>
				)}
			</Form>
		</Page>
	)
}
