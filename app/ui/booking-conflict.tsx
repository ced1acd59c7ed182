import { Form, Link } from '@remix-run/react'
import type { Wording } from '#app/kernel/action-answer.ts'
import { ActionBar, SubmitButton } from './button.tsx'
import { Card } from './card.tsx'
import { ChoiceButton } from './choice-button.tsx'
import { useAnswerFocus } from './form/form-state.ts'
import { SlotsStyle } from './inline.tsx'
import { PageHeader } from './page.tsx'
import { freeSlots, SlotGrid } from './slot-grid.tsx'
import { Tag } from './tag.tsx'

export interface ConflictProps {
	refusal: Wording
	offer: {
		/** 'Cornrows at Adé Hair Studio'. */
		what: string
		requested: { startsAt: number; label: string; whenLabel: string }
		/** The nearest one first. */
		times: { startsAt: number; label: string }[]
		otherStaff: { staffMemberId: string; name: string; isSenior: boolean }[]
	} | null
	/** The page that lists all times and takes the post. */
	timePage: string
	/** Absent when an appointment is moved. */
	step?: 3
	note?: string
}

/** The chosen time is taken: says what stays saved, and preselects the nearest free time. */
export function BookingConflict({ refusal, offer, timePage, step, note }: ConflictProps) {
	const [first] = offer?.times ?? []
	const box = useAnswerFocus(refusal)
	return (
		<>
			<div role="alert" {...box}>
				<PageHeader
					title={refusal.title ?? 'Booking Conflict'}
					subtitle={refusal.text}
					back={{ to: timePage, label: 'All times' }}
					step={step}
				/>
			</div>
			{offer && (
				<Card className="mb-5">
					<b>{offer.what}</b>
					<p className="soft text-sm">
						<s>{offer.requested.whenLabel}</s>
					</p>
				</Card>
			)}
			{offer && offer.otherStaff.length > 0 && (
				<Form method="post" action={timePage} className="mb-5">
					<h2 className="mb-2">At {offer.requested.label} with someone else</h2>
					<input type="hidden" name="startsAt" value={offer.requested.startsAt} />
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
					<>
						<SlotsStyle />
						<SlotGrid
							className=""
							legend="Nearest free times"
							name="startsAt"
							slots={freeSlots(offer.times)}
							chosenValue={String(first.startsAt)}
						/>
					</>
				) : (
					offer && <p>There are no other free times in the next few days.</p>
				)}
				<p className="mt-5">
					<Link to={timePage} className="tap">
						See all times
					</Link>
				</p>
				{first && (
					<ActionBar note={note}>
						<SubmitButton busyLabel="Holding your time…">Book this time</SubmitButton>
					</ActionBar>
				)}
			</Form>
		</>
	)
}
