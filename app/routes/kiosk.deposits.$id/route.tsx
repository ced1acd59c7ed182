import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import { depositLinkFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { releaseDeposit, sendDepositAgain } from '#app/flows/booking/change-deposit.server.ts'
import { done, invalid } from '#app/http/answers.server.ts'
import { actAtKiosk, refusedAct } from '#app/http/kiosk-act.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { handedOnOrigin } from '#app/http/owner-access.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { newId, readId } from '#app/kernel/id.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { CopyLink } from '#app/ui/kiosk/copy-link.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { depositView } from './deposit-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this deposit' }

export const meta = unlisted('Deposit')

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers, pageData } = kiosk
	const [, link] = await Promise.all([
		kiosk.opened(),
		context.booking.deposits.depositLinkOfCaller(caller, readId(params.id) ?? ''),
	])
	if (!link) return data({ deposit: null, act: '' }, { status: 404, headers })
	const deposit = depositView(link, { origin: handedOnOrigin(context), now })
	return pageData({ deposit, act: newId() })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const submission = parseWithZod(await readForm(request), { schema: depositLinkFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { now } = kiosk
	const key = await kiosk.opened()
	const { act: pageAct, intent } = submission.value
	const checkoutId = readId(params.id) ?? ''
	const isSent = intent === 'send'
	const tap = { key, pageAct, action: [`deposit ${intent}`, checkoutId], now } as const
	const did = await actAtKiosk(context, tap, ({ actOf }) => {
		const kind = isSent ? 'deposit_sent' : 'deposit_let_go'
		const alongside = actOf({ kind, subjectId: checkoutId, summary: 'Deposit link' })
		const change = { shopId: key.shop.id, checkoutId, alongside, now }
		return isSent ? sendDepositAgain(context, change) : releaseDeposit(context, change)
	})
	if (did !== 'act_done_already' && !did.ok) return refusedAct(did.refusal, appointmentWording)
	return done(context, `/kiosk/deposits/${checkoutId}`, {
		flash: isSent
			? { title: 'Sent again', description: 'The link is on its way by email.' }
			: { title: 'Let go', description: 'Others can book this time again.' },
	})
}

/** A time that waits for its deposit: the link, ways to send it, and how to release the time. */
export default function KioskDeposit() {
	const { deposit, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const back = { to: '/kiosk', label: 'Today' }
	if (!deposit)
		return (
			<KioskPage title="Deposit" section="Today" back={back}>
				<RefusalNotice refusal={answer?.refusal} />
				<EmptyState
					title="No time is waiting for this deposit"
					action={
						<ButtonLink to="/kiosk" size="small">
							Back to today’s visits
						</ButtonLink>
					}
				/>
			</KioskPage>
		)
	const { state, name, when, word, text, facts, link, appointmentPage } = deposit
	return (
		<KioskPage title={name} subtitle={when} section="Today" back={back}>
			<RefusalNotice refusal={answer?.refusal} />
			<p className="bar">
				<Tag tone={state === 'booked' ? 'leaf' : state === 'waiting' ? undefined : 'clay'}>{word}</Tag>
			</p>
			{text && <p className="mb-4">{text}</p>}
			<div className="two">
				{link && (
					<section>
						<h2>Send them the link</h2>
						{link.whatsApp && (
							<a className="btn" href={link.whatsApp} target="_blank" rel="noreferrer">
								Send by WhatsApp
							</a>
						)}
						<KioskForm act={act} className="mt-3">
							{link.mailed && <p className="soft mb-2">{link.mailed}</p>}
							{link.canMail && (
								<SubmitButton name="intent" value="send" variant="quiet" busyLabel="Sending…">
									Email it again
								</SubmitButton>
							)}
							<h2>Or read it out</h2>
							<p className="num address">
								<b>{link.address}</b>
							</p>
							<CopyLink link={link.href} />
							<p className="soft">
								Capitals and dashes don’t matter. The page shows what they book, and takes the deposit.
							</p>
							<details className="mt-3">
								<summary className="tap">Let the time go</summary>
								<p className="mb-3">Others can book it at once, and the link stops working.</p>
								<SubmitButton name="intent" value="let-go" variant="danger" busyLabel="Letting go…">
									Let the time go
								</SubmitButton>
							</details>
						</KioskForm>
					</section>
				)}
				<Card as="section">
					<dl className="facts">
						{facts.map((fact) => (
							<div key={fact.name}>
								<dt>{fact.name}</dt>
								<dd className="num">{fact.value}</dd>
							</div>
						))}
					</dl>
				</Card>
			</div>
			{!link && (
				<p className="bar mt-4">
					<ButtonLink to={appointmentPage ?? '/kiosk/book'} variant="quiet" size="small">
						{appointmentPage ? 'See the visit' : 'New booking'}
					</ButtonLink>
				</p>
			)}
		</KioskPage>
	)
}
