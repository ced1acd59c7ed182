import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { isPayoutAccountWaiting, payoutAccountLabel } from '#app/domain/payouts/payout-account.ts'
import {
	accountLookupFormSchema,
	payoutAccountFormSchema,
} from '#app/domain/payouts/payout-account-form.server.ts'
import { payoutAccountRefusals, stopAccountRefusals } from '#app/domain/payouts/payout-account-refusal.ts'
import { lookUpPayoutAccount, setPayoutAccount } from '#app/flows/payouts/set-payout-account.server.ts'
import { stopPayoutAccount } from '#app/flows/payouts/stop-payout-account.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { momentLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { bankByCode } from '#app/kernel/nigerian-banks.ts'
import { Card } from '#app/ui/card.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { OwnerAnswer, OwnerPage, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'
import { AskForm, ConfirmForm, type FoundAccount, PAGE, StopForm } from './account-forms.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: 'Unable to load your payout account',
}

export const meta = ownerTitled('Payout account')

const constraints = fieldConstraints(accountLookupFormSchema, ['bank', 'accountNumber'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, stored] = await Promise.all([
		owner.opened(),
		context.payouts.accounts.accountsOfCaller(owner.caller),
	])
	const { now } = owner
	const [inForce, before] = stored?.accounts ?? []
	const heldUntil = stored?.heldUntil ?? 0
	const isWaiting = inForce !== undefined && isPayoutAccountWaiting(inForce, now)
	const zone = shop.timeZone
	return owner.pageData({
		shopName: shop.name,
		account: inForce && {
			id: inForce.accountId,
			label: payoutAccountLabel(inForce),
			holderName: inForce.holderName,
			isWaiting,
			from: isWaiting ? momentLabelAt(zone, inForce.usableAt, now) : shortDateLabelAt(zone, inForce.usableAt),
		},
		before: isWaiting && before ? payoutAccountLabel(before) : null,
		heldUntil: heldUntil > now ? momentLabelAt(zone, heldUntil, now) : null,
		isByOperator: context.onlinePayments === null,
		contact: context.settings.supportContact,
		act: newId(),
		constraints,
	})
}

type Posted = Extract<Awaited<ReturnType<typeof readPost>>, { ok: true }>['post']['value']
type PostOf<Intent extends Posted['intent']> = OwnerPost<Extract<Posted, { intent: Intent }>>

function readPost(args: Pick<ActionFunctionArgs, 'request' | 'context'>) {
	return readOwnerPost(args, {
		schema: payoutAccountFormSchema,
		enterPin,
		// An open device must not be able to redirect the money.
		alwaysAsksPin: (form) => form.get('intent') === 'confirm',
	})
}

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readPost({ request, context })
	if (!read.ok) return read.answer
	const { post } = read
	const { value } = post
	if (value.intent === 'ask') return ask({ ...post, value }, context)
	return value.intent === 'confirm' ? confirm({ ...post, value }, context) : stop({ ...post, value }, context)
}

/** Asks the bank who holds the account. */
async function ask({ key, value, now, result }: PostOf<'ask'>, context: ActionFunctionArgs['context']) {
	const { bank, accountNumber } = value
	const found = await lookUpPayoutAccount(
		{ ...context, provider: context.onlinePayments?.provider ?? null },
		{ shopId: key.shop.id, account: { bankCode: bank, accountNumber }, now },
	)
	if (!found.ok) return refusedBy<FoundAccount>(payoutAccountRefusals[found.refusal], { result })
	const { holderName } = found.value
	const bankName = bankByCode(bank)?.name ?? bank
	const answer: ActionAnswer<FoundAccount> = {
		offer: { bank, accountNumber, holderName, label: payoutAccountLabel({ bankName, accountNumber }) },
	}
	return data(answer, { headers: { 'cache-control': 'no-store' } })
}

/** Sets the shown account; a repeat sets it once. */
async function confirm(
	{ key, value, now, result }: PostOf<'confirm'>,
	context: ActionFunctionArgs['context'],
) {
	const { act: pageAct, bank, accountNumber, holder, seen = null } = value
	const action = ['payout account', bank, accountNumber, holder, seen] as const
	const set = await actAtKiosk(context, { key, pageAct, action, now }, (by) =>
		setPayoutAccount(
			{ ...context, provider: context.onlinePayments?.provider ?? null },
			{
				shop: key.shop,
				account: { bankCode: bank, accountNumber },
				holderName: holder,
				seenId: seen,
				by: { setBy: 'owner', ...by },
				linkKey: context.settings.cookieKeys[0] ?? '',
				now,
			},
		),
	)
	if (set !== 'act_done_already' && !set.ok)
		return refusedBy<FoundAccount>(payoutAccountRefusals[set.refusal], { result })
	return done(context, PAGE, { flash: { title: 'Saved', description: 'See below when it takes effect.' } })
}

async function stop({ key, value, now, result }: PostOf<'stop'>, context: ActionFunctionArgs['context']) {
	const { act: pageAct, account: accountId } = value
	const stopped = await actAtKiosk(
		context,
		{ key, pageAct, action: ['stop payout account', accountId], now },
		({ actOf }) =>
			stopPayoutAccount(context, {
				accountId,
				by: { stoppedBy: 'owner', shopId: key.shop.id, actOf },
				now,
			}),
	)
	if (stopped !== 'act_done_already' && !stopped.ok)
		return refusedBy<FoundAccount>(stopAccountRefusals[stopped.refusal], { result })
	return done(context, PAGE, { flash: { title: 'Stopped', description: 'Nothing is paid to that account.' } })
}

export default function OwnerPayoutAccount() {
	const { shopName, account, before, heldUntil, isByOperator, contact, act, constraints } =
		useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const found = answer && 'offer' in answer ? answer.offer : undefined
	return (
		<OwnerPage title="Payout account" subtitle={shopName} isForm>
			<OwnerAnswer
				answer={answer && { result: answer.result, refusal: answer.refusal }}
				form={form}
				order={['bank', 'accountNumber']}
			/>
			{heldUntil && (
				<Notice className="mb-4" title="Payouts wait.">
					Your shop’s email or phone was changed, so nothing is paid before {heldUntil}.
				</Notice>
			)}
			<div className="two">
				<section>
					<h2>Where your money goes</h2>
					{account ? (
						<Card className="grid gap-2">
							<p>
								<b className="num">{account.label}</b>
								<br />
								{account.holderName}
							</p>
							<p className="soft num">
								{account.isWaiting ? `In use from ${account.from}` : `In use since ${account.from}`}
							</p>
							{account.isWaiting && <StopForm id={account.id} act={act} before={before} />}
						</Card>
					) : (
						<p className="soft">No account yet, so nothing is paid. What you’re due is kept for you.</p>
					)}
				</section>
				{found ? (
					<ConfirmForm found={found} act={act} seen={account?.id} />
				) : isByOperator ? (
					<section>
						<h2>{account ? 'Change it' : 'Add it'}</h2>
						<p>
							The people who run this app set your account
							{contact ? (
								<>
									. Ask them: <SupportContact contact={contact} />
								</>
							) : (
								'.'
							)}
						</p>
					</section>
				) : (
					<AskForm form={form} act={act} title={account ? 'Change it' : 'Add it'} />
				)}
			</div>
		</OwnerPage>
	)
}
