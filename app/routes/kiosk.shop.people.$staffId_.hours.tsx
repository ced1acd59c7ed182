import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { followsShop } from '#app/domain/availability/rota.ts'
import {
	changedSchedule,
	readSeenSchedule,
	scheduleFields,
	scheduleFormSchema,
	scheduleOfForm,
	scheduleToType,
} from '#app/domain/availability/schedule-form.server.ts'
import { changeSchedule } from '#app/flows/shop/change-hours.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { dayName } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { weekDays } from '#app/kernel/owner-fields.server.ts'
import { TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerMeta } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load these hours' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) =>
	ownerMeta(loaded ? `Hours of ${loaded.name}` : 'Hours', error)

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { staffId = '' } = params
	const [, person, week, shopHours] = await Promise.all([
		owner.opened(),
		context.discovery.catalogue.ownStaff.one(owner.caller, staffId),
		context.availability.roster.ownSchedule(owner.caller, staffId),
		context.discovery.catalogue.ownHours(owner.caller),
	])
	if (!person) throw data(null, { status: 404 })
	// Without a schedule the form proposes to follow the shop. Own hours start as a copy of the shop's.
	const follows = week.length === 0 || followsShop(week)
	const offered = shopHours.map(({ dayOfWeek, opensMinute, closesMinute }) => ({
		dayOfWeek,
		startMinute: opensMinute,
		endMinute: closesMinute,
		breakStartMinute: null,
		breakEndMinute: null,
	}))
	return owner.pageData({
		name: person.firstName,
		start: {
			...scheduleToType(follows ? offered : week),
			shopHours: follows ? 'on' : '',
			seen: JSON.stringify(week),
		},
		days: weekDays.map((day) => ({ day, name: dayName(day), ...scheduleFields(day) })),
		back: `/kiosk/shop/people/${staffId}`,
		act: newId(),
	})
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: scheduleFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { staffId = '' } = params
	const week = scheduleOfForm(value)
	const seen = readSeenSchedule(value.seen)
	const person = await context.discovery.catalogue.ownStaff.one(caller, staffId)
	return answerOwnerChange(context, read.post, {
		action: ['schedule', staffId, value.keep ?? null, value.seen ?? null, JSON.stringify(week)],
		run: ({ actOf }) =>
			changeSchedule(context, {
				shopId: key.shop.id,
				staffMemberId: staffId,
				week,
				...(seen && { seen }),
				...(value.keep && { keepsAppointments: true }),
				alongside: actOf({
					kind: 'schedule_changed',
					subjectId: staffId,
					summary: `${person?.firstName ?? ''}: schedule`,
				}),
				now,
			}),
		async current() {
			const stands = await context.availability.roster.ownSchedule(caller, staffId)
			return seen && { changed: changedSchedule(seen, stands), kept: JSON.stringify(stands) }
		},
		path: `/kiosk/shop/people/${staffId}`,
		notice: 'Hours saved',
	})
}

export default function OwnerPersonHours() {
	const { name, start, days, back, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start)
	return (
		<KioskPage title={`Hours of ${name}`} section="More" back={{ to: back, label: name }} isForm>
			<OwnerAnswer
				answer={answer}
				form={form}
				order={days.flatMap(({ from, until, breakFrom, breakUntil }) => [from, until, breakFrom, breakUntil])}
			/>
			<KioskForm act={act} hidden={{ seen: form.field('seen').defaultValue }} className="form" key={act}>
				<TickBox
					form={form}
					name="shopHours"
					title="Works whenever the shop is open"
					detail="Their hours change when the shop’s do. Untick to give them hours of their own."
				/>
				<div className="own-hours">
					<p className="hint">
						Leave a day empty when they’re free. Customers can book within the shop’s hours only.
					</p>
					{days.map((one) => (
						<DayHours key={one.day} {...one} form={form} />
					))}
				</div>
				<OwnerSave answer={answer} label="Save hours" />
			</KioskForm>
		</KioskPage>
	)
}

interface DayHoursProps {
	name: string
	from: string
	until: string
	breakFrom: string
	breakUntil: string
	form: FormState
}

function DayHours({ name, from, until, breakFrom, breakUntil, form }: DayHoursProps) {
	return (
		<fieldset className="field pair">
			<legend className="label">{name}</legend>
			<TextField field={form.field(from)} kind="time" label="From" />
			<TextField field={form.field(until)} kind="time" label="To" />
			<TextField field={form.field(breakFrom)} kind="time" label="Break from" />
			<TextField field={form.field(breakUntil)} kind="time" label="Break to" />
		</fieldset>
	)
}
