import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { RefreshCodeWithoutScript, useUsed } from '#app/ui/account/use-used.tsx'
import { LoyaltyStyle } from '#app/ui/inline.tsx'
import { tickingClock } from '#app/ui/ticking-clock.ts'
import { countdownLabel } from '#app/ui/use-countdown.ts'
import { useElapsed } from '#app/ui/use-elapsed.ts'
import type { OpenVoucherView } from './voucher-view.server.ts'

/** For staff to look at. With script it ticks, and `closed` replaces it at its end; without, a link refreshes it. */
export function OpenVoucher({
	voucher,
	here,
	usedPath,
	closed,
}: {
	voucher: OpenVoucherView
	here: string
	/** Says whether the reward was used. */
	usedPath: string
	closed: ReactNode
}) {
	const { at, code, secondOfDay, day, leftMs, until, words } = voucher
	const elapsedMs = useElapsed(at)
	const sinceMs = elapsedMs ?? 0
	const isClosed = sinceMs >= leftMs
	useUsed(isClosed ? null : usedPath)
	if (isClosed) return closed
	return (
		<section className="empty" aria-label="Voucher">
			<LoyaltyStyle />
			<RefreshCodeWithoutScript />
			<p className="soft">Show this to the staff. They mark the reward as used.</p>
			<p className="big num">{code}</p>
			<p>
				<span className="soft text-sm">Check words (they change every minute)</span>
				<br />
				<b className="text-xl">{words.findLast(({ fromMs }) => fromMs <= sinceMs)?.words}</b>
			</p>
			<p>
				<b className="text-xl num">{tickingClock(secondOfDay, sinceMs)}</b>
				<br />
				<span className="soft text-sm">{day}</span>
			</p>
			<span className="live" aria-hidden="true" />
			<p className="num">
				<b>Show within {countdownLabel(leftMs - sinceMs)}</b>
				<br />
				<span className="soft text-sm">Until {until} it can’t be used for a booking.</span>
			</p>
			{elapsedMs === null && (
				<Link to={here} reloadDocument className="link tap">
					Update
				</Link>
			)}
		</section>
	)
}
