import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { scheduleLabel } from '#app/domain/availability/schedule-form.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your people' }

export const meta = unlisted('People')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, staff] = await Promise.all([
		owner.opened(),
		context.discovery.catalogue.ownStaff.all(owner.caller),
	])
	return owner.pageData({
		shopName: shop.name,
		people: staff.map(({ id, firstName, lastName, role, lastDay, isActive, serviceIds, week }) => ({
			to: `/kiosk/shop/people/${id}`,
			title: `${firstName} ${lastName}`.trim(),
			detail: [role, scheduleLabel(week)].filter(Boolean).join(' · '),
			tags: isActive
				? [
						...(week.length === 0 ? ['No hours yet'] : []),
						...(serviceIds.length === 0 ? ['No services yet'] : []),
						...(lastDay ? [`Last day ${shortDateLabel(lastDay)}`] : []),
					]
				: ['Not bookable'],
		})),
	})
}

export default function OwnerPeople() {
	const { shopName, people } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="People" subtitle={shopName}>
			{people.length === 0 ? (
				<EmptyState icon="profile" title="No one yet">
					Customers can book once there is someone to book with. Add yourself if you work alone.
				</EmptyState>
			) : (
				<LinkRows rows={people} />
			)}
			<ButtonLink to="/kiosk/shop/people/new" className="mt-3">
				Add a person
			</ButtonLink>
		</OwnerPage>
	)
}
