import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { dayPageAddress } from '#app/domain/booking/desk/day-address.ts'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import { walkInFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import type { WalkInOffer } from '#app/flows/booking/plan-walk-in.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actAtKiosk, refusedAct } from '#app/http/kiosk-act.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readShownMember } from '#app/http/kiosk-member.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { clockOrMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { Choices } from '#app/ui/kiosk/choices.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { readWalkInChoice, type WalkInChoice, walkInAddress, walkInView } from './walk-in-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this page' }

export const meta = unlisted('Walk-in')

const constraints = fieldConstraints(walkInFormSchema, ['firstName', 'lastName'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, pageData } = kiosk
	const choice = readWalkInChoice(new URL(request.url).searchParams)
	const [key, offers, day] = await Promise.all([
		kiosk.opened(),
		context.discovery.shopOffers.servicesOf(caller),
		context.booking.appointmentViews.dayOfShop(caller, { date: null, now, after: null, limit: 400 }),
	])
	const { cookieKeys } = context.settings
	const member = await readShownMember(cookieKeys, choice.member, { shopId: key.shop.id, now })
	const view = walkInView(choice, { offers, day, shop: key.shop, member }, now)
	return pageData({ view, act: newId(), constraints })
}

/** The third tap books. The page's id makes a repeat harmless. */
export async function action({ request, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const submission = parseWithZod(await readForm(request), { schema: walkInFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { now } = kiosk
	const choice = readWalkInChoice(new URL(request.url).searchParams)
	const key = await kiosk.opened()
	const { act: pageAct, at, firstName = '', lastName = '' } = submission.value
	const { cookieKeys } = context.settings
	const member = await readShownMember(cookieKeys, choice.member, { shopId: key.shop.id, now })
	const userId = member?.userId ?? null
	if (choice.member !== null && userId === null) return refusedBy(memberOver)
	if (userId !== null && userId === key.ownUserId) return refusedBy(appointmentWording('own_visit'))
	const { service, staff } = choice
	const action = ['walk-in', service, staff, at ?? null, firstName, lastName, userId] as const
	const startsAt = at ?? Math.floor(now / MINUTE_MS) * MINUTE_MS
	const zone = key.shop.timeZone
	const startLabel = (start: Instant) => clockOrMomentLabelAt(zone, start, now)
	const summary = `Walk-in at ${startLabel(startsAt)}`
	const booked = await actAtKiosk(context, { key, pageAct, action, now }, ({ actId, actOf }) =>
		bookWalkIn(context, {
			shopId: key.shop.id,
			serviceIds: service === null ? [] : [service],
			staffMemberId: staff === 'any' ? null : staff,
			startsAt,
			customer: { firstName, lastName, email: null, phone: null, userId },
			draftId: actId,
			alongside: actOf({ kind: 'walk_in_booked', subjectId: actId, summary }),
			now,
		}),
	)
	if (booked === 'act_done_already') return done(context, '/kiosk', { flash: { title: 'Already booked' } })
	if (booked.ok) {
		const { referenceNumber, staffName, startsAt: begins } = booked.value
		return done(context, dayPageAddress(civilAt(zone, begins).date, civilAt(zone, now).date), {
			flash: {
				title: 'Booked',
				description: `${startLabel(begins)} with ${staffName}. Reference ${referenceNumber}`,
			},
		})
	}
	const { refusal, offer } = booked
	return refusedAct(refusal, appointmentWording, {
		result: submission.reply(),
		offer: offer && offerView(offer, { ...choice, at: at ?? null }, startLabel),
	})
}

const memberOver = {
	title: 'Scan the code again',
	text: 'It wasn’t scanned here in the last fifteen minutes.',
	status: 409,
	nextStep: { label: 'Scan', path: '/kiosk/scan' },
}

/** Links to another person at that time, or to a later start. */
function offerView(
	{ freeStaff, nextStartsAt }: WalkInOffer,
	choice: WalkInChoice,
	startLabel: (at: Instant) => string,
) {
	const when = choice.at === null ? 'now' : `at ${startLabel(choice.at)}`
	return {
		links: [
			...freeStaff.map(({ staffMemberId, name }) => ({
				label: `With ${name} ${when}`,
				to: walkInAddress({ ...choice, staff: staffMemberId }),
			})),
			...(nextStartsAt === null
				? []
				: [
						{
							label: `At ${startLabel(nextStartsAt)}`,
							to: walkInAddress({ ...choice, at: nextStartsAt }),
						},
					]),
		],
	}
}

export default function WalkIn() {
	const { view, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const { step, forName, shopName } = view
	const links = answer?.offer?.links ?? []
	return (
		<KioskPage
			title="Walk-in"
			subtitle={step === 'service' ? shopName : view.what}
			section="Walk-in"
			back={
				step === 'book'
					? { to: view.back, label: 'Another person' }
					: step === 'staff'
						? { to: view.start, label: 'Another service' }
						: undefined
			}
		>
			<RefusalNotice refusal={answer?.refusal} />
			{links.length > 0 && (
				<nav className="bar" aria-label="What’s free instead">
					{links.map(({ label, to }) => (
						<ButtonLink key={to} to={to} variant="quiet" size="small">
							{label}
						</ButtonLink>
					))}
				</nav>
			)}
			{forName && (
				<Notice className="mb-4" title={`For ${forName}.`}>
					This visit counts on their card.
				</Notice>
			)}
			{step === 'service' &&
				(view.services.length === 0 ? (
					<EmptyState title="No services yet">
						None of the active staff offers any of this shop’s services.
					</EmptyState>
				) : (
					<>
						<Question label="What would they like?" choices={view.services} />
						{!forName && (
							<p className="mt-4">
								<ButtonLink to="/kiosk/book" variant="quiet" size="small">
									Book a later time
								</ButtonLink>
							</p>
						)}
					</>
				))}
			{step === 'staff' && (
				<Question
					label="With whom?"
					choices={[
						{ id: 'any', name: 'Anyone free', text: 'The app chooses', to: view.anyTo },
						...view.people,
					]}
				/>
			)}
			{step === 'book' && (
				<KioskForm act={act} className="form">
					{view.at !== null && <input type="hidden" name="at" value={view.at} />}
					<ErrorSummary form={form} order={['firstName', 'lastName']} />
					<p className="big num">{view.when}</p>
					<p>{view.who}</p>
					<SubmitButton busyLabel="Booking…">Book</SubmitButton>
					{!forName && (
						<div className="mt-4">
							<TextField
								field={form.field('firstName')}
								kind="customerName"
								label="First name"
								hint="Names are optional."
							/>
							<TextField
								field={form.field('lastName')}
								kind="customerName"
								label="Last name"
								enterKeyHint="done"
							/>
						</div>
					)}
				</KioskForm>
			)}
		</KioskPage>
	)
}

type Choice = { id: string; name: string; text: string; to: string }

function Question({ label, choices }: { label: string; choices: Choice[] }) {
	return (
		<section>
			<h2>{label}</h2>
			<Choices>
				{choices.map(({ id, name, text, to }) => (
					<Link key={id} to={to}>
						<b>{name}</b>
						<span className="soft num">{text}</span>
					</Link>
				))}
			</Choices>
		</section>
	)
}
