import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { type RewardState, rewardState } from '#app/domain/loyalty/reward-state.ts'
import { beginsWithWorth, rewardWords } from '#app/domain/loyalty/reward-words.ts'
import { inUse } from '#app/flows/loyalty/open-voucher.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { InUse } from '#app/ui/account/in-use.tsx'
import { useBack, useTrail, withTrail } from '#app/ui/account/origin.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'wallet', loadFailure: 'Unable to load this reward' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data?.reward?.title ?? 'Reward not found') },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const milestoneId = readId(params.milestoneId)
	const [, milestone] = await Promise.all([
		requireUser(request, context),
		milestoneId === null ? null : context.loyalty.wallet.milestoneOf(actor, milestoneId),
	])
	if (!milestone) return data({ reward: null }, { status: 404 })
	const { visitsRequired, visitsCount, description, shopName, programName } = milestone
	const state = milestone.reward && rewardState(milestone.reward, actor.at)
	return data({
		reward: {
			title: state ? 'Reward Earned!' : 'Future Reward',
			state,
			use:
				state === 'in_use' ? await inUse(milestone.reward?.use ?? null, context.settings.cookieKeys) : null,
			isCashback: milestone.rewardKind === 'cashback',
			description,
			worth: rewardWords({ ...milestone, kind: milestone.rewardKind }),
			after: `After ${visitsRequired} ${visitsRequired === 1 ? 'visit' : 'visits'}`,
			where: `${shopName} · ${programName}`,
			left: visitsRequired - visitsCount,
		},
	})
}

export default function RewardOfCard() {
	const { reward } = useLoaderData<typeof loader>()
	const back = useBack('wallet')
	const trail = useTrail() ?? 'wallet'
	if (!reward) {
		return (
			<Page>
				<EmptyState
					icon="star"
					title="Reward not found"
					isPage
					action={<ButtonLink to="/wallet">Back to the wallet</ButtonLink>}
				>
					The link may be old, or the shop changed its program.
				</EmptyState>
			</Page>
		)
	}
	const isClaimed = reward.state === 'used' || reward.state === 'expired'
	const { title, state, use, isCashback, description, worth, after, where, left } = reward
	return (
		<Page>
			<PageHeader title={title} subtitle={where} back={back} />
			<EmptyState icon="star" title={description}>
				{beginsWithWorth(description, worth) ? after : `${worth} · ${after}`}
			</EmptyState>
			<p className="notice">
				{state === 'active' ? (
					<>
						<b>Ready to Claim!</b> Visit the shop and show this card to the staff.
					</>
				) : use ? (
					<InUse use={use} />
				) : (
					(overWords(state, isCashback) ?? futureWords(left))
				)}
			</p>
			{state && (
				<ButtonLink
					to={withTrail(isClaimed ? '/rewards?tab=claimed' : '/rewards', trail)}
					variant="quiet"
					className="mt-3"
				>
					{state === 'active' ? 'See your code' : 'See your rewards'}
				</ButtonLink>
			)}
		</Page>
	)
}

/** Cashback is credited when it is earned (D42). */
function overWords(state: RewardState | null, isCashback: boolean): string | null {
	if (state === 'used') return isCashback ? 'It was added to your cashback.' : 'You have used this reward.'
	return state === 'expired' ? 'This reward has expired.' : null
}

/** A shop may add a reward at a stamp that the card has passed. */
function futureWords(left: number): string {
	if (left <= 0) return 'This reward was added after your visit.'
	return `Complete ${left} more ${left === 1 ? 'visit' : 'visits'} to unlock this reward.`
}
