import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { payoutAccountLabel } from '#app/domain/payouts/payout-account.ts'
import { stopLinkFormSchema } from '#app/domain/payouts/payout-account-form.server.ts'
import { stopAccountRefusals } from '#app/domain/payouts/payout-account-refusal.ts'
import { accountOfStopLink, stopPayoutAccount } from '#app/flows/payouts/stop-payout-account.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlisted } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta = unlisted('Account for payouts')

/** Opening the mailed link stops nothing: mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('token') ?? ''
	const now = context.now()
	const contact = context.settings.supportContact
	const found = await accountOfStopLink(context, { token, now })
	if (!found)
		return data(
			{ state: 'unknown', contact, words: stopAccountRefusals.payout_account_unknown } as const,
			404,
		)
	const { state, account } = found
	if (state === 'in_use')
		return data({ state, contact, words: stopAccountRefusals.payout_account_in_use } as const, 410)
	return data({
		state,
		contact,
		token,
		shopName: account.shop.name,
		label: payoutAccountLabel(account),
		holderName: account.holderName,
		from: momentLabelAt(account.shop.timeZone, account.usableAt, now),
	} as const)
}

/** For the link's holder; a repeat answers the same. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: stopLinkFormSchema })
	if (submission.status !== 'success') return refusedBy(stopAccountRefusals.payout_account_unknown)
	const { token } = submission.value
	const now = context.now()
	const found = await accountOfStopLink(context, { token, now })
	if (!found) return refusedBy(stopAccountRefusals.payout_account_unknown)
	const stopped = await stopPayoutAccount(context, {
		accountId: found.account.accountId,
		by: { stoppedBy: 'link' },
		now,
	})
	if (!stopped.ok) return refusedBy(stopAccountRefusals[stopped.refusal])
	return done(context, `/payouts/stop?token=${encodeURIComponent(token)}`, { inPlace: true })
}

/** The operators' contact, if set. */
function Contact({ contact }: { contact: string | null }) {
	return (
		contact && (
			<>
				{' '}
				<SupportContact contact={contact} />
			</>
		)
	)
}

export default function StopPayoutAccount() {
	const loaded = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<RefusalNotice refusal={answer?.refusal} />
			{loaded.state === 'waiting' && (
				<>
					<PageHeader title="Stop this account?" subtitle={loaded.shopName} />
					<Card className="grid gap-2">
						<p>
							Payouts of your shop go to this account from <b className="num">{loaded.from}</b>:
						</p>
						<p>
							<b className="num">{loaded.label}</b>
							<br />
							{loaded.holderName}
						</p>
					</Card>
					<Form method="post" className="mt-5">
						<input type="hidden" name="token" value={loaded.token} />
						<SubmitButton variant="danger" busyLabel="Stopping…">
							Stop this account
						</SubmitButton>
					</Form>
					<p className="hint mt-3">
						Nothing is paid to it then. If your shop did change it, close this page: nothing is stopped.
					</p>
				</>
			)}
			{loaded.state === 'stopped' && (
				<EmptyState isPage icon="check" title="This account is stopped">
					Nothing of {loaded.shopName} is paid to {loaded.label}. Tell us if your shop didn’t change it.
					<Contact contact={loaded.contact} />
				</EmptyState>
			)}
			{'words' in loaded && (
				<EmptyState isPage icon="alert" title={loaded.words.title}>
					{loaded.words.text}
					<Contact contact={loaded.contact} />
				</EmptyState>
			)}
		</Page>
	)
}
