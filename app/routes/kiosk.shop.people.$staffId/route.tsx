import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { offSpans } from '#app/domain/availability/rota.ts'
import { scheduleLabel } from '#app/domain/availability/schedule-form.server.ts'
import { personFields } from '#app/domain/discovery/catalogue.ts'
import { ownStaffFormSchema, seenStaff } from '#app/domain/discovery/own-staff-form.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { postedNames, valuesToType } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { PersonForm } from './person-form.tsx'
import { cancelDaysOff, changePerson, giveDaysOff } from './person-posts.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this person' }

export const meta = ownerTitled('Person')

const constraints = fieldConstraints(ownStaffFormSchema.options[0], postedNames(personFields))

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { staffId = '' } = params
	const isNew = staffId === 'new'
	const [key, person, services, daysOff] = await Promise.all([
		owner.opened(),
		isNew ? null : context.discovery.catalogue.ownStaff.one(owner.caller, staffId),
		context.discovery.catalogue.ownServices.all(owner.caller),
		// UTC's yesterday: the zone is read at the same time, and no zone is a day behind UTC.
		isNew
			? []
			: context.availability.roster.ownDaysOff(owner.caller, staffId, dateOfInstant(owner.now - DAY_MS)),
	])
	if (!isNew && !person) throw data(null, { status: 404 })
	const today = civilAt(key.shop.timeZone, owner.now).date
	const dates = daysOff.map(({ date }) => date).filter((date) => date >= today)
	return owner.pageData({
		title: person ? `${person.firstName} ${person.lastName}`.trim() : 'New person',
		shopName: key.shop.name,
		start: person
			? {
					seen: seenStaff(person),
					...valuesToType(personFields, person),
					lastDay: person.lastDay ?? '',
					isActive: person.isActive ? 'on' : '',
					service: person.serviceIds,
				}
			: { isActive: 'on', shopHours: 'on', service: services.map(({ id }) => id) },
		services: services.map(({ id, name, isEnabled }) => ({ id, name, isEnabled })),
		hours: person && {
			to: `/kiosk/shop/people/${person.id}/hours`,
			days: scheduleLabel(person.week) ?? 'None yet',
		},
		daysOff: offSpans(dates).map(({ from, until }) => ({
			span: `${from} ${until}`,
			label: from === until ? shortDateLabel(from) : `${shortDateLabel(from)} – ${shortDateLabel(until)}`,
		})),
		today,
		act: newId(),
		constraints,
	})
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: ownStaffFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { value, ...post } = read.post
	const { staffId = '' } = params
	switch (value.intent) {
		case 'person':
			return changePerson(context, staffId, { ...post, value })
		case 'off':
			return giveDaysOff(context, staffId, { ...post, value })
		case 'on':
			return cancelDaysOff(context, staffId, { ...post, value })
	}
}

export default function OwnerPerson() {
	const { title, shopName, start, services, hours, daysOff, today, act, constraints } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	const sent = form.field('intent').defaultValue
	// The other form shows stored values, not the posted ones.
	const isOff = sent === 'off' || sent === 'on'
	const person = isOff ? formState(null, start, constraints) : form
	return (
		<KioskPage
			title={title}
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop/people', label: 'People' }}
			isForm
		>
			<OwnerAnswer
				answer={answer}
				form={form}
				order={[...Object.keys(constraints), 'service', 'lastDay', 'offFrom', 'offUntil']}
			/>
			<div className="two">
				<PersonForm
					key={`person ${act}`}
					form={person}
					answer={isOff ? undefined : answer}
					act={act}
					services={services}
					hours={hours}
				/>
				{hours && (
					<DaysOff
						form={sent === 'off' ? form : formState(null)}
						answer={sent === 'off' ? answer : undefined}
						act={act}
						spans={daysOff}
						today={today}
					/>
				)}
			</div>
		</KioskPage>
	)
}

interface DaysOffProps {
	form: FormState
	answer: ComponentProps<typeof OwnerSave>['answer']
	act: string
	/** Consecutive days are one span. */
	spans: { span: string; label: string }[]
	today: string
}

function DaysOff({ form, answer, act, spans, today }: DaysOffProps) {
	return (
		<section>
			<h2>Days off and holidays</h2>
			{spans.length === 0 ? (
				<p className="soft">None ahead.</p>
			) : (
				<Card kind="rows" as="ul">
					{spans.map(({ span, label }) => (
						<li key={span} className="padded">
							<KioskForm act={act} hidden={{ intent: 'on' }}>
								<b className="num">{label}</b>
								<br />
								<SubmitButton variant="quiet" size="small" name="span" value={span} busyLabel="Removing…">
									Works after all<span className="sr"> on {label}</span>
								</SubmitButton>
							</KioskForm>
						</li>
					))}
				</Card>
			)}
			<KioskForm act={act} hidden={{ intent: 'off' }} className="form" key={act}>
				<h2>Add days off</h2>
				<TextField field={form.field('offFrom')} kind="date" label="First day off" min={today} />
				<TextField
					field={form.field('offUntil')}
					kind="date"
					label="Last day off"
					hint="Leave empty for a single day."
					min={today}
					enterKeyHint="done"
				/>
				<OwnerSave answer={answer} label="Add" />
			</KioskForm>
		</section>
	)
}
