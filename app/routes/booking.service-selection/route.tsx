import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { ceilingWords } from '#app/domain/booking/booking-wording.ts'
import { MAX_SERVICES } from '#app/domain/booking/draft/draft.ts'
import { serviceFormSchema } from '#app/domain/booking/draft/step-forms.server.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { addService, chooseService } from '#app/flows/booking/choose-services.server.ts'
import { readNextFreeTimes } from '#app/flows/discovery/refresh-openings.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { draftCookieHeader, readDraftId } from '#app/http/booking-cookies.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, readUser } from '#app/http/signed-in-user.server.ts'
import { bookingPath, checkoutPath, restartPath, staffPath } from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { readId } from '#app/kernel/id.server.ts'
import { photoPath } from '#app/kernel/links.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChoiceButton } from '#app/ui/choice-button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import servicePhotoCss from '#app/ui/styles/service-photo.css?inline'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Error loading services' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
	{ title: pageTitle(loaded?.shop ? `Choose a service at ${loaded.shop.name}` : 'Choose a service') },
]

/**
 * A GET changes nothing. It shows the shop of the query, else of the draft (D25). With `add` it shows the services
 * that the draft lacks.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	// Older links say `shopId`.
	const askedShopId = searchParams.get('shop') ?? searchParams.get('shopId')
	const shopId = readId(askedShopId)
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (shopId === null && draftId === null) {
		if (!searchParams.has('restart') || request.headers.has('cookie')) throw redirect('/discover')
		// The second request shows whether the browser keeps cookies (M5).
		if (searchParams.get('restart') !== 'asked')
			throw redirect(`${restartPath}=asked`, {
				headers: { 'set-cookie': 'asked=1; Path=/; Max-Age=60; SameSite=Lax' },
			})
		return { shop: null, chosenServiceIds: [], adds: false, started: false }
	}
	const [shop, draft, user, nextFree] = await Promise.all([
		context.booking.drafts.shopWithServices(shopId, draftId),
		draftId === null ? null : context.booking.drafts.draft(draftId),
		readUser(request, context),
		shopId === null ? new Map() : readNextFreeTimes(context, { shopId, now: context.now() }),
	])
	if (!shop) throw redirect('/discover')
	const chosen = draft?.shopId === shop.id && draft.appointmentId === null ? draft.services : []
	const chosenServiceIds = chosen.map((service) => service.serviceId)
	const showsPhotos = context.photoStore !== null && !context.saveData
	const offered = shop.services.map(({ photoId, ...service }) => ({
		...service,
		photo: photoId !== null && showsPhotos ? photoPath(photoId, 'thumbnail') : null,
	}))
	if (!searchParams.has('add')) {
		// My Favorites has already said 'Booking Started' (C40).
		const isToldAlready = searchParams.get('from') === 'favorites'
		const started = user !== null && askedShopId !== null && chosen.length === 0 && !isToldAlready
		const services = offered.map((service) => ({
			...service,
			earliest: nextFreeWords(nextFree.get(service.serviceId)),
		}))
		return { shop: { ...shop, services }, chosenServiceIds, adds: false, started }
	}
	if (chosen.length === 0 || chosen.length >= MAX_SERVICES) throw redirect(bookingPath)
	// An added service follows the others, so its own earliest time would mislead.
	const services = offered
		.filter(({ serviceId }) => !chosenServiceIds.includes(serviceId))
		.map((service) => ({ ...service, earliest: null }))
	return { shop: { ...shop, services }, chosenServiceIds: [], adds: true, started: false }
}

/** 'Earliest: Today 2:30 PM'. */
function nextFreeWords(label: string | null | undefined): string | null {
	if (label === undefined) return null
	return label === null ? 'Nothing free in the next 7 days' : `Earliest: ${label}`
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: serviceFormSchema })
	if (submission.status !== 'success') return refusedBy(customerWords('service_not_offered'))
	const { intent, serviceId } = submission.value
	const { cookieKeys } = context.settings
	const draftId = readDraftId(request, cookieKeys)
	if (intent === 'add') return addToDraft(context, draftId, serviceId)

	const actor = readActor(request, context)
	const chosen = await chooseService(context, {
		draftId,
		serviceId,
		caller: { actor, networkKey: context.networkKey },
		now: context.now(),
	})
	if (!chosen.ok) {
		const words = customerWords(chosen.refusal)
		if (!words.isCeiling) return refusedBy(words)
		const shop = await context.booking.drafts.shopOfService(serviceId)
		return refusedBy(ceilingWords(words, { shop, isSignedIn: actor !== null }))
	}
	return done(context, staffPath, {
		cookies: [draftCookieHeader(request, cookieKeys, chosen.value.draftId)],
		flash: chosen.value.shopChanged
			? { title: 'Shop Changed', description: 'Your previous booking has been cleared.' }
			: null,
	})
}

async function addToDraft(context: AppLoadContext, draftId: string | null, serviceId: string) {
	if (draftId === null) return done(context, restartPath)
	const added = await addService(context, { draftId, serviceId, now: context.now() })
	if (added.ok) return done(context, staffPath)
	if (added.refusal === 'session_error') return done(context, bookingPath)
	return refusedBy(customerWords(added.refusal))
}

export default function ServiceSelection() {
	const { shop, chosenServiceIds, adds, started } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (!shop) return <CookiesNeeded />
	return (
		<Page>
			{shop.services.some(({ photo }) => photo) && <PageStyle css={servicePhotoCss} />}
			<PageHeader
				title={adds ? 'Add another service' : 'Choose a service'}
				subtitle={adds ? `After the others, in the same visit to ${shop.name}` : undefined}
				back={
					adds ? { to: checkoutPath, label: 'Checkout' } : { to: `/business/${shop.id}`, label: shop.name }
				}
				step={1}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			{started && !answer?.refusal && (
				<Notice tone="success" role="status" title="Booking initiated" className="mb-4">
					Your booking session has been created. Select your service.
				</Notice>
			)}
			{shop.services.length === 0 && adds ? (
				<EmptyState
					title="No more services"
					action={<ButtonLink to={checkoutPath}>Back to Checkout</ButtonLink>}
				>
					Your visit already has every service {shop.name} offers online.
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
							start={service.photo && <ServicePhoto src={service.photo} />}
							title={service.name}
							detail={
								<>
									{[durationLabel(service.durationMinutes), service.description].filter(Boolean).join(' · ')}
									{service.earliest && <span className="block text-ink">{service.earliest}</span>}
								</>
							}
							end={formatNaira(service.priceKobo)}
							isChosen={chosenServiceIds.includes(service.serviceId)}
						/>
					))}
				</Form>
			)}
		</Page>
	)
}

/** Customers choose braids by picture. No alt text: the name is beside it. */
function ServicePhoto({ src }: { src: string }) {
	return <img src={src} alt="" width="64" height="64" loading="lazy" decoding="async" />
}

function CookiesNeeded() {
	return (
		<Page>
			<EmptyState
				icon="alert"
				title="Cookies are turned off"
				isPage
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				We need one small cookie to keep your booking while you make it. Please allow cookies for this site,
				then choose the service again. You can also call the shop: its number is on its page.
			</EmptyState>
		</Page>
	)
}
