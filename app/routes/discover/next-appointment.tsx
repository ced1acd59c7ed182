import { Link } from '@remix-run/react'

/** What the customer comes back for most: when and where they are expected (L30). `lines`: those of `nextVisitRow`. */
export function NextAppointment({ lines }: { lines: string }) {
	const [to = '', label, when, ...what] = lines.split('\n')
	return (
		<Link to={to} className="card padded row mb-3" discover="none">
			<span>
				{label}
				<br />
				<b>{when}</b>
				<br />
				{what.join(' ')}
			</span>
		</Link>
	)
}
