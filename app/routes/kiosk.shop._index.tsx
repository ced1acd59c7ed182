import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { nextStepFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { putAwayStep } from '#app/flows/shop/put-away-step.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { Card } from '#app/ui/card.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { FirstSteps, NextSteps, type ShownStep } from '#app/ui/kiosk/shop-steps.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

type Beginning = Awaited<ReturnType<AppLoadContext['discovery']['beginnings']['beginningOf']>>

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this page' }

export const meta = ownerTitled('Your shop')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, beginning] = await Promise.all([
		owner.opened(),
		context.discovery.beginnings.beginningOf(owner.caller),
	])
	const { begins, isListed, isBookable, isDone, putAway, ...steps } = beginning
	return owner.pageData({
		shopName: shop.name,
		customersPage: isListed ? (shop.slug ? `/s/${shop.slug}` : `/business/${shop.id}`) : null,
		canBook: isListed && isBookable,
		steps: begins && !isListed ? steps : null,
		nextSteps: isListed && isBookable ? openSteps(context, shop.slug, { isDone, putAway }) : [],
		act: newId(),
	})
}

/** Steps neither done nor dismissed, and possible here. */
function openSteps(
	{
		onlinePayments,
		photoStore,
		settings,
	}: Pick<AppLoadContext, 'onlinePayments' | 'photoStore' | 'settings'>,
	slug: string | null,
	{ isDone, putAway }: Pick<Beginning, 'isDone' | 'putAway'>,
): ShownStep[] {
	const steps: (ShownStep | null)[] = [
		onlinePayments && {
			...{ step: 'payout-account', to: '/kiosk/shop/payout-account', name: 'Say where your money goes' },
			about: 'The bank account for what customers pay online',
		},
		onlinePayments && {
			...{ step: 'deposit', to: '/kiosk/shop/details', name: 'Ask for a deposit' },
			about: 'Customers who paid something come',
		},
		photoStore && {
			...{ step: 'photos', to: '/kiosk/shop/photos', name: 'Add photos' },
			about: 'Your shop’s picture, and your work',
		},
		slug && settings.appOrigin
			? {
					...{ step: 'poster', to: `/s/${slug}/qr`, name: 'Share your link and QR poster' },
					about: 'On your wall, WhatsApp and Instagram',
				}
			: null,
		{
			...{ step: 'desk', to: '/kiosk/shop/devices', name: 'Set up the desk’s device' },
			about: 'A phone or tablet for the day’s work',
		},
	]
	return steps.filter(
		(one): one is ShownStep =>
			one !== null && !putAway.includes(one.step) && !(one.step !== 'poster' && isDone[one.step]),
	)
}

/** Dismisses a step. */
export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: nextStepFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, value } = read.post
	const { step } = value
	return answerOwnerChange(context, read.post, {
		action: ['put away', step],
		run: ({ actOf }) =>
			putAwayStep(context, {
				shopId: key.shop.id,
				step,
				alongside: actOf({ kind: 'shop_changed', subjectId: key.shop.id, summary: `Put away: ${step}` }),
			}),
		path: '/kiosk/shop',
		notice: 'Put away',
	})
}

const pages = [
	{ to: '/kiosk/shop/services', name: 'Services and add-ons', about: 'Names, prices, minutes, on and off' },
	{ to: '/kiosk/shop/people', name: 'People', about: 'Who works here, what they do, and when' },
	{ to: '/kiosk/shop/hours', name: 'Hours and closed days', about: 'When customers can book' },
	{ to: '/kiosk/shop/takings', name: 'Takings', about: 'What came in, by day, week and month' },
	{ to: '/kiosk/shop/money', name: 'Money', about: 'What we owe you, payouts, statements' },
	{ to: '/kiosk/shop/payout-account', name: 'Payout account', about: 'Where your online money is paid' },
	{ to: '/kiosk/shop/details', name: 'Your details', about: 'What customers read, deposit, deadlines' },
	{ to: '/kiosk/shop/reviews', name: 'Reviews', about: 'What customers wrote, and your replies' },
	{ to: '/kiosk/shop/problems', name: 'Problems', about: 'Reports, referrals on hold, cashback owed' },
	{ to: '/kiosk/shop/photos', name: 'Photos', about: 'Your shop’s picture, photos of each service' },
	{ to: '/kiosk/shop/promos', name: 'Promo codes', about: 'What customers type to pay less' },
	{ to: '/kiosk/shop/programs', name: 'Loyalty programs', about: 'Punch cards, cashback, rewards' },
	{ to: '/kiosk/shop/plans', name: 'Plans', about: 'What customers buy for weeks' },
	{ to: '/kiosk/shop/sessions', name: 'Sessions', about: 'Classes, seats, repeats every week' },
	{ to: '/kiosk/shop/feeds', name: 'Calendars', about: 'Your visits in Google, Apple or Outlook' },
	{ to: '/kiosk/shop/devices', name: 'Devices', about: 'Invite a kiosk or staff, end a lost one' },
	{ to: '/kiosk/shop/keys', name: 'API keys', about: 'For your website and other programs' },
]

export default function OwnerHome() {
	const { shopName, customersPage, canBook, steps, nextSteps, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<KioskPage
			title="Your shop"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/more', label: 'More' }}
		>
			<OwnerAnswer answer={answer} form={formState(answer?.result)} order={[]} />
			{steps && <FirstSteps {...steps} />}
			{nextSteps.length > 0 && <NextSteps steps={nextSteps} act={act} />}
			{(steps || nextSteps.length > 0) && <h2>All pages</h2>}
			<Card kind="rows" as="ul">
				{pages.map(({ to, name, about }) => (
					<li key={to}>
						<Link to={to} className="line">
							<b>{name}</b>
							<small>{about}</small>
						</Link>
					</li>
				))}
				{customersPage && (
					<li>
						<Link to={customersPage} className="line">
							<b>What a customer sees</b>
							{canBook && <Tag tone="leaf">Customers can book you</Tag>}
							<small>Your page, as it is now</small>
						</Link>
					</li>
				)}
			</Card>
		</KioskPage>
	)
}
