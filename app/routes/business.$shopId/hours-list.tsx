import { Icon } from '#app/ui/icon.tsx'

export interface HoursRow {
	day: string
	/** '9:00 AM – 7:00 PM', 'Open 24 hours' or 'Closed'. */
	hours: string
	isToday?: boolean
}

/** The week, folded behind a line about now: 'Open until 8:00 PM'. */
export function HoursList({ summary, rows }: { summary: string; rows: HoursRow[] }) {
	return (
		<details className="disclosure" id="hours">
			<summary>
				<span>
					<b>Hours</b> <span className="soft">{summary}</span>
				</span>
				<Icon name="chevron" size={18} />
			</summary>
			<dl className="hours">
				{rows.map((row) => (
					<div key={row.day} className={row.isToday ? 'today' : undefined}>
						<dt>{row.day}</dt>
						<dd>{row.hours}</dd>
					</div>
				))}
			</dl>
		</details>
	)
}
