import { Link } from '@remix-run/react'
import { Card } from '../card.tsx'
import { Tag } from '../tag.tsx'

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
