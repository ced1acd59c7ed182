import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { DueLine } from './money-view.server.ts'

interface DueLinesProps {
	sums: { label: string; amountKobo: number }[]
	lines: DueLine[]
	/** How many stand in the file only. */
	moreLines: number
	file: string
}

/** What no payout covers yet: its sums and its lines. */
export function DueLines({ sums, lines, moreLines, file }: DueLinesProps) {
	return (
		<section>
			<h2>Not paid out yet</h2>
			<Card>
				{sums.length === 0 ? (
					<p className="soft">Nothing. Online payments show here when they are booked.</p>
				) : (
					<dl className="facts">
						{sums.map(({ label, amountKobo }) => (
							<div key={label}>
								<dt>{label}</dt>
								<dd className="num">{formatNaira(amountKobo)}</dd>
							</div>
						))}
					</dl>
				)}
			</Card>
			{lines.length > 0 && (
				<Card kind="rows" as="ul" className="mt-4">
					{lines.map(({ id, name, amountKobo, label, tone, about }) => (
						<li key={id} className="line">
							<b>{name}</b>
							<Tag tone={tone}>{label}</Tag>
							<span className="num">{formatNaira(amountKobo)}</span>
							<small>{about}</small>
						</li>
					))}
				</Card>
			)}
			{moreLines > 0 && <p className="soft mt-2">{moreLines} more are in the file.</p>}
			{lines.length > 0 && (
				<ButtonLink to={file} variant="quiet" className="mt-4" reloadDocument>
					Download as CSV
				</ButtonLink>
			)}
		</section>
	)
}
