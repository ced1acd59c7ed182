import { Form, Link } from '@remix-run/react'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PriceLines } from '#app/ui/money-lines.tsx'
import { NotChangeable } from '#app/ui/not-changeable.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page.tsx'
import type { QuestionView } from './change-view.server.ts'

/** Says what a change does to length, price and money before it is done. */
export function Question({ view, isRefused }: { view: QuestionView; isRefused: boolean }) {
	const { plan } = view
	return (
		<>
			<PageHeader
				title={plan?.title ?? 'Change your visit'}
				subtitle={`Now: ${view.before}, ${view.nowLabel}`}
				back={{ to: view.choicePage, label: 'Back to options' }}
			/>
			{view.problem && <NotChangeable view={view} problem={view.problem} />}
			{!isRefused && <RefusalNotice refusal={view.refusal} />}
			{view.times.length > 0 && (
				<>
					<h2 className="mt-4 mb-3">Times that fit</h2>
					<div className="row flex-wrap">
						{view.times.map(({ label, page }) => (
							<ButtonLink key={page} to={page} variant="quiet" size="small">
								{label}
							</ButtonLink>
						))}
					</div>
				</>
			)}
			{plan && <Plan view={view} plan={plan} />}
		</>
	)
}

function Plan({ view, plan }: { view: QuestionView; plan: NonNullable<QuestionView['plan']> }) {
	return (
		<>
			<Card>
				<b>{plan.after}</b>
				<p className="soft text-sm">
					{plan.whenLabel}
					{plan.isOtherTime && ` (now ${view.nowLabel})`} · {plan.lengthLabel}
					{plan.lengthLabel !== plan.lengthBeforeLabel && ` (now ${plan.lengthBeforeLabel})`}
				</p>
				<p className="soft text-sm">{view.shopName}</p>
			</Card>
			<h2 className="mt-6 mb-2">Your money</h2>
			<Card>
				<PriceLines lines={plan.lines} total={plan.total} />
				{(plan.settled.length > 0 || plan.due.amountKobo > 0) && (
					<PriceLines lines={plan.settled} total={plan.due} />
				)}
				<p className="soft mt-2 text-sm">
					{plan.isPriceKept ? 'The price stays the same.' : `Your total was ${plan.totalBefore}.`}
				</p>
			</Card>
			{plan.words.length > 0 && <Notice className="mt-3">{plan.words.join(' ')}</Notice>}
			<p className="hint mt-3">{plan.refundWords}</p>
			<Form method="post" className="fill">
				{Object.entries(plan.fields).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<ActionBar
					note={
						<Link to={view.bookingPage} className="tap">
							Keep booking
						</Link>
					}
				>
					<SubmitButton busyLabel="Changing…">Change booking</SubmitButton>
				</ActionBar>
			</Form>
		</>
	)
}
