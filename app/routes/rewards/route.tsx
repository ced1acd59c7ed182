import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { type RewardTab, readRewardTab, rewardTabs } from '#app/domain/loyalty/reward-state.ts'
import { beginsWithWorth } from '#app/domain/loyalty/reward-words.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readPlace, writePlace } from '#app/kernel/list-place.ts'
import { InUse } from '#app/ui/account/in-use.tsx'
import { useBack, useTrail, useTrailFrom, withTrail } from '#app/ui/account/origin.ts'
import { type CopyState, useCopy } from '#app/ui/account/use-copy.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type RewardCardView, rewardCard } from './rewards-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'profile', loadFailure: 'Failed to fetch rewards' }

export const meta = titled('My Rewards')

const PAGE_SIZE = 10

const tabNames: Record<RewardTab, string> = { available: 'Available', claimed: 'Claimed' }

const empty: Record<RewardTab, { title: string; text: string }> = {
	available: {
		title: 'No rewards available',
		text: 'Keep visiting your favorite businesses to earn rewards!',
	},
	claimed: {
		title: 'No claimed rewards',
		text: 'Your reward history will appear here once you start redeeming rewards.',
	},
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const { searchParams } = new URL(request.url)
	const tab = readRewardTab(searchParams.get('tab'))
	const requested = searchParams.get('after')
	const before = requested === null ? null : readPlace(requested)
	const isForged = requested !== null && before === null
	const [, counts, rewards] = await Promise.all([
		requireUser(request, context),
		context.loyalty.ownRewards.countRewards(actor),
		isForged ? [] : context.loyalty.ownRewards.listRewards(actor, { tab, before, limit: PAGE_SIZE + 1 }),
	])
	const last = rewards[PAGE_SIZE - 1]
	const next =
		rewards.length > PAGE_SIZE && last
			? `/rewards?tab=${tab}&after=${writePlace({ at: last.earnedAt, id: last.id })}`
			: null
	const cards = await Promise.all(
		rewards.slice(0, PAGE_SIZE).map((reward) => rewardCard(reward, context.settings.cookieKeys, actor.at)),
	)
	return data({ tab, counts, cards, next, isForged }, { status: isForged ? 400 : 200 })
}

export default function Rewards() {
	const { tab, counts, cards, next, isForged } = useLoaderData<typeof loader>()
	const back = useBack('profile')
	const trail = useTrail()
	const joinPage = withTrail('/loyalty-enrollment', useTrailFrom('rewards'))
	const { usable, available } = counts
	const inUse = available > usable ? `, ${available - usable} in use` : ''
	return (
		<Page>
			<PageHeader
				title="My Rewards"
				subtitle={`You have ${usable} unused ${usable === 1 ? 'reward' : 'rewards'} available${inUse}`}
				back={back}
			/>
			<nav className="chips even" aria-label="Rewards">
				{rewardTabs.map((one) => (
					<ChipLink key={one} to={withTrail(`/rewards?tab=${one}`, trail)} current={one === tab}>
						{tabNames[one]}({counts[one]})
					</ChipLink>
				))}
			</nav>
			{cards.length === 0 ? (
				<EmptyState
					icon="gift"
					title={isForged ? 'This link no longer works.' : empty[tab].title}
					action={
						isForged ? (
							<ButtonLink to={withTrail('/rewards', trail)}>See all rewards</ButtonLink>
						) : (
							<ButtonLink to={joinPage}>Join Programs</ButtonLink>
						)
					}
				>
					{!isForged && empty[tab].text}
				</EmptyState>
			) : (
				<>
					<ul className="mt-3">
						{cards.map((reward) => (
							<RewardCard key={reward.id} reward={reward} />
						))}
					</ul>
					<ListPages next={next && withTrail(next, trail)} />
					{!next && (
						<ButtonLink to={joinPage} variant="quiet" className="mt-3">
							Join Programs
						</ButtonLink>
					)}
				</>
			)}
		</Page>
	)
}

function RewardCard({ reward }: { reward: RewardCardView }) {
	const trail = useTrail()
	const { id, description, worth, shop, kind, when, how, isActive, inUse, code } = reward
	return (
		<Card as="li" className="mb-3">
			<div className="title-row">
				<h2>{description}</h2>
				{!beginsWithWorth(description, worth) && <Tag tone={isActive ? undefined : 'plain'}>{worth}</Tag>}
			</div>
			<p className="soft text-sm">
				<Link to={`/business/${shop.id}`}>{shop.name}</Link> · {kind}
			</p>
			{isActive ? (
				<CopyCode code={code} note={`${when} · ${how}`} />
			) : (
				<>
					<p className="soft num">{code}</p>
					<p className="soft text-sm num">{inUse ? <InUse use={inUse} /> : when}</p>
				</>
			)}
			{isActive && (
				<Form method="post" action={withTrail(`/rewards/${id}/voucher`, trail)} className="mt-3">
					<Button type="submit" variant="quiet" size="small">
						Use it now<span className="sr">: {description}</span>
					</Button>
				</Form>
			)}
		</Card>
	)
}

const words: Record<CopyState, { label: string; feedback: string | null }> = {
	ready: { label: 'Copy code', feedback: null },
	copied: { label: 'Code copied!', feedback: 'Redemption code copied to clipboard' },
	failed: { label: 'Failed to copy', feedback: 'Please try again' },
}

/** A code, and with script a button that copies it; `note` confirms for two seconds. */
function CopyCode({ code, note }: { code: string; note: string }) {
	const isHydrated = useHydrated()
	const { state, copy } = useCopy(code)
	const { label, feedback } = words[state]
	return (
		<>
			<div className="row mt-2 flex-wrap">
				<b className="num code">{code}</b>
				{isHydrated && (
					<Button variant="quiet" size="small" onClick={copy}>
						{label}
					</Button>
				)}
			</div>
			<p className="soft text-sm num">
				<span role="status">{feedback}</span>
				{feedback === null && note}
			</p>
		</>
	)
}
