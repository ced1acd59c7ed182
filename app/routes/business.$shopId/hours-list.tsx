import { Icon } from '#app/ui/icon.tsx'

export interface HoursRow {
	/** 'Monday'. */
	day: string
	/** '9:00 AM – 7:00 PM', 'Open 24 hours' or 'Closed'. */
	hours: string
	/** The two times in it, as programs read them: '09:00', '19:00'. */
	times: readonly [opens: string, closes: string] | null
	isToday?: boolean
}

/** The week's hours, folded behind one line about now: 'Open until 8:00 PM'. */
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
						<dd>
							<Hours {...row} />
						</dd>
					</div>
				))}
			</dl>
		</details>
	)
}

function Hours({ hours, times }: Pick<HoursRow, 'hours' | 'times'>) {
	const [opens, closes] = hours.split(' – ')
	if (!times) return hours
	return (
		<>
			<time dateTime={times[0]}>{opens}</time> – <time dateTime={times[1]}>{closes}</time>
		</>
	)
}
