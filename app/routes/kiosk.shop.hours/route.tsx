import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { publicHolidays } from '#app/domain/availability/public-holidays.ts'
import { unstaffedHours } from '#app/domain/availability/rota.ts'
import {
	changedHours,
	hoursFields,
	hoursFormSchema,
	hoursToType,
	readSeenWeek,
	weekOfForm,
} from '#app/domain/discovery/hours-form.server.ts'
import { changeHours, closeDays, openDay } from '#app/flows/shop/change-hours.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { addDays, dateOfInstant } from '#app/kernel/civil.ts'
import { dayName, hoursLabel, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { weekDays } from '#app/kernel/owner-fields.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerPage, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { ClosedDays } from './closed-days.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your hours' }

export const meta = ownerTitled('Hours and closed days')

type Catalogue = AppLoadContext['discovery']['catalogue']

const PAGE = '/kiosk/shop/hours'

/** In days: the longest horizon. */
const HOLIDAYS_AHEAD = 365

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { catalogue } = context.discovery
	const [key, week, staff, closedDays] = await Promise.all([
		owner.opened(),
		catalogue.ownHours(owner.caller),
		catalogue.ownStaff.all(owner.caller),
		// UTC's yesterday: the zone is read at the same time, and no zone is a day behind UTC.
		context.availability.roster.ownClosedDays({
			...owner.caller,
			from: dateOfInstant(owner.now - DAY_MS),
		}),
	])
	const today = civilAt(key.shop.timeZone, owner.now).date
	const working = staff.filter(({ isActive }) => isActive)
	return owner.pageData({
		shopName: key.shop.name,
		start: { ...hoursToType(week), seen: JSON.stringify(week) },
		days: weekDays.map((day) => ({ day, name: dayName(day), ...hoursFields(day) })),
		unstaffed: working.length > 0 ? unstaffedLines(week, working) : [],
		closedDays: closedDays
			.filter(({ date }) => date >= today)
			.map(({ date, reason }) => ({ date, label: shortDateLabel(date), reason })),
		holidays: publicHolidays(today, addDays(today, HOLIDAYS_AHEAD))
			.filter(({ date }) => !closedDays.some((closed) => closed.date === date))
			.map(({ date, name, isExpected }) => ({ date, name, label: shortDateLabel(date), isExpected })),
		today,
		act: newId(),
	})
}

/** When the shop is open and no one works, a line per day. */
function unstaffedLines(
	hours: Awaited<ReturnType<Catalogue['ownHours']>>,
	working: Awaited<ReturnType<Catalogue['ownStaff']['all']>>,
): string[] {
	const opening = hours.map(({ dayOfWeek, opensMinute, closesMinute }) => ({
		...{ dayOfWeek, startMinute: opensMinute, endMinute: closesMinute },
	}))
	const stretches = unstaffedHours(
		opening,
		working.map(({ week }) => week),
	)
	return weekDays.flatMap((day) => {
		const ofDay = stretches.filter(({ dayOfWeek }) => dayOfWeek === day)
		const times = ofDay.map(({ startMinute, endMinute }) => hoursLabel(startMinute, endMinute, 'all day'))
		return times.length > 0 ? [`${dayName(day)}, ${times.join(' and ')}`] : []
	})
}

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: hoursFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const shopId = key.shop.id
	const input = { shopId, now, ...('keep' in value && value.keep && { keepsAppointments: true }) }
	switch (value.intent) {
		case 'week': {
			const week = weekOfForm(value)
			const seen = readSeenWeek(value.seen)
			return answerOwnerChange(context, read.post, {
				action: ['hours', value.keep ?? null, value.seen ?? null, JSON.stringify(week)],
				run: ({ actOf }) =>
					changeHours(context, {
						...input,
						week,
						...(seen && { seen }),
						alongside: actOf({ kind: 'hours_changed', subjectId: shopId, summary: 'Opening hours' }),
					}),
				async current() {
					const hours = await context.discovery.catalogue.ownHours(caller)
					return seen && { changed: changedHours(seen, hours), kept: JSON.stringify(hours) }
				},
				path: PAGE,
				notice: 'Hours saved',
			})
		}
		case 'close': {
			const { closedDate: date, closedReason: reason = '' } = value
			const summary = `Closed on ${shortDateLabel(date)}`
			return answerOwnerChange(context, read.post, {
				action: ['close day', value.keep ?? null, date, reason],
				run: ({ actOf }) =>
					closeDays(context, {
						...input,
						days: [{ date, reason }],
						alongside: actOf({ kind: 'closed_day_changed', subjectId: date, summary }),
					}),
				path: PAGE,
				notice: summary,
			})
		}
		case 'holidays': {
			const days = [...new Set(value.holiday)].map((date) => ({
				date,
				reason: publicHolidays(date, date)[0]?.name ?? '',
			}))
			const summary = `Closed on ${days.map(({ date }) => shortDateLabel(date)).join(', ')}`
			return answerOwnerChange(context, read.post, {
				action: ['close holidays', value.keep ?? null, value.holiday.join(' ')],
				run: ({ actOf }) =>
					closeDays(context, {
						...input,
						days,
						alongside: actOf({ kind: 'closed_day_changed', subjectId: days[0]?.date ?? shopId, summary }),
					}),
				path: PAGE,
				notice: summary,
			})
		}
		case 'open': {
			const { openDate: date } = value
			const summary = `Open on ${shortDateLabel(date)}`
			return answerOwnerChange(context, read.post, {
				action: ['open day', date],
				run: ({ actOf }) =>
					openDay(context, {
						...input,
						date,
						alongside: actOf({ kind: 'closed_day_changed', subjectId: date, summary }),
					}),
				path: PAGE,
				notice: summary,
			})
		}
	}
}

export default function OwnerHours() {
	const { shopName, start, days, unstaffed, closedDays, holidays, today, act } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start)
	const sent = form.field('intent').defaultValue
	// The other form shows stored values, not the posted ones.
	const stored = formState(null, start)
	const week = sent === 'close' || sent === 'holidays' ? stored : form
	return (
		<OwnerPage title="Hours and closed days" subtitle={shopName} isForm>
			<OwnerAnswer
				answer={answer}
				form={form}
				order={[
					...days.flatMap(({ opens, closes }) => [opens, closes]),
					'holiday',
					'closedDate',
					'closedReason',
				]}
			/>
			{unstaffed.length > 0 && (
				<Notice title="You’re open when no one works.">
					Customers can’t book then:
					<ul>
						{unstaffed.map((line) => (
							<li key={line}>{line}</li>
						))}
					</ul>
					<Link to="/kiosk/shop/people">Change your people’s hours</Link>
				</Notice>
			)}
			<div className="two">
				<KioskForm
					act={act}
					hidden={{ intent: 'week', seen: week.field('seen').defaultValue }}
					className="form"
					key={`week ${act}`}
				>
					<h2>Opening hours</h2>
					<p className="hint">
						Leave both times empty on days you’re closed. Close at 12:00 AM for midnight. People who work
						whenever you’re open follow these hours. Own hours stay as they are.
					</p>
					{days.map((one) => (
						<DayHours key={one.day} {...one} form={week} />
					))}
					<OwnerSave answer={sent === 'week' ? answer : undefined} label="Save hours" />
				</KioskForm>
				<ClosedDays
					closedDays={closedDays}
					holidays={holidays}
					today={today}
					act={act}
					form={form}
					answer={answer}
				/>
			</div>
		</OwnerPage>
	)
}

function DayHours({
	name,
	opens,
	closes,
	form,
}: {
	name: string
	opens: string
	closes: string
	form: FormState
}) {
	return (
		<fieldset className="field pair">
			<legend className="label">{name}</legend>
			<TextField field={form.field(opens)} kind="time" label="From" />
			<TextField field={form.field(closes)} kind="time" label="To" />
		</fieldset>
	)
}
