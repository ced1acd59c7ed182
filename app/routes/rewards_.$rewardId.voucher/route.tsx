import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { voucherState } from '#app/domain/loyalty/reward-state.ts'
import { beginsWithWorth, rewardWords } from '#app/domain/loyalty/reward-words.ts'
import { voucherRefusals } from '#app/domain/loyalty/voucher-refusal.ts'
import { inUse, openVoucher } from '#app/flows/loyalty/open-voucher.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { InUse } from '#app/ui/account/in-use.tsx'
import { readTrail, useTrail, withTrail } from '#app/ui/account/origin.ts'
import { RefreshCodeWithoutScript, useUsed } from '#app/ui/account/qr-code.tsx'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { LoyaltyStyle } from '#app/ui/inline.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { countdownLabel, useElapsed } from '#app/ui/use-elapsed.ts'
import { tickingClock } from './ticking-clock.ts'
import { type OpenVoucherView, openVoucherView } from './voucher-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this voucher' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data?.reward ? 'Voucher' : voucherRefusals.reward_not_found.title) },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const rewardId = readId(params.rewardId)
	const [, reward] = await Promise.all([
		requireUser(request, context),
		rewardId === null ? null : context.loyalty.vouchers.voucherOf(actor, rewardId),
	])
	if (!reward) return data({ reward: null }, { status: 404 })
	const { cookieKeys } = context.settings
	const worth = rewardWords(reward)
	const state = voucherState(reward, actor.at)
	return data({
		reward: {
			here: voucherPath(reward.id),
			usedPath: `/used?reward=${reward.id}`,
			description: reward.description,
			where: beginsWithWorth(reward.description, worth) ? reward.shop.name : `${reward.shop.name} · ${worth}`,
			state,
			use: state === 'in_use' ? await inUse(reward.use, cookieKeys) : null,
			voucher: state === 'open' ? openVoucherView(reward, cookieKeys, actor.at) : null,
		},
	})
}

/** Opening it twice shows the same voucher (D51). */
export async function action({ request, params, context }: ActionFunctionArgs) {
	// The form is empty, but a body that is no form is refused.
	await readForm(request)
	const actor = requireActor(request, context)
	const rewardId = readId(params.rewardId)
	const opened = rewardId === null ? null : await openVoucher(context, actor, rewardId)
	if (rewardId !== null && opened?.ok) {
		const trail = readTrail(new URL(request.url).searchParams)
		return done(context, withTrail(voucherPath(rewardId), trail))
	}
	const refusal = opened?.ok === false ? opened.refusal : 'reward_not_found'
	// Signed-out visitors are sent to /login, not to a 404.
	if (refusal === 'reward_not_found') await requireUser(request, context)
	return refusedBy(voucherRefusals[refusal])
}

function voucherPath(rewardId: string): string {
	return `/rewards/${rewardId}/voucher`
}

/** Open for three minutes, in which the code works for no other use. */
export default function RewardVoucher() {
	const { reward } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const back = withTrail('/rewards', useTrail())
	if (!reward) {
		const { title, text } = voucherRefusals.reward_not_found
		return (
			<Page>
				<EmptyState icon="gift" title={title} isPage action={<BackToRewards />}>
					{text}
				</EmptyState>
			</Page>
		)
	}
	const { here, usedPath, description, where, state, use, voucher } = reward
	return (
		<Page>
			<PageHeader title={description} subtitle={where} back={{ to: back, label: 'My Rewards' }} />
			<RefusalNotice refusal={answer?.refusal} />
			{voucher && (
				<OpenVoucher voucher={voucher} here={here} usedPath={usedPath} closed={<ClosedVoucher />} />
			)}
			{state === 'closed' && <ClosedVoucher />}
			{use && (
				<Notice className="mb-4">
					<InUse use={use} />
				</Notice>
			)}
			{(state === 'used' || state === 'expired') && (
				<Notice role="status" className="mb-4" title={overWords[state]} />
			)}
			<ActionBar>
				<BackToRewards />
			</ActionBar>
		</Page>
	)
}

const overWords = { used: 'You have used this reward.', expired: 'This reward has expired.' }

function BackToRewards() {
	return (
		<ButtonLink to={withTrail('/rewards', useTrail())} variant="quiet">
			Back to My Rewards
		</ButtonLink>
	)
}

function ClosedVoucher() {
	return (
		<>
			<Notice title="This voucher is closed.">
				Open it at the counter. It stays open for 3 minutes; until then you can’t use the reward for a
				booking.
			</Notice>
			<Form method="post" className="mt-4">
				<SubmitButton busyLabel="Opening…">Use it now</SubmitButton>
			</Form>
		</>
	)
}

/** Shown to staff. With script its clock ticks, and `closed` replaces it at its end. Without, a link refreshes it. */
function OpenVoucher({
	voucher,
	here,
	usedPath,
	closed,
}: {
	voucher: OpenVoucherView
	here: string
	/** Says whether the reward was used. */
	usedPath: string
	closed: ReactNode
}) {
	const { at, code, secondOfDay, day, leftMs, until, words } = voucher
	const elapsedMs = useElapsed(at)
	const sinceMs = elapsedMs ?? 0
	const isClosed = sinceMs >= leftMs
	useUsed(isClosed ? null : usedPath)
	if (isClosed) return closed
	return (
		<section className="empty" aria-label="Voucher">
			<LoyaltyStyle />
			<RefreshCodeWithoutScript />
			<p className="soft">Show this to the staff. They mark the reward as used.</p>
			<p className="big num">{code}</p>
			<p>
				<span className="soft text-sm">Check words (they change every minute)</span>
				<br />
				<b className="text-xl">{words.findLast(({ fromMs }) => fromMs <= sinceMs)?.words}</b>
			</p>
			<p>
				<b className="text-xl num">{tickingClock(secondOfDay, sinceMs)}</b>
				<br />
				<span className="soft text-sm">{day}</span>
			</p>
			<span className="live" aria-hidden="true" />
			<p className="num">
				<b>Show within {countdownLabel(leftMs - sinceMs)}</b>
				<br />
				<span className="soft text-sm">Until {until} it can’t be used for a booking.</span>
			</p>
			{elapsedMs === null && (
				<Link to={here} reloadDocument className="link tap">
					Update
				</Link>
			)}
		</section>
	)
}
