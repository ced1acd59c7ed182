import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { stripQuery } from '#app/domain/availability/week-view.server.ts'
import { staffFormSchema } from '#app/domain/booking/draft/step-forms.server.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { removeService } from '#app/flows/booking/choose-services.server.ts'
import { ANY_STAFF, chooseStaff, readStaffChoices } from '#app/flows/booking/choose-staff.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readDraftId } from '#app/http/booking-cookies.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import {
	addServicePath,
	bookingPath,
	checkoutPath,
	restartPath,
	servicesOfShopPath,
	staffPath,
	timePath,
} from '#app/kernel/booking-paths.ts'
import { dateOfInstant, durationLabel } from '#app/kernel/civil.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ChipLink, ChipRow } from '#app/ui/chip.tsx'
import { ChoiceButton } from '#app/ui/choice-button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Failed to load staff members' }

export const meta = titled('Choose your staff member')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const draftId = readDraftId(request, context.settings.cookieKeys)
	const requested = Number(new URL(request.url).searchParams.get('position') ?? 0)
	const choices = draftId === null ? null : await readStaffChoices(context, draftId, context.now(), requested)
	if (!choices) throw redirect(restartPath)
	return { ...choices, anyValue: ANY_STAFF }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: staffFormSchema })
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) return done(context, restartPath)
	if (submission.status !== 'success') return refusedBy(customerWords('staff_not_available'))
	const form = submission.value
	if (form.intent === 'leave-out') return leaveOut(context, draftId, form.serviceId)

	const now = context.now()
	const chosen = await chooseStaff(context, { ...form, draftId, now })
	if (chosen.ok) {
		const { isStaffed, startsAt } = chosen.value
		if (!isStaffed) return done(context, staffPath)
		// The strip of the chosen start. Its dates are UTC, because the zone is unknown here.
		const strip = startsAt === null ? '' : stripQuery(dateOfInstant(now), dateOfInstant(startsAt))
		return done(context, timePath(strip))
	}
	if (chosen.refusal === 'session_error') return done(context, bookingPath)
	return refusedBy(customerWords(chosen.refusal))
}

async function leaveOut(context: AppLoadContext, draftId: string, serviceId: string) {
	const input = { draftId, serviceId, choices: null, startsAt: null, now: context.now() }
	const removed = await removeService(context, input)
	if (removed.ok) return done(context, timePath())
	if (removed.refusal === 'session_error') return done(context, bookingPath)
	return refusedBy(customerWords(removed.refusal))
}

export default function StaffSelection() {
	const { service, serviceNames, isNew, position, shopId, staff, chosen, anyValue } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const hasSeveral = serviceNames.length > 1
	const servicePage = hasSeveral ? addServicePath : servicesOfShopPath(shopId)
	return (
		<Page>
			<PageHeader
				title="Who would you like?"
				subtitle={`${service.name} · ${durationLabel(service.durationMinutes)}`}
				back={
					hasSeveral && !isNew
						? { to: checkoutPath, label: 'Checkout' }
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
			<RefusalNotice refusal={answer?.refusal} />
			{staff.length === 0 ? (
				<EmptyState
					icon="profile"
					title="No staff members available"
					action={<ButtonLink to={servicePage}>Choose another service</ButtonLink>}
				>
					No one offers this service right now.
				</EmptyState>
			) : (
				<Form method="post">
					<input type="hidden" name="position" value={position} />
					{isNew && !hasSeveral && <input type="hidden" name="first" value="1" />}
					<ChoiceButton
						name="staff"
						value={anyValue}
						title="Any available"
						detail={staff.length > 1 && 'More times to choose from'}
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
							detail={member.role}
							start={<Initials text={member.name.slice(0, 1)} />}
							isChosen={chosen === member.staffMemberId}
						/>
					))}
				</Form>
			)}
			{hasSeveral && (
				<Form method="post" className="mt-5">
					<SubmitButton variant="quiet" size="small" name="leaveOut" value={service.serviceId}>
						Skip {service.name}
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
