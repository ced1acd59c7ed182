import { Form, Link } from '@remix-run/react'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { useAnswerFocus } from '#app/ui/form/use-answer-focus.ts'
import { Notice } from '#app/ui/notice.tsx'

/** What a code was: done at once, a reward to compare first, an order to be paid, or somebody with several visits. */
export type Found =
	| { kind: 'done'; title: string; name: string; lines: string[] }
	| {
			kind: 'reward'
			name: string
			words: string
			at: string
			code: string
			act: string
			visits: { reference: string; label: string; isPossible: boolean }[] | null
	  }
	| {
			kind: 'order'
			name: string
			holder: string
			amount: string
			late: string | null
			code: string
			act: string
	  }
	| { kind: 'member'; name: string; walkIn: string; visits: { reference: string; time: string }[] }

/** Says it large and in colour, with words. */
export function FoundCode({ found }: { found: Found }) {
	const box = useAnswerFocus(found, false)
	if (found.kind === 'done')
		return (
			<Notice tone="success" role="status" className="mb-4" box={box}>
				<p className="big">{found.title}</p>
				<p>
					<b>{found.name}</b>
				</p>
				{found.lines.map((line) => (
					<p key={line}>{line}</p>
				))}
			</Notice>
		)
	if (found.kind === 'reward')
		return (
			<Notice role="status" className="mb-4" box={box}>
				<p>
					<b>{found.name}</b>
				</p>
				<p>At {found.at} the customer’s voucher must show:</p>
				<p className="big">{found.words}</p>
				<Form method="post" className="deeds">
					<input type="hidden" name="code" value={found.code} />
					<input type="hidden" name="act" value={found.act} />
					{found.visits && <RewardVisits visits={found.visits} />}
					<SubmitButton size="small" name="intent" value="use" busyLabel="Saving…">
						{found.visits ? 'Take it off the bill' : 'Mark as used'}
					</SubmitButton>
					<SubmitButton size="small" variant="quiet" name="intent" value="look" busyLabel="Looking…">
						Show this minute’s words
					</SubmitButton>
				</Form>
			</Notice>
		)
	if (found.kind === 'order')
		return (
			<Notice role="status" className="mb-4" box={box}>
				<p className="big">{found.amount}</p>
				<p>
					<b>{found.name}</b> for {found.holder}
				</p>
				{found.late && <p>{found.late}</p>}
				<Form method="post" className="deeds">
					<input type="hidden" name="code" value={found.code} />
					<input type="hidden" name="act" value={found.act} />
					<SubmitButton size="small" name="intent" value="start" busyLabel="Starting…">
						Start the plan, {found.amount} paid
					</SubmitButton>
				</Form>
			</Notice>
		)
	return (
		<Notice role="status" className="mb-4" box={box}>
			<p className="big">{found.name}</p>
			<ul className="deeds">
				{found.visits.map(({ reference, time }) => (
					<li key={reference}>
						<Link to={`/kiosk/visits/${reference}`} className="tap num">
							Visit at {time}
						</Link>
					</li>
				))}
			</ul>
			<p className="mt-3">
				<ButtonLink to={found.walkIn} variant="quiet" size="small">
					Book a walk-in
				</ButtonLink>
			</p>
		</Notice>
	)
}

/** The visits of today that a discount or a free service can be for; the first that it fits is chosen. */
function RewardVisits({ visits }: { visits: { reference: string; label: string; isPossible: boolean }[] }) {
	const first = visits.find(({ isPossible }) => isPossible)
	return (
		<fieldset>
			<legend>Which visit is it for?</legend>
			{visits.map(({ reference, label, isPossible }) => (
				<label key={reference} className="choice">
					<input
						type="radio"
						name="visit"
						value={reference}
						disabled={!isPossible}
						defaultChecked={reference === first?.reference}
					/>{' '}
					{label}
				</label>
			))}
		</fieldset>
	)
}
