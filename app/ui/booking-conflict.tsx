import { Form, Link } from '@remix-run/react'
import { ActionBar } from './action-bar.tsx'
import { SubmitButton } from './button.tsx'
import { ChoiceButton } from './choice-button.tsx'
import { PageHeader } from './page-header.tsx'
import { Tag } from './tag.tsx'

export interface ConflictProps {
	title: string
	/** What happened, and what is kept. */
	text: string
	offer: {
		wished: { startsAt: number; label: string }
		times: { startsAt: number; label: string }[]
		otherStaff: { staffMemberId: string; name: string; isSenior: boolean }[]
	} | null
	/** The page that takes a time, and shows them all. */
	timePage: string
	/** Where this stands in a booking; none when a visit is moved. */
	step?: 3
}

/** The chosen time is gone: what happened, what is kept, and the next best choice, already selected. */
export function BookingConflict({ title, text, offer, timePage, step }: ConflictProps) {
	const [first] = offer?.times ?? []
	return (
		<>
			<PageHeader title={title} subtitle={text} step={step} />
			{offer && offer.otherStaff.length > 0 && (
				<Form method="post" action={timePage} className="mb-5">
					<h2 className="mb-2">At {offer.wished.label} with somebody else</h2>
					<input type="hidden" name="startsAt" value={offer.wished.startsAt} />
					{offer.otherStaff.map((member) => (
						<ChoiceButton
							key={member.staffMemberId}
							name="staff"
							value={member.staffMemberId}
							title={
								<>
									{member.name} {member.isSenior && <Tag>Senior</Tag>}
								</>
							}
						/>
					))}
				</Form>
			)}
			<Form method="post" action={timePage} className="fill">
				{offer && first ? (
					<fieldset>
						<legend className="mb-2 text-lg font-bold">Nearest free times</legend>
						<div className="slots">
							{offer.times.map(({ startsAt, label }) => (
								<label key={startsAt} className="slot">
									<input
										type="radio"
										name="startsAt"
										value={startsAt}
										defaultChecked={startsAt === first.startsAt}
										required
									/>
									<span>{label}</span>
								</label>
							))}
						</div>
					</fieldset>
				) : (
					offer && <p>No other time is free in the next days.</p>
				)}
				<p className="mt-5">
					<Link to={timePage} className="tap">
						See all times
					</Link>
				</p>
				{first && (
					<ActionBar>
						<SubmitButton busyLabel="Taking it…">Take the chosen time</SubmitButton>
					</ActionBar>
				)}
			</Form>
		</>
	)
}
