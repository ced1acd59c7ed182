import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
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
import { formState } from '#app/ui/form/form-state.ts'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerMeta } from '#app/ui/kiosk/owner-boundary.tsx'
import { OwnerAnswer } from '#app/ui/kiosk/owner-form.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { DaysOff } from './days-off.tsx'
import { PersonForm } from './person-form.tsx'
import { cancelDaysOff, changePerson, giveDaysOff } from './person-posts.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-boundary.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this person',
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) =>
	ownerMeta(loaded?.title ?? 'Person', error)

const constraints = fieldConstraints(ownStaffFormSchema.options[0], postedNames(personFields))

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { staffId = '' } = params
	const isNew = staffId === 'new'
	const [key, person, services, daysOff] = await Promise.all([
		owner.opened(),
		isNew ? null : context.discovery.catalogue.ownStaff.one(owner.caller, staffId),
		context.discovery.catalogue.ownServices.all(owner.caller),
		// The shop's own today is known with the answer: no zone is a day behind this.
		isNew
			? []
			: context.availability.roster.ownDaysOff(owner.caller, staffId, dateOfInstant(owner.now - DAY_MS)),
	])
	if (!isNew && !person) throw data(null, { status: 404 })
	const today = civilAt(key.shop.timeZone, owner.now).date
	const dates = daysOff.map(({ date }) => date).filter((date) => date >= today)
	return data(
		{
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
		},
		{ headers: owner.headers },
	)
}

/** Adds a person, changes one, and gives or takes back days off. */
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

/** A person of the shop: who they are, what they do, and when they are off. */
export default function OwnerPerson() {
	const { title, shopName, start, services, hours, daysOff, today, act, constraints } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	const sent = form.field('intent').defaultValue
	// The other form of the page shows what is stored, whatever was sent with this one.
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
