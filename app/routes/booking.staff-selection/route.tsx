import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { ANY_STAFF, chooseStaff } from '#app/flows/choose-staff.server.ts'
import { readStaffChoices } from '#app/flows/read-staff-choices.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
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
	const choices = draftId === null ? null : await readStaffChoices(context, draftId, context.now())
	if (!choices) throw redirect('/booking/service-selection?restart')
	return { ...choices, anyValue: ANY_STAFF }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) return redirect('/booking/service-selection?restart')
	const chosen = await chooseStaff(context, {
		draftId,
		position: Number(form.get('position') ?? 0),
		staff: readId(form.get('staff')) ?? '',
		now: context.now(),
	})
	if (chosen.ok) return redirect('/booking/time-selection')
	if (chosen.refusal === 'session_error') return redirect('/booking')
	const refusal = bookingRefusals[chosen.refusal]
	return data({ refusal }, { status: refusal.status })
}

export default function StaffSelection() {
	const { service, position, shopId, staff, chosen, anyValue } = useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()?.refusal
	return (
		<Page>
			<PageHeader
				title="Who would you like?"
				subtitle={`${service.name} · ${durationLabel(service.durationMinutes)}`}
				back={{ to: `/booking/service-selection?shop=${shopId}`, label: 'Service' }}
				step={2}
			/>
			{refusal && (
				<Notice tone="error" role="alert" title={refusal.title} className="mb-4">
					{refusal.text}
				</Notice>
			)}
			{staff.length === 0 ? (
				<EmptyState
					icon="profile"
					title="No staff members available"
					action={
						<ButtonLink to={`/booking/service-selection?shop=${shopId}`}>Choose another service</ButtonLink>
					}
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
