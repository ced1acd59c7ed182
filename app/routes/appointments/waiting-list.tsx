import { Link } from '@remix-run/react'
import type { WaitRow } from './waiting-view.server.ts'

export function WaitingList({ waits }: { waits: readonly WaitRow[] }) {
	if (waits.length === 0) return null
	return (
		<section className="mt-6">
			<h2 className="mb-2">Waiting for a time</h2>
			<ul className="card rows">
				{waits.map(({ to, title, detail }) => (
					<li key={to}>
						<Link to={to} className="menu-row">
							<span>
								<b>{title}</b>
								<br />
								<span className="soft text-sm">{detail}</span>
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
