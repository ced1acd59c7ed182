import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { addService } from '#app/domain/booking/add-service.server.ts'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { chooseService } from '#app/domain/booking/choose-service.server.ts'
import { MAX_SERVICES } from '#app/domain/booking/draft.ts'
import { draftCookieHeader, readDraftId } from '#app/http/draft-cookie.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { readUser } from '#app/http/signed-in-user.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChoiceButton } from '#app/ui/choice-button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
	{ title: pageTitle(loaded?.shop ? `Choose a service at ${loaded.shop.name}` : 'Choose a service') },
]

/**
 * A GET changes nothing: it shows the services of the shop in the query, else of the draft's shop (decision D25). With
 * `add` those that the visit has not yet, for one more.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const shopId = readId(searchParams.get('shop') ?? searchParams.get('shopId'))
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (shopId === null && draftId === null) {
		// Sent back by a later step and yet without any cookie: the browser keeps none, which only words can mend.
		if (searchParams.has('restart') && !request.headers.has('cookie'))
			return { shop: null, chosenServiceIds: [], adds: false, started: false }
		throw redirect('/discover')
	}
	const [shop, draft, user] = await Promise.all([
		context.drafts.shopWithServices(shopId, draftId),
		draftId === null ? null : context.drafts.draft(draftId),
		readUser(request, context),
	])
	if (!shop) throw redirect('/discover')
	const chosen = draft?.shopId === shop.id && draft.appointmentId === null ? draft.services : []
	const chosenServiceIds = chosen.map((service) => service.serviceId)
	if (!searchParams.has('add')) {
		// My Favorites comes with `shopId`, and with words of its own (spec 1 §2, §4).
		const started = user !== null && searchParams.has('shop') && chosen.length === 0
		return { shop, chosenServiceIds, adds: false, started }
	}
	if (chosen.length === 0 || chosen.length >= MAX_SERVICES) throw redirect('/booking')
	const services = shop.services.filter(({ serviceId }) => !chosenServiceIds.includes(serviceId))
	return { shop: { ...shop, services }, chosenServiceIds: [], adds: true, started: false }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const draftId = await readDraftId(request, cookieKeys)
	const serviceId = readId(form.get('serviceId')) ?? ''
	const now = context.now()
	if (form.get('add') !== null) {
		if (draftId === null) return redirect('/booking/service-selection?restart')
		const added = await addService(context, { draftId, serviceId, now })
		if (added.ok) return redirect('/booking/staff-selection')
		if (added.refusal === 'session_error') return redirect('/booking')
		const refusal = bookingRefusals[added.refusal]
		return data({ refusal }, { status: refusal.status })
	}
	const chosen = await chooseService(context, { draftId, serviceId, now })
	if (!chosen.ok) {
		const refusal = bookingRefusals[chosen.refusal]
		return data({ refusal }, { status: refusal.status })
	}
	const headers = new Headers()
	headers.append('set-cookie', await draftCookieHeader(request, cookieKeys, chosen.value.draftId))
	if (chosen.value.shopChanged) {
		const message = { title: 'Shop Changed', description: 'Your previous booking has been cleared.' }
		headers.append('set-cookie', await flashHeader(cookieKeys, message))
	}
	return redirect('/booking/staff-selection', { headers })
}

export default function ServiceSelection() {
	const { shop, chosenServiceIds, adds, started } = useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()?.refusal
	if (!shop) return <CookiesNeeded />
	return (
		<Page>
			<PageHeader
				title={adds ? 'Add another service' : 'Choose a service'}
				subtitle={adds ? `After the others, in the same visit to ${shop.name}` : undefined}
				back={
					adds
						? { to: '/booking/checkout', label: 'Checkout' }
						: { to: `/business/${shop.id}`, label: shop.name }
				}
				step={1}
			/>
			{refusal && (
				<Notice tone="error" role="alert" title={refusal.title} className="mb-4">
					{refusal.text}
				</Notice>
			)}
			{started && !refusal && (
				<Notice tone="success" role="status" title="Booking initiated" className="mb-4">
					Your booking session has been created. Select your service.
				</Notice>
			)}
			{shop.services.length === 0 && adds ? (
				<EmptyState
					title="No further services"
					action={<ButtonLink to="/booking/checkout">Back to Checkout</ButtonLink>}
				>
					Your visit has every service that {shop.name} offers online.
				</EmptyState>
			) : shop.services.length === 0 ? (
				<EmptyState
					title="No services available"
					action={<ButtonLink to="/discover">Browse Businesses</ButtonLink>}
				>
					{shop.name} has no services to book online right now.
				</EmptyState>
			) : (
				<Form method="post">
					{adds && <input type="hidden" name="add" value="1" />}
					{shop.services.map((service) => (
						<ChoiceButton
							key={service.serviceId}
							name="serviceId"
							value={service.serviceId}
							title={service.name}
							detail={`${durationLabel(service.durationMinutes)}${service.description ? ` · ${service.description}` : ''}`}
							end={formatNaira(service.priceKobo)}
							isChosen={chosenServiceIds.includes(service.serviceId)}
						/>
					))}
				</Form>
			)}
		</Page>
	)
}

function CookiesNeeded() {
	return (
		<Page>
			<EmptyState
				icon="alert"
				title="Your browser keeps no cookies"
				isPage
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				A booking in the making is found again by one small cookie. Please allow cookies for this site, then
				choose the service again. To book without, call the business: its page shows the number.
			</EmptyState>
		</Page>
	)
}
