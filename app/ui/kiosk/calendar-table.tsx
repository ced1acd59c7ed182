import { Link } from '@remix-run/react'
import { type CalendarCellView, type CalendarItemView, parseCells } from '#app/kernel/calendar-cells.ts'
import { classNames } from '../class-names.ts'
import { PageStyle } from '../inline.tsx'
import calendarCss from '../styles/calendar.css?inline'

interface Column {
	head: string
	/** The address of the person's week, or of the day. */
	to: string
	staffMemberId: string
	date: string
	hours: string
	cells: string
}

interface CalendarTableProps {
	caption: string
	/** One per row: '09:30', '9:30 AM'. */
	times: { time: string; label: string }[]
	columns: Column[]
}

/** People or days in columns, half-hours in rows. A free cell leads to its booking. */
export function CalendarTable({ caption, times, columns }: CalendarTableProps) {
	const drawn = columns.map((column) => ({ ...column, cells: parseCells(column.cells) }))
	return (
		<div className="calendar">
			<PageStyle css={calendarCss} />
			<table>
				<caption className="sr">{caption}</caption>
				<thead>
					<tr>
						<td />
						{columns.map(({ to, head, hours }) => (
							<th key={to} scope="col">
								<Link to={to} className="tap">
									{head}
								</Link>
								<small className="num">{hours}</small>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{times.map(({ time, label }, row) => (
						<tr key={time}>
							<th scope="row" className="num">
								{label}
							</th>
							{drawn.map(({ cells, ...column }) => {
								const cell = cells.find((one) => one.row <= row && row < one.row + one.length)
								if (cell === undefined) return <FreeTime key={column.to} {...{ ...column, time, label }} />
								if (cell.row !== row) return null
								return cell.kind === 'free' ? (
									<FreeTime key={column.to} {...{ ...column, time: null, label, length: cell.length }} />
								) : (
									<Cell key={column.to} {...cell} />
								)
							})}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

interface FreeTimeProps extends Pick<Column, 'staffMemberId' | 'date' | 'head'> {
	/** Null for a free stretch: the time is chosen after the services. */
	time: string | null
	label: string
	length?: number
}

function FreeTime({ staffMemberId, date, head, time, label, length }: FreeTimeProps) {
	return (
		<td className="free" rowSpan={length}>
			<Link
				to={`/kiosk/book?staff=${staffMemberId}&date=${date}${time === null ? '' : `&time=${time}`}`}
				aria-label={time === null ? `Book ${head}, from ${label}` : `Book ${label}, ${head}`}
				discover="none"
			>
				+
			</Link>
		</td>
	)
}

function Cell({ kind, length, items }: CalendarCellView) {
	return (
		<td className={kind} rowSpan={length > 1 ? length : undefined}>
			{kind === 'break' && 'Break'}
			{items.map((item) => (
				<TakenTime key={item.time + item.title} {...item} />
			))}
		</td>
	)
}

function TakenTime({ time, page, title, what, word, tone }: CalendarItemView) {
	const lines = (
		<>
			<small className="num">{time}</small>
			<b>{title}</b>
			{what !== '' && <small>{what}</small>}
			{word !== null && <small>{word}</small>}
		</>
	)
	return page === null ? (
		<div className="taken-time">{lines}</div>
	) : (
		<Link to={`/kiosk/${page}`} className={classNames('taken-time', tone)}>
			{lines}
		</Link>
	)
}
