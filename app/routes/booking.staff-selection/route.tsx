import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { stripQuery } from '#app/domain/availability/week-view.ts'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { ANY_STAFF, chooseStaff } from '#app/flows/choose-staff.server.ts'
import { readStaffChoices } from '#app/flows/read-staff-choices.server.ts'
import { removeService } from '#app/flows/remove-service.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { dateOfInstant, durationLabel } from '#app/kernel/civil.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ChipLink, ChipRow } from '#app/ui/chip.tsx'
import { ChoiceButton } from '#app/ui/choice-button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [{ title: pageTitle('Choose who does it') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	const wished = Number(new URL(request.url).searchParams.get('position') ?? 0)
	const choices = draftId === null ? null : await readStaffChoices(context, draftId, context.now(), wished)
	if (!choices) throw redirect('/booking/service-selection?restart')
	return { ...choices, anyValue: ANY_STAFF }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) return redirect('/booking/service-selection?restart')
	const now = context.now()
	const leftOut = readId(form.get('leaveOut'))
	if (leftOut !== null) {
		const asked = { draftId, serviceId: leftOut, choices: null, startsAt: null, now }
		const removed = await removeService(context, asked)
		if (removed.ok) return redirect('/booking/time-selection')
		if (removed.refusal === 'session_error') return redirect('/booking')
		const refusal = bookingRefusals[removed.refusal]
		return data({ refusal }, { status: refusal.status })
	}
	const chosen = await chooseStaff(context, {
		draftId,
		position: Number(form.get('position') ?? 0),
		staff: readId(form.get('staff')) ?? '',
		now,
	})
	if (chosen.ok) {
		const { isStaffed, startsAt } = chosen.value
		if (!isStaffed) return redirect('/booking/staff-selection')
		// The strip that has the wished start; the zone is not known here, and a day off only means to look again.
		const strip = startsAt === null ? '' : stripQuery(dateOfInstant(now), dateOfInstant(startsAt))
		return redirect(`/booking/time-selection${strip && `?${strip}`}`)
	}
	if (chosen.refusal === 'session_error') return redirect('/booking')
	const refusal = bookingRefusals[chosen.refusal]
	return data({ refusal }, { status: refusal.status })
}

export default function StaffSelection() {
	const { service, serviceNames, isNew, position, shopId, staff, chosen, anyValue } =
		useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()?.refusal
	const hasSeveral = serviceNames.length > 1
	const servicePage = `/booking/service-selection?${hasSeveral ? 'add=1' : `shop=${shopId}`}`
	return (
		<Page>
			<PageHeader
				title="Who would you like?"
				subtitle={`${service.name} · ${durationLabel(service.durationMinutes)}`}
				back={
					hasSeveral && !isNew
						? { to: '/booking/checkout', label: 'Checkout' }
						: { to: servicePage, label: 'Service' }
				}
				step={2}
			/>
			{hasSeveral && !isNew && (
				<div className="mb-4">
					<ChipRow label="Service">
						{serviceNames.map((name, index) => (
							<ChipLink key={name} to={`?position=${index}`} current={index === position}>
								{name}
							</ChipLink>
						))}
					</ChipRow>
				</div>
			)}
			{refusal && (
				<Notice tone="error" role="alert" title={refusal.title} className="mb-4">
					{refusal.text}
				</Notice>
			)}
			{staff.length === 0 ? (
				<EmptyState
					icon="profile"
					title="No staff members available"
					action={<ButtonLink to={servicePage}>Choose another service</ButtonLink>}
				>
					Nobody offers this service at the moment.
				</EmptyState>
			) : (
				<Form method="post">
					<input type="hidden" name="position" value={position} />
					<ChoiceButton
						name="staff"
						value={anyValue}
						title="Any available"
						detail="More times to choose from"
						start={<Initials text="?" />}
						isChosen={chosen === anyValue}
					/>
					{staff.map((member) => (
						<ChoiceButton
							key={member.staffMemberId}
							name="staff"
							value={member.staffMemberId}
							title={
								<>
									{member.name} {member.isSenior && <Tag>Senior</Tag>}
								</>
							}
							start={<Initials text={member.name.slice(0, 1)} />}
							isChosen={chosen === member.staffMemberId}
						/>
					))}
				</Form>
			)}
			{hasSeveral && (
				<Form method="post" className="mt-5">
					<SubmitButton variant="quiet" size="small" name="leaveOut" value={service.serviceId}>
						Leave out {service.name}
					</SubmitButton>
				</Form>
			)}
		</Page>
	)
}

function Initials({ text }: { text: string }) {
	return (
		<span className="round" aria-hidden="true">
			{text}
		</span>
	)
}
