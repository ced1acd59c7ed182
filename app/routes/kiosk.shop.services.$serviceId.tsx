import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { serviceFields } from '#app/domain/discovery/catalogue.ts'
import { readServiceHours, serviceFits } from '#app/flows/booking/read-shop-times.server.ts'
import { changeService, createService } from '#app/flows/shop/change-catalogue.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { ownerRow } from '#app/http/owner-row.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { inOrder } from '#app/kernel/described-field.ts'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { OwnerRowPage, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this service' }

export const meta = ownerTitled('Service')

const ownHours = { kind: 'own services', staffMemberId: null } as const
const shown = inOrder(serviceFields, [
	...(['name', 'categoryId', 'priceKobo', 'durationMinutes', 'bufferMinutes'] as const),
])
const LIST = '/kiosk/shop/services'
const service = ownerRow({
	...{ fields: serviceFields, shown, noun: 'service', act: 'service_changed', list: LIST },
	rows: (context) => context.discovery.catalogue.ownServices,
	nameOf: ({ name }) => name,
	...{ create: createService, change: changeService },
})

export async function loader({ request, params: { serviceId = '' }, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { caller } = owner
	const [{ row, page }, calendar] = await Promise.all([
		service.load(owner, context, serviceId),
		serviceId === 'new' ? null : readServiceHours(context, { ...ownHours, caller, serviceIds: [serviceId] }),
	])
	const isTooLong = row && calendar && serviceFits({ ...row, id: serviceId }, calendar) === false
	const tooLong = isTooLong ? durationLabel(row.durationMinutes) : null
	return owner.pageData({ ...page, tooLong })
}

export async function action({ request, params: { serviceId = '' }, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: service.schema, enterPin })
	return read.ok ? service.answer(context, read.post, serviceId) : read.answer
}

export default function OwnerService() {
	const { tooLong, ...page } = useLoaderData<typeof loader>()
	return (
		<OwnerRowPage
			page={page}
			answer={useAnswer<typeof action>()}
			fields={shown}
			noun="service"
			back={{ to: LIST, label: 'Services and add-ons' }}
		>
			{tooLong && (
				<Notice className="mb-4" title="Customers can’t book this service.">
					It takes {tooLong}, and no one who offers it works that long without a break.
				</Notice>
			)}
		</OwnerRowPage>
	)
}
