import { Link } from '@remix-run/react'
import { Card } from '#app/ui/card.tsx'
import type { NextSessionRow } from './next-session-view.server.ts'

/** Leads a member to the next session of a plan (M32). */
export function NextSession({ session }: { session: NextSessionRow }) {
	if (!session) return null
	return (
		<Card kind="rows" className="mt-3">
			<Link to="/sessions?tab=bookings&back=appointments" className="menu-row">
				<span>
					<span className="soft text-sm">Next session</span>
					<br />
					<b className="num">{session.when}</b>
					<br />
					<span className="soft text-sm">{session.what}</span>
				</span>
			</Link>
		</Card>
	)
}
