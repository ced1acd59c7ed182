import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { addOnFields } from '#app/domain/discovery/catalogue.ts'
import { changeAddOn, createAddOn } from '#app/flows/shop/change-catalogue.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { ownerRow } from '#app/http/owner-row.server.ts'
import { inOrder } from '#app/kernel/described-field.ts'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { OwnerRowPage, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this add-on' }

export const meta = ownerTitled('Add-on')

const shown = inOrder(addOnFields, ['name', 'priceKobo'])
const LIST = '/kiosk/shop/services'
const addOn = ownerRow({
	...{ fields: addOnFields, shown, noun: 'add-on', act: 'add_on_changed', list: LIST },
	rows: (context) => context.discovery.catalogue.ownAddOns,
	nameOf: ({ name }) => name,
	...{ create: createAddOn, change: changeAddOn },
})

export async function loader({ request, params: { addOnId = '' }, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { page } = await addOn.load(owner, context, addOnId)
	return owner.pageData(page)
}

export async function action({ request, params: { addOnId = '' }, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: addOn.schema, enterPin })
	return read.ok ? addOn.answer(context, read.post, addOnId) : read.answer
}

export default function OwnerAddOn() {
	return (
		<OwnerRowPage
			page={useLoaderData<typeof loader>()}
			answer={useAnswer<typeof action>()}
			fields={shown}
			noun="add-on"
			back={{ to: LIST, label: 'Services and add-ons' }}
		/>
	)
}
