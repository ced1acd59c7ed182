import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { type LinkRow, LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your services' }

export const meta = unlisted('Services and add-ons')

type Listed = { id: string; name: string; durationMinutes: number; priceKobo: number; isEnabled: boolean }

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { catalogue } = context.discovery
	const [{ shop }, services, addOns] = await Promise.all([
		owner.opened(),
		catalogue.ownServices.all(owner.caller),
		catalogue.ownAddOns.all(owner.caller),
	])
	return owner.pageData({
		shopName: shop.name,
		services: services.map((row) => serviceLine(row, 'services')),
		addOns: addOns.map((row) => serviceLine(row, 'add-ons')),
	})
}

function serviceLine(
	{ id, name, durationMinutes, priceKobo, isEnabled }: Listed,
	kind: 'services' | 'add-ons',
) {
	return {
		to: `/kiosk/shop/${kind}/${id}`,
		title: name,
		end: formatNaira(priceKobo),
		detail: durationMinutes === 0 ? 'No extra time' : durationLabel(durationMinutes),
		tags: isEnabled ? [] : ['Off'],
	}
}

/** In the customers' order, then what is switched off. */
export default function OwnerServices() {
	const { shopName, services, addOns } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Services and add-ons" subtitle={shopName}>
			<div className="two">
				<section>
					<h2>Services</h2>
					<Lines lines={services} empty="No services yet. Customers can book once there is one." />
					<ButtonLink to="/kiosk/shop/services/new" className="mt-3">
						Add a service
					</ButtonLink>
				</section>
				<section>
					<h2>Add-ons</h2>
					<Lines lines={addOns} empty="No add-ons yet. They are extras that customers pick at checkout." />
					<ButtonLink to="/kiosk/shop/add-ons/new" variant="quiet" className="mt-3">
						Add an add-on
					</ButtonLink>
				</section>
			</div>
		</OwnerPage>
	)
}

function Lines({ lines, empty }: { lines: LinkRow[]; empty: string }) {
	return lines.length === 0 ? <EmptyState icon="tag" title={empty} /> : <LinkRows rows={lines} />
}
