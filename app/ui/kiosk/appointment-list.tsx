import { Link } from '@remix-run/react'
import { Card } from '#app/ui/card.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Tag } from '#app/ui/tag.tsx'

export interface AppointmentRowView {
	referenceNumber: string
	time: string
	until: string
	name: string
	what: string
	word: string
	tone: 'plain' | 'marigold' | 'leaf' | 'clay'
	/** What is still to pay. */
	due: string | null
	/** The label of the completing button. */
	complete: string
	tags: string[]
	isNext: boolean
	isOver: boolean
	/** Of the account that is signed in on this device. */
	isOwn: boolean
	/** 'note': the card holds a note of the shop. Null: no card, or none for this viewer. */
	card: 'plain' | 'note' | null
	actions: ('arrive' | 'complete' | 'miss' | 'undo')[]
}

/** Appointments with their likely next action. One form holds all; each button posts to its appointment's page. */
export function AppointmentList({ appointments }: { appointments: AppointmentRowView[] }) {
	return (
		<ul className="visits">
			{appointments.map((appointment, place) => (
				<AppointmentInState
					key={appointment.referenceNumber}
					{...appointment}
					// All links share one route: once it is discovered, a tap works offline.
					discover={place === 0 ? 'render' : 'none'}
				/>
			))}
		</ul>
	)
}

const doneWords = { arrive: 'Arrived', miss: 'No-show', undo: 'Undo' }

function AppointmentInState({
	discover,
	...appointment
}: AppointmentRowView & { discover: 'render' | 'none' }) {
	const {
		referenceNumber,
		time,
		until,
		name,
		what,
		word,
		tone,
		due,
		complete,
		tags,
		isNext,
		isOver,
		isOwn,
		card,
		actions,
	} = appointment
	const page = `/kiosk/visits/${referenceNumber}`
	return (
		<li className={classNames('visit', tone, isNext && 'next', isOver && 'over')}>
			<time>{time}</time>
			<Link to={page} className="name" discover={discover}>
				{name}
			</Link>
			<span className="soft">{until}</span>
			<span>{what}</span>
			{card && (
				<Link to={`/kiosk/customers/${referenceNumber}`} className="tap" discover="none">
					{card === 'note' && !isOwn ? 'Customer’s card, with a note' : 'Customer’s card'}
					<span className="sr">{` of ${name}`}</span>
				</Link>
			)}
			<div className="tags">
				{isNext && <Tag>Next</Tag>}
				<Tag tone={tone === 'marigold' ? undefined : tone}>{word}</Tag>
				{due && <Tag tone="plain">{`${due} to pay`}</Tag>}
				{tags.map((tag) => (
					<Tag key={tag} tone={tag === 'Paid' ? 'leaf' : undefined}>
						{tag}
					</Tag>
				))}
				{isOwn && <Tag tone="plain">Your own</Tag>}
			</div>
			{actions.length > 0 && (
				<div className="wide acts">
					{actions.map((action, place) => (
						<button
							key={action}
							type="submit"
							name="intent"
							value={action}
							formAction={page}
							className={classNames('btn small', place > 0 && 'quiet')}
						>
							{action === 'complete' ? complete : doneWords[action]}
							<span className="sr">{`: ${name}, ${time}`}</span>
						</button>
					))}
				</div>
			)}
		</li>
	)
}

interface CustomersLinesProps {
	appointments: {
		referenceNumber: string
		when: string
		what: string
		word: string
		tone?: 'plain' | 'leaf' | 'clay'
	}[]
}

export function CustomersLines({ appointments }: CustomersLinesProps) {
	return (
		<Card kind="rows" as="ul">
			{appointments.map(({ referenceNumber, when, what, word, tone }) => (
				<li key={referenceNumber}>
					<Link to={`/kiosk/visits/${referenceNumber}`} className="line">
						<b className="num">{when}</b>
						<Tag tone={tone}>{word}</Tag>
						<small>
							{what} · {referenceNumber}
						</small>
					</Link>
				</li>
			))}
		</Card>
	)
}
