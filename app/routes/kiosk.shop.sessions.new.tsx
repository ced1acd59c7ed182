import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { newSessionFormSchema } from '#app/domain/subscriptions/owner-forms.server.ts'
import { sessionTerms } from '#app/domain/subscriptions/plan-fields.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { createSeries, createSession } from '#app/flows/subscriptions/change-plans.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import type { DayOfWeek } from '#app/kernel/civil.ts'
import { dayName, momentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { postedNames } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DescribedInputs, TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your plans' }

export const meta = ownerTitled('New sessions')

const constraints = fieldConstraints(newSessionFormSchema, [
	...(['planId', 'date', 'time'] as const),
	...postedNames(sessionTerms),
	...(['staffMemberId', 'until'] as const),
])
const LIST = '/kiosk/shop/sessions'
const weekdays: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { shopPlans, ownSessions } = context.subscriptions
	const [{ shop }, plans, leaders] = await Promise.all([
		owner.opened(),
		shopPlans.own.all(owner.caller),
		ownSessions.leaders(owner.caller),
	])
	return owner.pageData({
		plans: plans.filter(({ status }) => status === 'on_offer').map(({ id, title }) => ({ id, name: title })),
		leaders: leaders.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
		days: weekdays.map((day) => ({ value: String(day), name: dayName(day) })),
		today: civilAt(shop.timeZone, owner.now).date,
		act: newId(),
		constraints,
	})
}

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: newSessionFormSchema, enterPin })
	if (!read.ok) return read.answer
	return read.post.value.weekdays.length === 0 ? createOne(context, read.post) : createAll(context, read.post)
}

type Post = OwnerPost<ReturnType<typeof newSessionFormSchema.parse>>
type Context = ActionFunctionArgs['context']

async function createOne(context: Context, post: Post) {
	const { key, now, value } = post
	const { planId, staffMemberId, capacity, durationMinutes, time } = value
	const { id: shopId, timeZone } = key.shop
	const date = value.date ?? ''
	// A time that a DST day skips becomes an hour later, as in a series.
	const startsAt = instantOf(timeZone, date, time) ?? instantOf(timeZone, date, time + 60) ?? 0
	const fields = { planId, staffMemberId, capacity, durationMinutes, startsAt }
	const when = momentLabelAt(timeZone, startsAt)
	return answerOwnerChange(context, post, {
		action: ['create session', JSON.stringify(fields)],
		run: ({ actId: id, actOf }) =>
			createSession(context, {
				...{ shopId, id, fields, timeZone, now },
				alongside: actOf({ kind: 'session_changed', subjectId: id, summary: `New session, ${when}` }),
			}),
		path: LIST,
		notice: 'Session added',
	})
}

async function createAll(context: Context, post: Post) {
	const { key, now, value } = post
	const { planId, staffMemberId, capacity, durationMinutes, time: minute, weekdays, keep } = value
	const { id: shopId, timeZone } = key.shop
	const fields = { planId, staffMemberId, capacity, durationMinutes }
	const until = value.until ?? ''
	const times = { weekdays, minute, from: value.date ?? '', until }
	return answerOwnerChange(context, post, {
		action: ['create series', keep ?? null, JSON.stringify([fields, times])],
		run: ({ actId: id, actOf }) =>
			createSeries(context, {
				...{ shopId, id, fields, times, timeZone, now },
				...(keep && { keepsDates: true }),
				alongside: actOf({
					kind: 'session_changed',
					subjectId: id,
					summary: `New sessions until ${shortDateLabel(until)}`,
				}),
			}),
		path: LIST,
		notice: 'Sessions added',
	})
}

/** Ticked weekdays make it a series. */
export default function OwnerNewSessions() {
	const { plans, leaders, days, today, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, { durationMinutes: '60' }, constraints)
	const back = { to: LIST, label: 'Sessions' }
	if (plans.length === 0)
		return (
			<KioskPage title="New sessions" section="More" back={back}>
				<EmptyState
					icon="calendar"
					title="A session belongs to a plan, and none is on offer."
					action={<ButtonLink to="/kiosk/shop/plans/new">Add a plan</ButtonLink>}
				/>
			</KioskPage>
		)
	return (
		<KioskPage title="New sessions" section="More" back={back} isForm>
			<OwnerAnswer answer={answer} form={form} order={[...Object.keys(constraints), 'weekdays']} />
			<KioskForm act={act} className="form" key={act}>
				<SelectField field={form.field('planId')} label="Plan" empty="Choose one" options={plans} />
				<fieldset className="field pair">
					<legend className="sr">When</legend>
					<TextField field={form.field('date')} kind="date" label="First day" min={today} />
					<TextField field={form.field('time')} kind="time" label="Time" />
				</fieldset>
				<fieldset className="field pair">
					<legend className="sr">How long and for how many</legend>
					<DescribedInputs fields={sessionTerms} form={form} />
				</fieldset>
				<SelectField
					field={form.field('staffMemberId')}
					label="Led by"
					empty="No one named"
					options={leaders}
				/>
				<Weekdays days={days} form={form} />
				<TextField
					field={form.field('until')}
					kind="date"
					label="Last day"
					hint="Of a session that repeats: at most a year ahead, and 100 sessions."
				/>
				<OwnerSave answer={answer} label="Add" />
			</KioskForm>
		</KioskPage>
	)
}

function Weekdays({ days, form }: { days: { value: string; name: string }[]; form: FormState }) {
	const { error } = form.field('weekdays')
	return (
		<fieldset className="field" id="weekdays" tabIndex={-1}>
			<legend className="label">Repeats every week on</legend>
			<p className="hint">Choose none for a single session.</p>
			{error && <p className="problem">{error}</p>}
			{days.map(({ value, name }) => (
				<TickBox form={form} key={value} name="weekdays" value={value} title={name} />
			))}
		</fieldset>
	)
}
