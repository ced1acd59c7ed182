import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { SubmitButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

/** '2:30 PM is yours until 10:42 AM', with a countdown where there is script; without, a link that looks again. */
export function HoldNotice({ timeLabel, hold }: Pick<CheckoutView, 'timeLabel' | 'hold'>) {
	const leftMs = useCountdown(hold?.leftMs ?? 0)
	if (!hold || leftMs === 0) {
		return (
			<Notice title={`${timeLabel} is not kept for you any more.`}>
				It may still be free: confirm to try, or <Link to="/booking/time-selection">choose a time again</Link>
				. What you typed is kept.
			</Notice>
		)
	}
	return (
		<Notice title={`${timeLabel} is yours until ${hold.untilLabel}.`}>
			Then others can take it.{' '}
			{leftMs === null ? (
				<Link to="/booking/checkout" reloadDocument className="tap">
					Refresh
				</Link>
			) : (
				<span className="num">{countdownLabel(leftMs)} left. </span>
			)}
			{hold.mayRenew && (
				<SubmitButton variant="quiet" size="small" name="intent" value="renew-hold" busyLabel="Extending…">
					10 more minutes
				</SubmitButton>
			)}
		</Notice>
	)
}

/** Milliseconds left, each second; null until script runs. It starts from what the server said was left. */
function useCountdown(leftMs: number): number | null {
	const [left, setLeft] = useState<number | null>(null)
	useEffect(() => {
		const endsAt = performance.now() + leftMs
		const tick = () => setLeft(Math.max(0, endsAt - performance.now()))
		tick()
		const timer = setInterval(tick, 1_000)
		return () => clearInterval(timer)
	}, [leftMs])
	return left
}

function countdownLabel(leftMs: number): string {
	const seconds = Math.ceil(leftMs / 1_000)
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
