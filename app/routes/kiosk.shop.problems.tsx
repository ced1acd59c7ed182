import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { appointmentProblemWords } from '#app/domain/booking/appointment/appointment-problem.ts'
import {
	referralReasonWords,
	referralReviewWords,
	writeOffWords,
} from '#app/domain/loyalty/loyalty-problem-words.ts'
import { heldReferralFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { refuseReferral, releaseReferral } from '#app/flows/loyalty/referrals.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { readUser } from '#app/http/signed-in-user.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerPage, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your problems' }

export const meta = ownerTitled('Problems')

const PAGE = '/kiosk/shop/problems'
/** Per list. */
const MOST_ROWS = 25
/** How long a settled write-off stays listed. */
const SETTLED_MS = 30 * DAY_MS

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { caller, now } = owner
	const limit = MOST_ROWS + 1
	const [{ shop }, reports, held, writeOffs] = await Promise.all([
		owner.opened(),
		context.booking.problems.ownOpen(caller, limit),
		context.loyalty.referrals.ownHeld(caller, { now, limit }),
		context.loyalty.cashbackAccounts.ownWriteOffs(caller, { since: now - SETTLED_MS, limit }),
	])
	const label = (at: number) => momentLabelAt(shop.timeZone, at, now)
	return owner.pageData({
		shopName: shop.name,
		reports: firstRows(reports, ({ referenceNumber, kind, startsAt, reportedAt }) => ({
			referenceNumber,
			words: appointmentProblemWords[kind],
			detail: `Visit ${referenceNumber}, ${label(startsAt)}. Reported ${label(reportedAt)}`,
		})),
		held: firstRows(held, ({ referenceNumber, referrerKobo, reason, heldAt }) => ({
			referenceNumber,
			amount: formatNaira(referrerKobo),
			detail: `Since ${label(heldAt)}: ${referralReasonWords[reason]}.`,
		})),
		writeOffs: firstRows(writeOffs, ({ writeOffId, referenceNumber, amountKobo, owedKobo, ...one }) => ({
			id: writeOffId,
			referenceNumber,
			amount: formatNaira(amountKobo),
			owed: owedKobo === 0 ? 'Settled' : `${formatNaira(owedKobo)} still owed`,
			detail: `Visit ${referenceNumber}, ${label(one.writtenOffAt)}: ${writeOffWords[one.reason]}.`,
		})),
		act: newId(),
	})
}

/** Reads one row more than it shows. */
function firstRows<Row, Item>(rows: readonly Row[], itemOf: (row: Row) => Item) {
	return { items: rows.slice(0, MOST_ROWS).map(itemOf), isCut: rows.length > MOST_ROWS }
}

/** Decides a held referral, once. */
export async function action({ request, context }: ActionFunctionArgs) {
	const [read, user] = await Promise.all([
		readOwnerPost({ request, context }, { schema: heldReferralFormSchema, enterPin }),
		readUser(request, context),
	])
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { intent, act: pageAct, referral: referenceNumber } = value
	const decide = intent === 'pay' ? releaseReferral : refuseReferral
	const decided = await actAtKiosk(
		context,
		{ key, pageAct, action: [`${intent} referral`, referenceNumber], now },
		async ({ actOf }) => {
			const appointment = await context.booking.appointments.appointmentToClose(referenceNumber)
			return decide(context, {
				referenceNumber,
				shopId: key.shop.id,
				ownUserId: user?.id ?? null,
				alongside: actOf({
					kind: intent === 'pay' ? 'referral_paid' : 'referral_refused',
					subjectId: appointment?.appointmentId ?? referenceNumber,
					summary: referenceNumber,
				}),
				now,
			})
		},
	)
	if (decided !== 'act_done_already' && !decided.ok) {
		const { refusal } = decided
		if (isRetryable(refusal)) return refusedBy(kioskWords[refusal])
		const status = refusal === 'referral_not_found' ? 404 : 409
		return refusedBy({ title: 'Not saved.', text: referralReviewWords[refusal], status })
	}
	return done(context, PAGE, {
		flash: {
			title: intent === 'pay' ? 'Paid to the referrer' : 'Refused',
			description: `Friend’s visit ${referenceNumber}`,
		},
	})
}

/** Problem reports, referrals to decide, and cashback that is owed. */
export default function OwnerProblems() {
	const { shopName, reports, held, writeOffs, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<OwnerPage title="Problems" subtitle={shopName}>
			<RefusalNotice refusal={answer?.refusal} />
			<div className="two">
				<section>
					<h2>What customers report</h2>
					{reports.items.length === 0 ? (
						<p className="soft">Nothing waits for an answer.</p>
					) : (
						<Card kind="rows" as="ul">
							{reports.items.map(({ referenceNumber, words, detail }) => (
								<li key={referenceNumber}>
									<Link to={`/kiosk/visits/${referenceNumber}`} className="line">
										<b>{words}</b>
										<small className="num">{detail}</small>
									</Link>
								</li>
							))}
						</Card>
					)}
					<Rest isCut={reports.isCut} />
				</section>
				<section>
					<h2>Referrals on hold</h2>
					{held.items.length === 0 ? (
						<p className="soft">None to decide.</p>
					) : (
						<>
							<p className="hint">
								Pay if friend and referrer are different people. After 30 days it is refused.
							</p>
							<Card kind="rows" as="ul">
								{held.items.map((one) => (
									<HeldReferral key={one.referenceNumber} {...one} act={act} />
								))}
							</Card>
						</>
					)}
					<Rest isCut={held.isCut} />
				</section>
				<section>
					<h2>Cashback owed to you</h2>
					{writeOffs.items.length === 0 ? (
						<p className="soft">None.</p>
					) : (
						<>
							<p className="hint">
								A customer had spent cashback that then had to go back. What comes back to them here pays it
								first.
							</p>
							<Card kind="rows" as="ul">
								{writeOffs.items.map(({ id, referenceNumber, amount, owed, detail }) => (
									<li key={id}>
										<Link to={`/kiosk/visits/${referenceNumber}`} className="line">
											<b className="num">{amount}</b>
											<span className="num">{owed}</span>
											<small className="num">{detail}</small>
										</Link>
									</li>
								))}
							</Card>
						</>
					)}
					<Rest isCut={writeOffs.isCut} />
				</section>
			</div>
		</OwnerPage>
	)
}

function Rest({ isCut }: { isCut: boolean }) {
	return isCut ? <p className="soft mt-3">There are more. They follow once these are done.</p> : null
}

function HeldReferral({
	referenceNumber,
	amount,
	detail,
	act,
}: {
	referenceNumber: string
	amount: string
	detail: string
	act: string
}) {
	return (
		<li className="padded">
			<b className="num">{amount}</b> for the referrer{' '}
			<Link to={`/kiosk/visits/${referenceNumber}`} className="tap num">
				Friend’s visit {referenceNumber}
			</Link>
			<p className="soft num">{detail}</p>
			<KioskForm act={act} hidden={{ referral: referenceNumber }} className="bar mt-3">
				<SubmitButton size="small" name="intent" value="pay" busyLabel="Paying…">
					Pay<span className="sr"> for {referenceNumber}</span>
				</SubmitButton>
				<SubmitButton variant="danger" size="small" name="intent" value="refuse" busyLabel="Refusing…">
					Refuse<span className="sr"> for {referenceNumber}</span>
				</SubmitButton>
			</KioskForm>
		</li>
	)
}
