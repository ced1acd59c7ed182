import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { TransactionRow, type TransactionRowView } from '#app/ui/account/rows.tsx'
import { Card } from '#app/ui/card.tsx'

const REFRESH_MS = 60_000

/** With script the rows refresh each minute, while the page is visible. */
export function RecentTransactions({ loaded }: { loaded: TransactionRowView[] }) {
	const { rows, hasFailed } = useFreshRows(loaded)
	return (
		<section>
			<div className="row flex-wrap justify-between">
				<h2>Recent Transactions</h2>
				{rows.length > 0 && (
					<Link to="/transactions" className="link tap">
						View all
					</Link>
				)}
			</div>
			<p role="status" className="soft text-sm">
				{hasFailed && 'Unable to load transactions'}
			</p>
			{rows.length === 0 ? (
				<p className="soft">No recent transactions</p>
			) : (
				<Card kind="rows" as="ul">
					{rows.map((row) => (
						<TransactionRow key={row.name} row={row} back="wallet" />
					))}
				</Card>
			)}
		</section>
	)
}

/**
 * The loaded rows, then the latest fetched rows. A plain fetch: a failed loader or fetcher of Remix would show the
 * error page.
 */
function useFreshRows(loaded: TransactionRowView[]) {
	const [answer, setAnswer] = useState<{ rows: TransactionRowView[] | null; hasFailed: boolean }>({
		rows: null,
		hasFailed: false,
	})
	useEffect(() => {
		const leaving = new AbortController()
		const refresh = async () => {
			if (document.visibilityState !== 'visible' || !navigator.onLine) return
			try {
				const response = await fetch('/wallet/recent', { redirect: 'error', signal: leaving.signal })
				if (!response.ok) throw new Error(String(response.status))
				setAnswer({ rows: await response.json(), hasFailed: false })
			} catch {
				if (!leaving.signal.aborted) setAnswer(({ rows }) => ({ rows, hasFailed: true }))
			}
		}
		const timer = setInterval(refresh, REFRESH_MS)
		return () => {
			clearInterval(timer)
			leaving.abort()
		}
	}, [])
	return { rows: answer.rows ?? loaded, hasFailed: answer.hasFailed }
}
