import { Link } from '@remix-run/react'

/** When and where the customer is expected (L30). `lines`: from `nextAppointmentRow`. */
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
